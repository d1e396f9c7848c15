// holes.tsx - the replies that one will meet and the book does not answer

import { notify } from "../../model/announce";
import { canEdit, change, undo } from "../../model/edits";
import { plyOf, START } from "../../lib/fen";
import { chosenSide, holes, holesFrom, setHolesSide } from "../../model/holes";
import {
  evalText,
  lineText,
  moveNumber,
  percent,
  plural,
} from "../../lib/format";
import { Icon } from "../icons";
import {
  bookOf,
  currentBook,
  currentPlay,
  jump,
  setHolesFrom,
  state,
  stepsOf,
} from "../../model/state";
import { fields, useStore } from "../../lib/store";
import { isMoves } from "../../model/url";
import { Waiting } from "../waiting";
import type { Answer, Book, Change, Color, Hole, Holes } from "../../lib/types";

const SHOWN = 10;

/* Adds the reply, and the answer if one was chosen, as one change. */
async function fill(hole: Hole, answer: Answer | null): Promise<void> {
  const steps = stepsOf(hole.start, hole.play);
  const before = steps[steps.length - 2]?.fen ?? hole.start;
  const changes: Change[] = [{ do: "add", fen: before, uci: hole.uci }];
  if (answer) changes.push({ do: "add", fen: hole.fen, uci: answer.uci });
  if (!(await change(changes))) return;
  const words = answer ? `${hole.line}, answered by ${answer.san}` : hole.line;
  notify(`Added ${words}.`, { label: "Undo", run: () => void undo() });
}

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
function Candidate(props: { hole: Hole; answer: Answer; able: boolean }) {
  const { hole, answer, able } = props;
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
  const isScore = !answer.eval && value !== "";
  const body = (
    <>
      {number}
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
      class="candidate"
      title={`Add ${hole.san} and ${answer.san}: ${title}`}
      aria-label={`${number}${answer.san} ${value}: add ${hole.line} and the answer ${answer.san}, ${title}`}
      onClick={() => void fill(hole, answer)}
    >
      {body}
    </button>
  );
}

function HoleRow({ hole, able }: { hole: Hole; able: boolean }) {
  const go = () => jump({ fen: hole.start, play: hole.play });
  return (
    <tr>
      <td class="number">{percent(hole.share)}</td>
      <th scope="row">
        <button class="link go" title="Go there" onClick={go}>
          {hole.line}
        </button>
        {hole.end && (
          <>
            {" "}
            <span class="pill" title="No reply is answered here yet">
              end of a line
            </span>
          </>
        )}
        {hole.opening && <span class="hole-name">{hole.opening.name}</span>}
      </th>
      <td class="candidates">
        {hole.answers.map((answer) => (
          <Candidate key={answer.uci} hole={hole} answer={answer} able={able} />
        ))}
      </td>
      {able && (
        <td class="act">
          {!hole.known && (
            <button
              class="icon small"
              aria-label={`Add ${hole.line} without an answer`}
              title={`Add ${hole.san} without an answer`}
              onClick={() => void fill(hole, null)}
            >
              <Icon name="plus" />
            </button>
          )}
        </td>
      )}
    </tr>
  );
}

/* What was found, in a sentence. */
function Summary({ found, shown }: { found: Holes; shown: number }) {
  const title = useStore(
    state,
    (from) =>
      found.sources
        .map((id) => bookOf(id, from)?.title || id)
        .slice(0, 1)
        .join("") || "the book",
  );
  const isKnown = useStore(state, (from) => from.here?.sources[0]?.known);
  const isEmpty = useStore(state, (from) => !currentBook(from)?.positions);
  const side = found.side === "white" ? "White" : "Black";
  if (isEmpty)
    return (
      <p class="hint">
        Add a first move. Replies that the book does not answer appear here.
      </p>
    );
  if (!found.reached)
    return (
      <p class="hint">
        {isKnown
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
  const { ends } = found;
  const count = found.total - ends.total;
  const share = Math.max(0, found.unanswered - ends.share);
  const replies = count === 1 ? "reply" : "replies";
  return (
    <p class="hint">
      {count ? (
        <>
          <b>
            {plural(count, "hole")}, in {percent(share)} of the games in “
            {title}”
          </b>
          : {replies} that {side} does not answer yet.
        </>
      ) : (
        <b>No holes: every reply has an answer until your lines end.</b>
      )}
      {ends.total > 0 &&
        ` ${percent(ends.share)} of the games go on where a line ends.`}{" "}
      On average, a game stays in the book for {found.mean.toFixed(1)} moves.
      {shown < found.total && ` The ${shown} likeliest replies of both kinds:`}
    </p>
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
    <label>
      <span class="hidden">Range</span>
      <select
        value={from}
        title="From where on holes are listed"
        onChange={(event) => setHolesFrom(event.currentTarget.value)}
      >
        <option value="here">From this position on</option>
        {moves && (
          <option value={moves}>
            Only after {lineText(0, line.map((step) => step.san))}
          </option>
        )}
        <option value="whole">In the whole book</option>
      </select>
    </label>
  );
}

function HolesOf({ book }: { book: Book }) {
  const { problem, answer, wanted, asked } = useStore(
    holes,
    fields("side", "problem", "answer", "wanted", "asked"),
  );
  const chosen = useStore(state, chosenSide);
  // The answer before is shown while the next one is loaded.
  const found = answer?.book === book.id ? answer : null;
  const isOld = asked !== wanted;
  return (
    <div class="holes-panel">
      <div class="chooser">
        <Range />
        {!book.side && (
          <label>
            <span class="hidden">Your side</span>
            <select
              value={chosen}
              onChange={(event) =>
                setHolesSide(event.currentTarget.value as Color)
              }
            >
              <option value="white">for White</option>
              <option value="black">for Black</option>
            </select>
          </label>
        )}
      </div>
      {problem && <p class="wrong">{problem}</p>}
      {!found && !problem && <Waiting />}
      {found && !problem && (
        <div class={isOld ? "dim" : undefined}>
          <Summary
            found={found}
            shown={Math.min(SHOWN, found.holes.length)}
          />
          {found.holes.length > 0 && (
            <table class="holes">
              <caption class="hidden">
                Replies that you will meet and that the book does not answer
              </caption>
              <thead>
                <tr>
                  <th scope="col" class="number">
                    <abbr title="How often a game comes to it">Share</abbr>
                  </th>
                  <th scope="col">Reply</th>
                  <th scope="col">
                    {canEdit(book) ? "Add an answer" : "Answers"}
                  </th>
                  {canEdit(book) && (
                    <th scope="col" class="act">
                      <span class="hidden">Add the reply alone</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {found.holes.slice(0, SHOWN).map((hole) => (
                  <HoleRow
                    key={`${hole.fen} ${hole.line}`}
                    hole={hole}
                    able={canEdit(book)}
                  />
                ))}
              </tbody>
            </table>
          )}
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
