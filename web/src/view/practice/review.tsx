// review.tsx - where the user's games left the book, as a list of links

import { useEffect, useRef } from "preact/hooks";
import { plyOf } from "../../lib/fen";
import {
  dateText,
  grouped,
  moveNumber,
  percent,
  plural,
} from "../../lib/format";
import { useStore, whole } from "../../lib/store";
import type { Book, Departure, Review } from "../../lib/types";
import { canEdit } from "../../model/edits";
import {
  answeredGaps,
  answerGap,
  closeGames,
  followBook,
  foundSides,
  goToDeparture,
  isOutdated,
  listed,
  openGames,
  openOwnGame,
  practiseFound,
  reviewAgain,
  reviewed,
  setPlayers,
  type Reviewed,
} from "../../model/review";
import { bookOf } from "../../model/state";
import { Waiting } from "../waiting";

const GAMES_SHOWN = 5; // of a departure
const PROBLEMS_SHOWN = 5;

function ChooseGames({ words }: { words: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button onClick={() => input.current?.click()}>{words}</button>
      <input
        ref={input}
        id="games-file"
        type="file"
        accept=".pgn"
        multiple
        hidden
        aria-label="Games to review"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void openGames(files);
        }}
      />
    </>
  );
}

/* People have several names. */
function Names({ from }: { from: Reviewed }) {
  const { names, players } = from;
  const toggle = (name: string) =>
    setPlayers(
      players.includes(name)
        ? players.filter((one) => one !== name)
        : [...players, name],
    );
  return (
    <fieldset class="sides names">
      <legend>You are</legend>
      {names.map((name) => (
        <label class="chip" key={name}>
          <input
            type="checkbox"
            checked={players.includes(name)}
            onChange={() => toggle(name)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/* "9 of 14 games · scored 31%, the book’s move 55%" */
function factsOf(one: Departure): string {
  const words = [`${one.games} of ${plural(one.reached, "game")}`];
  if (one.score !== null) words.push(`you scored ${percent(one.score)}`);
  if (one.book_score !== null) {
    const what = one.kind === "gap" ? "the position" : "the book’s move";
    const where = bookOf(one.book_source ?? null)?.title ?? one.book_source;
    const there = where ? ` in “${where}”` : "";
    words.push(`${what} scores ${percent(one.book_score)}${there}`);
  }
  if (one.returned) words.push(`${one.returned} came back later`);
  return words.join(" · ");
}

/* The games behind a departure: links to them on the board. */
function OwnGames({ one }: { one: Departure }) {
  const shown = one.sample.filter((game) => game.length).slice(0, GAMES_SHOWN);
  const more = one.games - shown.length;
  if (!shown.length) return null;
  return (
    <span class="own-games">
      Your {one.games === 1 ? "game" : "games"}:
      {shown.map((game) => {
        const other = one.side === "white" ? game.black : game.white;
        const facts = [dateText(game.date), game.event].filter(Boolean);
        return (
          <button
            key={game.number}
            class="link"
            title={`Your game on the board: ${facts.join(", ")}`}
            onClick={() => void openOwnGame(game)}
          >
            {other || "?"} {game.result.replace(/1\/2/g, "½")}
          </button>
        );
      })}
      {more > 0 && `and ${more} more`}
    </span>
  );
}

function Row({ one, able }: { one: Departure; able: boolean }) {
  const number = moveNumber(plyOf(one.fen), true);
  const played = one.played.map((move) => move.san).join(", ");
  const wanted = one.moves.filter((move) => move.wanted);
  const right = wanted.map((move) => move.san).join(" or ");
  return (
    <tr>
      <th scope="row">
        <button
          class="link go"
          title="Go to the position"
          onClick={() => goToDeparture(one)}
        >
          {one.kind === "gap"
            ? `${number}${played} has no answer`
            : `You played ${number}${played}, your book has ${right}`}
        </button>
        <span class="hole-name">
          {one.name ? `${one.name} · ` : ""}
          {factsOf(one)}
        </span>
        <OwnGames one={one} />
      </th>
      <td class="act">
        {one.kind === "gap" && able && (
          <button
            title={`Add ${played} and an answer to the book`}
            onClick={() => answerGap(one)}
          >
            Add an answer
          </button>
        )}
      </td>
    </tr>
  );
}

/* Which games were skipped, and why. */
function Skipped({ found, book }: { found: Review; book: Book }) {
  const { broken, filtered, others, other_side: otherSide } = found;
  const total = filtered + broken;
  if (!total) return null;
  const color = book.side === "white" ? "Black" : "White";
  const reasons: [number, string][] = [
    [others, "of other players"],
    [otherSide, `in which you had ${color}, and the book is for the other side`],
    [filtered - others - otherSide, "not selected"],
    [broken, "that cannot be read"],
  ];
  const words = reasons
    .filter(([count]) => count)
    .map(([count, why]) => `${grouped(count)} ${why}`);
  return (
    <div class="hint">
      Skipped {plural(total, "game")}: {words.join("; ")}.
      {found.problems.length > 0 && (
        <ul class="losses">
          {found.problems.slice(0, PROBLEMS_SHOWN).map(({ line, message }, i) => (
            <li key={i}>
              line {grouped(line)}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Totals({ found }: { found: Review }) {
  const { deviation, gap, completed, never_entered: never } = found.outcomes;
  const score = (part: { score: number | null }) =>
    part.score === null ? "" : ` (you scored ${percent(part.score)})`;
  if (!found.reviewed)
    return (
      <p class="hint">
        None of the {plural(found.read, "game")} was reviewed.
      </p>
    );
  return (
    <p class="hint">
      Of {plural(found.reviewed, "game")}, you left the book in{" "}
      {deviation.games}
      {score(deviation)}, the opponent in {gap.games}
      {score(gap)}; {completed.games} stayed in it to its end
      {score(completed)}, {never.games} never entered it.
    </p>
  );
}

function Found({ from, book }: { from: Reviewed; book: Book }) {
  const found = from.found!;
  const sides = foundSides(from);
  const rows = listed(from);
  const answered = answeredGaps(from);
  return (
    <div class={from.isBusy ? "found dim" : "found"}>
      <Totals found={from.first ?? found} />
      <Skipped found={found} book={book} />
      {rows.length > 0 && (
        <table class="holes">
          <caption class="hidden">Where games left the book</caption>
          <tbody>
            {rows.map((one) => (
              <Row
                key={`${one.side} ${one.kind} ${one.fen} ${one.played[0]?.uci}`}
                one={one}
                able={canEdit(book)}
              />
            ))}
          </tbody>
        </table>
      )}
      {answered > 0 && (
        <p class="hint">
          {plural(answered, "gap")} {answered === 1 ? "has" : "have"} an answer
          now.
        </p>
      )}
      {found.total > found.departures.length && (
        <p class="hint">The {rows.length} that cost most are listed.</p>
      )}
      {isOutdated(from) && <p class="hint">The book has changed since.</p>}
      <p class="actions">
        {sides.map((side) => (
          <button
            key={side}
            class="primary"
            onClick={() => practiseFound(side)}
          >
            Practise these now
            {sides.length > 1 && (side === "white" ? " as White" : " as Black")}
          </button>
        ))}
      </p>
    </div>
  );
}

export function ReviewList({ book }: { book: Book }) {
  const from = useStore(reviewed, whole);
  useEffect(followBook, [book.revision]);
  if (from.book !== book.id)
    return (
      <>
        <p>
          Choose games of yours, or drop them on the page, to see where they
          left this book. They stay on this machine.
        </p>
        <p class="actions">
          <ChooseGames words="Review games…" />
        </p>
      </>
    );
  return (
    <>
      <h3>{from.title}</h3>
      <Names from={from} />
      {!from.players.length && (
        <p class="hint">Without a name, all games are taken for yours.</p>
      )}
      <p class="actions">
        <button
          class={from.found ? undefined : "primary"}
          onClick={() => void reviewAgain()}
        >
          {from.found ? "Review again" : "Review"}
        </button>
        <ChooseGames words="Other games…" />
        <button onClick={closeGames}>Close</button>
      </p>
      {from.problem && <p class="wrong">{from.problem}</p>}
      {from.isBusy && !from.found && <Waiting />}
      {from.found && <Found from={from} book={book} />}
    </>
  );
}
