// session.tsx - a card that is asked, a game, and what a session came to

import { plyOf } from "../../lib/fen";
import { dateText, moveNumber, plural } from "../../lib/format";
import { useStore, whole } from "../../lib/store";
import type { Book } from "../../lib/types";
import {
  lineAfter,
  type AskedCard,
  type Drill,
  type Route,
} from "../../model/drill";
import { RATINGS, ratingName } from "../../model/filters";
import {
  chooseRating,
  closeSummary,
  endSession,
  giveHint,
  goToNext,
  nextDue,
  practice,
  type Practice as Session,
} from "../../model/practice_state";
import {
  endSpar,
  isOwnTurn,
  restartSpar,
  spar,
  startSpar,
  takeBackSpar,
  type Opponent,
} from "../../model/spar";
import { jump, state, stepsOf } from "../../model/state";
import { Facts, MoveLink } from "./facts";

function PlayedMoves(props: { start: string; moves: { san: string }[] }) {
  const first = plyOf(props.start);
  return (
    <p class="line played">
      {props.moves.map((move, index) => (
        <span key={index}>
          <span class="number">{moveNumber(first + index, index === 0)}</span>{" "}
          <b>{move.san}</b>{" "}
        </span>
      ))}
    </p>
  );
}

// A game

function opponentName(opponent: Opponent): string {
  if (opponent.kind === "engine") return "the engine";
  const name = `“${opponent.title}”`;
  return opponent.kind === "store" ? `the games of ${name}` : name;
}

/* A game against the book, a store's games or the engine. */
export function Sparring({ book }: { book: Book }) {
  const game = useStore(spar, whole);
  const turn = isOwnTurn() ? "Your move." : "…";
  const isBack = game.moves.length > game.given;
  return (
    <div class="practice-line">
      <header class="position">
        <h2>Against {opponentName(game.opponent)}</h2>
        {game.given > 0 && <p>On from the end of a line of “{book.title}”</p>}
      </header>
      <p class={`verdict ${game.end ? "other" : ""}`} role="status">
        {game.end ?? turn}
      </p>
      <PlayedMoves start={game.start} moves={game.moves} />
      <p class="actions">
        <button
          aria-disabled={!isBack}
          onClick={() => isBack && takeBackSpar()}
        >
          Take back
        </button>
        <button onClick={restartSpar}>New game</button>
        <button onClick={endSpar}>
          {practice.get().drill ? "Back to practice" : "End game"}
        </button>
      </p>
    </div>
  );
}

/* A game from the start, or on from where a line ends. */
export function SparOn(props: { session: Session; from: Route; words: string }) {
  const { session, from, words } = props;
  const { rating } = session;
  const server = useStore(state, (from) => from.server);
  const stores = server?.books.filter((one) => one.kind === "store") ?? [];
  const isRated = stores.some((one) => one.by?.includes("rating"));
  if (!stores.length && !server?.live) return null;
  const play = (opponent: Opponent) => () =>
    startSpar(session.book!, session.side, opponent, from);
  return (
    <div class="spar-on">
      <span>{words}</span>
      {stores.map(({ id, title, by }) => (
        <button
          key={id}
          onClick={play({
            kind: "store",
            id,
            title,
            ...(rating && by?.includes("rating") && { ratings: rating }),
          })}
        >
          {title}
        </button>
      ))}
      {isRated && (
        <select
          aria-label="Rating of the games"
          value={rating}
          onChange={(event) => chooseRating(event.currentTarget.value)}
        >
          <option value="">of all ratings</option>
          {RATINGS.map((one) => (
            <option key={one} value={one}>
              rated {ratingName(one)}
            </option>
          ))}
        </select>
      )}
      {server?.live && (
        <button onClick={play({ kind: "engine" })}>the engine</button>
      )}
    </div>
  );
}

// A card

function right(drill: Drill): string {
  const { answer, card, played } = drill;
  if (!answer?.right) return "That is it. It is repeated at the end.";
  if (played && played.uci !== card.asked.uci)
    return (
      `Correct. The book has ${card.asked.san} as well; ` +
      "that one comes another time."
    );
  if (card.isAgain) return "Correct this time.";
  if (answer.reason === "early")
    return "Correct. It was not due yet, so its date stays.";
  return answer.grade === "hard" ? "Correct, with a hint." : "Correct.";
}

function verdictText(session: Session, drill: Drill): string {
  const { phase, played, card } = drill;
  if (phase === "wrong") return `${played!.san} is not the book’s move.`;
  if (phase === "shown") {
    const wrong = played ? `${played.san} is not the book’s move. ` : "";
    return `${wrong}Play ${card.asked.san} to continue.`;
  }
  if (phase === "right") return right(drill);
  if (phase === "end") return `${right(drill)} The line ends here.`;
  if (phase !== "asked") return "…";
  return session.side === "white" ? "Your move, White." : "Your move, Black.";
}

function verdictClass({ phase, answer, played }: Drill): string {
  if (phase === "wrong" || (phase === "shown" && played)) return "wrong";
  if (phase !== "right" && phase !== "end") return "";
  return answer?.right ? "right" : "other";
}

export function Asking({ session, drill }: { session: Session; drill: Drill }) {
  const { card, at, phase, played } = drill;
  const { queue, tally } = session;
  const steps = stepsOf(card.start, card.play.slice(0, at));
  const isPlayed = played && phase !== "wrong" && phase !== "shown";
  const moves = isPlayed ? [...steps, played] : steps;
  const isAsked = phase === "asked";
  return (
    <div class="practice-line">
      <header class="position">
        <h2>
          {card.opening?.name ??
            (card.play.length ? "Unnamed line" : "Starting position")}
        </h2>
        <p>
          {tally.right} right · {tally.wrong.length} wrong ·{" "}
          {plural(queue.length, "card")} left
        </p>
      </header>
      <p class={`verdict ${verdictClass(drill)}`}>
        {verdictText(session, drill)}
      </p>
      {session.note && <p class="note">{session.note}</p>}
      <PlayedMoves start={card.start} moves={moves} />
      {phase === "end" && (
        <SparOn
          session={session}
          from={lineAfter(drill)}
          words="Play on against"
        />
      )}
      <p class="actions">
        {phase === "end" ? (
          <button
            class="primary"
            ref={(button) => button?.focus()}
            onClick={goToNext}
          >
            {queue.length ? "Next" : "Finish"}
          </button>
        ) : (
          <button onClick={giveHint} aria-disabled={!isAsked}>
            {drill.isHinted ? "Show the move" : "Hint"}
          </button>
        )}
        <button onClick={endSession}>End practice</button>
      </p>
    </div>
  );
}

// The end

function goTo(card: AskedCard): void {
  closeSummary();
  jump({ fen: card.start, play: card.play, tab: "here" });
}

export function Summary({ session }: { session: Session }) {
  const { tally, overview, offer } = session;
  const next = nextDue(overview);
  const more = offer?.total ?? 0;
  const facts: [string, string][] = [
    ["Right", String(tally.right)],
    ["Wrong", String(tally.wrong.length)],
    ["New", String(tally.fresh)],
    ["Next due", next ? `${next.due} on ${dateText(next.day)}` : "–"],
  ];
  if (tally.hinted) facts.splice(1, 0, ["With a hint", String(tally.hinted)]);
  return (
    <div class="practice-start summary">
      <h2>Session finished</h2>
      <Facts facts={facts} />
      {tally.wrong.length > 0 && (
        <>
          <h3>Worth another look</h3>
          <ul class="cards">
            {tally.wrong.map((card) => (
              <li key={`${card.key} ${card.asked.uci}`}>
                <MoveLink
                  fen={card.fen}
                  san={card.asked.san}
                  opening={card.opening}
                  onGo={() => goTo(card)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {more > 0 && (
        <p class="hint">{plural(more, "card")} can still be asked today.</p>
      )}
      <p class="actions">
        <button
          class="primary"
          ref={(button) => button?.focus()}
          onClick={closeSummary}
        >
          Done
        </button>
        <button
          onClick={() => {
            closeSummary();
            practice.set({ view: "overview" });
          }}
        >
          Overview
        </button>
      </p>
    </div>
  );
}
