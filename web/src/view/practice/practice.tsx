// practice.tsx - practising the lines of a book, or solving puzzles

import { useEffect } from "preact/hooks";
import { isAsked, isDone } from "../../model/drill";
import { Waiting } from "../waiting";
import { grouped, moveNumber, plural, proseOf } from "../../lib/format";
import {
  startSession,
  endSession,
  giveHint,
  loadLines,
  loadPuzzles,
  nextLine,
  practice,
  progress,
  type Practice as Session,
} from "../../model/practice_state";
import { Puzzles } from "./puzzles";
import {
  endSpar,
  isOwnTurn,
  spar,
  startSpar,
  takeBackSpar,
} from "../../model/spar";
import { currentBook, currentPlay, state } from "../../model/state";
import { fields, useStore, whole } from "../../lib/store";
import type { Book, Color } from "../../lib/types";

function ProgressBar() {
  const { fresh, due, resting, learnt } = progress();
  const all = fresh + due + resting;
  if (!all) return null;
  const part = (kind: string, count: number) =>
    count > 0 && <span class={kind} style={{ flexGrow: count }} />;
  const words =
    `${grouped(fresh)} new, ${grouped(due)} due now, ` +
    `${grouped(resting)} due later; ${grouped(learnt)} of ${grouped(all)} learnt`;
  return (
    <div class="progress">
      <div class="progress-bar" role="img" aria-label={words}>
        {part("resting", resting)}
        {part("due", due)}
        {part("fresh", fresh)}
      </div>
      <p>{words}</p>
    </div>
  );
}

function SideChoice({ book, side }: { book: Book; side: Color }) {
  return (
    <fieldset class="sides">
      <legend>Practise as</legend>
      {(["white", "black"] as const).map((one) => (
        <label class="chip" key={one}>
          <input
            type="radio"
            name="side"
            checked={side === one}
            onChange={() => void loadLines(book.id, one)}
          />
          <span>{one === "white" ? "White" : "Black"}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Start({ book, session }: { book: Book; session: Session }) {
  const play = useStore(state, currentPlay);
  const only = session.through.length > 0;
  const setNarrow = (checked: boolean) =>
    void loadLines(book.id, session.side, checked ? play : []);
  const { fresh, due, resting } = progress();
  const wanted = fresh + due;
  return (
    <div class="practice-start">
      <h2>Practise “{book.title}”</h2>
      <p>
        You play one side and the book plays the other. Lines come up in random
        order; those with mistakes come back soon, the others after longer and
        longer intervals.
      </p>
      {session.verdict === "done" && (
        <p class="verdict right" role="status">
          Session finished: {plural(session.finished, "line")},{" "}
          {plural(session.mistakes, "mistake")}.
        </p>
      )}
      <SideChoice book={book} side={session.side} />
      {(play.length > 0 || only) && (
        <label class="check">
          <input
            type="checkbox"
            checked={only}
            onChange={(event) => setNarrow(event.currentTarget.checked)}
          />{" "}
          Only lines through the position on the board
        </label>
      )}
      <ProgressBar />
      {session.more && (
        <p class="hint">
          This book has more than {grouped(session.lines.length)} lines. Go to a
          position to practise the lines through it.
        </p>
      )}
      {wanted ? (
        <button class="primary large" onClick={startSession}>
          Start: {plural(wanted, "line")}
        </button>
      ) : resting ? (
        <>
          <p class="hint">
            No lines are due now. You can practise early: lines without a
            mistake keep their date.
          </p>
          <button class="large" onClick={startSession}>
            Practise early: {plural(resting, "line")}
          </button>
        </>
      ) : (
        <p class="empty">
          {only
            ? "No line for this side passes through the position on the board."
            : "This book has no lines for this side."}
        </p>
      )}
      <p class="hint">
        Or play a game: the book picks its moves as it would for an engine.
      </p>
      <button onClick={() => startSpar(book.id, session.side)}>
        Play against the book
      </button>
    </div>
  );
}

/* A game against the book, which picks its moves as for an engine. */
function Sparring({ book }: { book: Book }) {
  const game = useStore(spar, whole);
  const turn = isOwnTurn() ? "Your move." : "…";
  return (
    <div class="practice-line">
      <header class="position">
        <h2>Against “{book.title}”</h2>
      </header>
      <p class={`verdict ${game.end ? "other" : ""}`} role="status">
        {game.end ?? turn}
      </p>
      <PlayedMoves moves={game.moves} />
      <p class="actions">
        <button
          aria-disabled={!game.moves.length}
          onClick={() => game.moves.length && takeBackSpar()}
        >
          Take back
        </button>
        <button onClick={() => startSpar(book.id, game.side)}>New game</button>
        <button onClick={endSpar}>End game</button>
      </p>
    </div>
  );
}

function PlayedMoves({ moves }: { moves: { san: string }[] }) {
  return (
    <p class="line played">
      {moves.map((move, index) => (
        <span key={index}>
          <span class="number">{moveNumber(index, index === 0)}</span>{" "}
          <b>{move.san}</b>{" "}
        </span>
      ))}
    </p>
  );
}

const VERDICTS: Record<string, string> = {
  right: "Correct.",
  wrong: "That is not the book move.",
  other: "Also in the book: continuing with that line.",
};

function question(session: Session): string {
  const { drill, verdict, hint } = session;
  if (!drill) return "";
  if (verdict === "wrong") return VERDICTS[verdict]!;
  if (isDone(drill)) {
    if (drill.mistakes + drill.hints)
      return "Line finished. You will see it again soon.";
    return drill.isShown
      ? "Line finished. A move was shown, so the line does not count."
      : "Line finished without a mistake!";
  }
  if (!isAsked(drill)) return VERDICTS[verdict ?? ""] ?? "…";
  if (drill.other && hint === 0)
    return `${drill.other} is also in the book. This line has another move.`;
  if (hint === 2) return `Play ${drill.line.moves[drill.at]!.san} to continue.`;
  return drill.side === "white" ? "Your move, White." : "Your move, Black.";
}

function Asking({ session }: { session: Session }) {
  const drill = session.drill!;
  const done = isDone(drill);
  const played = drill.line.moves.slice(0, drill.at);
  const remark = proseOf(played[played.length - 1]?.remark ?? "");
  return (
    <div class="practice-line">
      <header class="position">
        <h2>{drill.line.name ?? "Unnamed line"}</h2>
        <p>
          {plural(session.finished, "line")} done ·{" "}
          {plural(session.mistakes, "mistake")} ·{" "}
          {plural(session.queue.length, "line")} left
        </p>
      </header>
      <p class={`verdict ${session.verdict ?? ""}`}>{question(session)}</p>
      {remark && <p class="note">{remark}</p>}
      <PlayedMoves moves={played} />
      <p class="actions">
        {done ? (
          <button
            class="primary"
            ref={(button) => button?.focus()}
            onClick={nextLine}
          >
            Next line
          </button>
        ) : (
          <button onClick={giveHint} aria-disabled={!isAsked(drill)}>
            Hint
          </button>
        )}
        <button onClick={endSession}>End practice</button>
      </p>
      <ProgressBar />
    </div>
  );
}

export function Practice() {
  const session = useStore(practice, whole);
  const game = useStore(spar, fields("book"));
  const book = useStore(state, currentBook);
  useEffect(() => {
    const { book: known, revision, side } = practice.get();
    if (!book || (known === book.id && revision === book.revision)) return;
    endSpar();
    const again = known === book.id ? side : (book.side ?? "white");
    if (book.kind === "puzzles") void loadPuzzles(book.id);
    else if (book.kind === "book") void loadLines(book.id, again);
  }, [book?.id, book?.revision]);

  if (!book) return <Waiting />;
  if (book.kind === "store" || book.kind === "table")
    return (
      <div class="empty">
        <p>
          {book.kind === "store"
            ? "A store only counts games. "
            : "This file is too large to load. "}
          Practice needs a book with lines: choose one above.
        </p>
      </div>
    );
  if (session.problem) return <p class="empty problem">{session.problem}</p>;
  if (book.kind === "puzzles")
    return session.puzzle ? <Puzzles session={session} /> : <Waiting />;
  if (game.book === book.id) return <Sparring book={book} />;
  if (session.drill) return <Asking session={session} />;
  return session.book === book.id && session.loaded ? (
    <Start book={book} session={session} />
  ) : (
    <Waiting />
  );
}
