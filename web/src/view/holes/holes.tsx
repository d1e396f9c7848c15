// holes.tsx - the replies that one will meet and the book does not answer

import type { Query } from "../../model/api";
import { canEdit } from "../../model/edits";
import { plyOf, START } from "../../lib/fen";
import {
  brought,
  chooseRange,
  chosenSide,
  fill,
  goToHole,
  holes,
  holesFrom,
  isOfGames,
  moveOn,
  setHolesSide,
  showMore,
} from "../../model/holes";
import {
  evalText,
  grouped,
  lineText,
  moveNumber,
  percent,
  plural,
} from "../../lib/format";
import { gamesOf } from "../../lib/bars";
import { isFiltered } from "../../model/filters";
import { inOrder } from "../../model/order";
import { leadingSource, scoreOf } from "../../model/rows";
import { screen } from "../../model/screen";
import {
  bookOf,
  currentBook,
  currentHere,
  currentPlay,
  state,
  stepsOf,
} from "../../model/state";
import { fields, useStore, whole } from "../../lib/store";
import { isMoves } from "../../model/url";
import { Waiting } from "../waiting";
import type { Answer, Book, Color, Here, Hole, Holes } from "../../lib/types";

const FIGURES = 7; // moves for which the answered games are shown
const LISTED_MAX = 1000; // by the server
const NEXT = 3; // of the replies that answers have brought

function answerTitle(answer: Answer, source: string): string {
  const words = [`played in ${percent(answer.share)} in “${source}”`];
  if (answer.score !== undefined)
    words.push(
      `scores ${percent(answer.score)} in ${plural(answer.games ?? 0, "game")}`,
    );
  else if (answer.games) words.push(plural(answer.games, "game"));
  if (answer.eval) words.push(`evaluation ${evalText(answer.eval)}`);
  return words.join(", ");
}

/* "2.c4 score 54%, 8,770 games": a candidate; a click adds it. */
function Candidate(props: {
  hole: Hole;
  answer: Answer;
  able: boolean;
  filled: string | undefined; // by this answer
}) {
  const { hole, answer, able, filled } = props;
  const source = useStore(
    state,
    (from) => bookOf(answer.source, from)?.title ?? answer.source,
  );
  const number = moveNumber(plyOf(hole.fen), true);
  const value = answer.eval
    ? evalText(answer.eval)
    : answer.score !== undefined
      ? `score ${percent(answer.score)}`
      : "";
  const isDone = filled === answer.uci;
  const isScore = !answer.eval && value !== "";
  const body = (
    <>
      {isDone ? "✓" : number}
      <b>{answer.san}</b>{" "}
      {value && (
        <small>
          {value}
          {isScore && (
            <span class="of">, {plural(answer.games ?? 0, "game")}</span>
          )}
        </small>
      )}
    </>
  );
  const title = answerTitle(answer, source);
  if (!able)
    return (
      <span class="candidate" title={title}>
        {body}
      </span>
    );
  return (
    <button
      class={isDone ? "candidate added" : "candidate"}
      title={`Add ${hole.san} and ${answer.san}: ${title}`}
      aria-disabled={filled !== undefined}
      onClick={() => void fill(hole, answer)}
    >
      {body}
      <span class="hidden">
        : add {hole.line} and the answer {answer.san}
        {isDone && ", answered"}
      </span>
    </button>
  );
}

function HoleRow({ hole, able }: { hole: Hole; able: boolean }) {
  const filled = useStore(holes, (from) => from.filled[hole.fen]);
  const isNew = useStore(holes, (from) => from.fresh.includes(hole.fen));
  const { narrow } = useStore(screen, whole);
  const candidates = hole.answers.map((answer) => (
    <Candidate
      key={answer.uci}
      hole={hole}
      answer={answer}
      able={able}
      filled={filled}
    />
  ));
  return (
    <tr class={filled ? "done" : undefined}>
      <td class="number">{percent(hole.share)}</td>
      <th scope="row">
        <button class="link go" title="Go there" onClick={() => goToHole(hole)}>
          {hole.line}
        </button>
        {isNew && (
          <>
            {" "}
            <span class="pill new" title="After an answer that you have added">
              new
            </span>
          </>
        )}
        {hole.end && (
          <>
            {" "}
            <span class="pill" title="No reply is answered here yet">
              end of a line
            </span>
          </>
        )}
        {hole.opening && <span class="hole-name">{hole.opening.name}</span>}
        {narrow && <div>{candidates}</div>}
      </th>
      {!narrow && <td class="candidates">{candidates}</td>}
    </tr>
  );
}

/* The moves before the position that holes were asked for. */
function pliesBefore(asked: string, found: Holes): number {
  const { fen, play } = (JSON.parse(asked) as { query: Query }).query;
  if (!fen && !play) return plyOf(found.holes[0]?.start ?? START);
  return plyOf(fen || START) + (play ? play.split(",").length : 0);
}

/*
 * In how many games the book answers every reply, move by move. Filling a hole
 * never lowers one of these figures, although it may bring new holes.
 */
function Answered(props: { found: Holes; asked: string; title: string }) {
  const { found, asked, title } = props;
  const before = pliesBefore(asked, found);
  const isOwn = (found.side === "white") === (before % 2 === 0);
  const numbered = found.answered.map((share, i) => ({
    number: Math.floor((before + 2 * i + (isOwn ? 2 : 1)) / 2) + 1,
    share,
  }));
  const open = numbered.findIndex(({ share }) => share < 1);
  const shown = numbered.slice(Math.max(0, open - 1)).slice(0, FIGURES);
  return (
    <>
      <p class="hint">
        Games in “{title}” follow your book for {(found.mean / 2).toFixed(2)}{" "}
        moves on average. Answered up to move
      </p>
      <dl class="answered">
        {shown.map(({ number, share }) => (
          <div key={number} style={{ "--share": share }}>
            <dt>{number}</dt>
            <dd>{percent(share)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/* A position that the book does not answer, with what the first source plays. */
function NoAnswer({ here, able }: { here: Here; able: boolean }) {
  const { root, steps, at } = useStore(state, fields("root", "steps", "at"));
  const done = useStore(holes, (from) => from.filled[here.fen]);
  const lead = here.sources[leadingSource(here)]!;
  const moves = inOrder(lead.moves, "count").slice(0, NEXT);
  const last = steps[at - 1];
  const hole: Hole = {
    share: 0,
    start: root,
    play: currentPlay({ root, steps, at }),
    line: last ? moveNumber(here.ply - 1, true) + last.san : "",
    uci: last?.uci ?? "",
    san: last?.san ?? "",
    fen: here.fen,
    known: false,
    end: false,
    opening: null,
    answers: moves.map((move) => ({
      ...move,
      source: lead.book,
      share: move.share ?? 0,
      games: gamesOf(move),
      score: scoreOf(move, here.turn),
    })),
  };
  return (
    <>
      <p class="hint">Your book has no answer here.</p>
      <p class="candidates">
        {lead.book !== here.sources[0]!.book &&
          hole.answers.map((answer) => (
            <Candidate
              key={answer.uci}
              hole={hole}
              answer={answer}
              able={able}
              filled={done}
            />
          ))}
      </p>
    </>
  );
}

const isEmpty = (book: Book | null) =>
  book?.kind === "book" && !book.positions;

/* What was found. */
function Summary({ found, asked }: { found: Holes; asked: string }) {
  const here = useStore(state, (from) => currentHere(from));
  const range = useStore(state, holesFrom);
  const able = useStore(state, (from) => canEdit(currentBook(from)));
  const title = useStore(
    state,
    (from) =>
      found.sources
        .map((id) => bookOf(id, from)?.title || id)
        .slice(0, 1)
        .join("") || "the book",
  );
  const book = useStore(state, currentBook);
  const side = found.side === "white" ? "White" : "Black";
  if (isEmpty(book))
    return (
      <p class="hint">
        Add a first move. Replies that the book does not answer appear here.
      </p>
    );
  if (
    range === "here" &&
    here?.turn === found.side &&
    !here.sources[0]!.moves.some((move) => !move.mark)
  )
    return <NoAnswer here={here} able={able} />;
  if (!found.measured)
    return (
      <p class="hint">
        “{title}” has no game here
        {isFiltered(state.get().filters) && " that passes the filter"}, so holes
        are unknown.
      </p>
    );
  if (!found.reached)
    return (
      <p class="hint">
        {here?.sources[0]?.known
          ? `No game in “${title}” follows the book to this position.`
          : "The book does not lead to this position."}
      </p>
    );
  if (!found.total)
    return (
      <p class="hint">
        No holes: {side} has an answer to every reply in “{title}” there.
      </p>
    );
  if (!isOfGames(found))
    return (
      <p class="hint">
        No store is shown: shares are those of the moves of “{title}”, not of
        games.
      </p>
    );
  return <Answered found={found} asked={asked} title={title} />;
}

/* What answers have brought, and how to get more of the list. */
function BelowList({ found }: { found: Holes }) {
  const from = useStore(holes, whole);
  const { rows } = from;
  const isDone = rows.some((hole) => from.filled[hole.fen]);
  const next = brought(from)
    .slice(0, NEXT)
    .map((hole) => `${hole.line} (${percent(hole.share)})`);
  return (
    <>
      {found.choice && rows.length > 0 && (
        <p class="hint">
          Where you have several moves, each counts by its weight: after one of
          two equal ones, a reply has half its share.
        </p>
      )}
      {found.cut && (
        <p class="hint">
          The book is large: its lines were followed through{" "}
          {grouped(found.positions)} positions, not to the end of all.
        </p>
      )}
      {isDone && (
        <p class="below-list" role="status">
          <span class="hint">
            {next.length > 0 && `New after your answer: ${next.join(", ")}.`}
          </span>
          <button onClick={moveOn}>Update the list</button>
        </p>
      )}
      {!isDone && rows.length < Math.min(found.total, LISTED_MAX) && (
        <p class="below-list">
          <span class="hint">
            {grouped(found.total - rows.length)} more without an answer, each in
            at most {percent(rows.at(-1)?.share ?? 0)}
          </span>
          <button onClick={showMore}>Show more</button>
        </p>
      )}
    </>
  );
}

/* From where on holes are listed; the moves on the board can be kept for it. */
function Range() {
  const from = useStore(state, holesFrom);
  const here = useStore(state, (one) =>
    one.root === START ? currentPlay(one).join(",") : "",
  );
  const moves = isMoves(from) ? from : here;
  const line = stepsOf(START, moves ? moves.split(",") : []);
  return (
    <select
      aria-label="Range"
      value={from}
      title="From where on holes are listed"
      onChange={(event) => chooseRange(event.currentTarget.value)}
    >
      <option value="here">From this position on</option>
      {moves && (
        <option value={moves}>
          Only after {lineText(0, line.map((step) => step.san))}
        </option>
      )}
      <option value="whole">In the whole book</option>
    </select>
  );
}

function HolesOf({ book }: { book: Book }) {
  const { problem, answer, wanted, asked, rows } = useStore(
    holes,
    fields("side", "problem", "answer", "wanted", "asked", "rows"),
  );
  const chosen = useStore(state, chosenSide);
  // The answer before is shown while the next one is loaded.
  const found = answer?.book === book.id ? answer : null;
  const isOld = asked !== wanted;
  const able = canEdit(book);
  const { narrow } = useStore(screen, whole);
  return (
    <div class="holes-panel" onMouseLeave={moveOn}>
      <div class="chooser">
        <Range />
        {!book.side && (
          <select
            aria-label="Your side"
            value={chosen}
            onChange={(event) =>
              setHolesSide(event.currentTarget.value as Color)
            }
          >
            <option value="white">for White</option>
            <option value="black">for Black</option>
          </select>
        )}
      </div>
      {problem && <p class="wrong">{problem}</p>}
      {!found && !problem && <Waiting />}
      {found && !problem && (
        <div class={isOld ? "dim" : undefined}>
          <div class="holes-summary">
            <Summary found={found} asked={asked} />
          </div>
          {rows.length > 0 && !isEmpty(book) && (
            <table class="holes">
              <caption class="hidden">
                Replies that you will meet and that the book does not answer
              </caption>
              <thead>
                <tr>
                  <th scope="col" class="number">
                    <abbr title="How often a game comes to it">Share</abbr>
                  </th>
                  <th scope="col">
                    Reply{narrow && (able ? ", and answers to add" : ", answers")}
                  </th>
                  {!narrow && (
                    <th scope="col">{able ? "Add an answer" : "Answers"}</th>
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.map((hole) => (
                  <HoleRow
                    key={`${hole.fen} ${hole.line}`}
                    hole={hole}
                    able={able}
                  />
                ))}
              </tbody>
            </table>
          )}
          {!isEmpty(book) && <BelowList found={found} />}
        </div>
      )}
    </div>
  );
}

export function Holes() {
  const book = useStore(state, currentBook);
  const isReady = useStore(state, (from) => from.here !== null);
  if (!book || !isReady) return <Waiting />;
  if (book.kind !== "book" && book.kind !== "table")
    return (
      <p class="hint">Only books with lines have holes: choose one above.</p>
    );
  return <HolesOf key={book.id} book={book} />;
}
