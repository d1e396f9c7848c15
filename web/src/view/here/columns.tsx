// columns.tsx - the columns of the table: a group for each source

import type { ComponentChildren } from "preact";
import { barWords, gamesOf, partsOf } from "../../lib/bars";
import {
  compact,
  evalText,
  evalWords,
  grouped,
  monthText,
  percent,
  plural,
  proseOf,
} from "../../lib/format";
import { EngineCell } from "../engine";
import { nagText } from "../../lib/nags";
import { linesOf, showsLines, sharesOf } from "../../model/order";
import { answersOf, leadingSource, scoreOf, type Row } from "../../model/rows";
import type {
  Book,
  BookMove,
  Here,
  HereSource,
  Join,
  Results,
} from "../../lib/types";

export interface Column {
  key: string;
  head: string;
  class: string; // ends with "extra-column" if no source's name is above it
  leaves?: number; // a table without room drops the highest first; never: 0
  comes?: number; // it is there only when one that leaves so has left
  sorts?: boolean;
  cell: (row: Row) => ComponentChildren;
  title?: (row: Row) => string | undefined;
  sum?: () => ComponentChildren;
}

/* What leaves first, see Column.leaves. */
const NAMES = 500;
const RATING = 450;
const REPLIES = 400; // all but one
const BAR = 350; // a score needs less room
const OTHER_BOOKS = 300;
const OTHER_STORES = 200;

export interface Group {
  title: string;
  class: string;
  columns: Column[];
}

function Bar({ results }: { results: Partial<Results> }) {
  const parts = partsOf(results);
  return (
    <div class="bar" role="img" aria-label={barWords(results)}>
      {parts
        .filter((part) => part.share > 0)
        .map((part) => (
          <span class={part.kind} style={{ flexGrow: part.share }}>
            {part.text}
          </span>
        ))}
    </div>
  );
}

/* The tooltip of a bar. */
function barTitle(move: BookMove): string {
  const words = [barWords(move), plural(gamesOf(move), "game")];
  if (move.averageRating) words.push(`average rating ${move.averageRating}`);
  if (move.first && move.last)
    words.push(`${monthText(move.first)} to ${monthText(move.last)}`);
  return words.join("; ");
}

/* A count, and how often the position after it came by other moves. */
function Count({ count, move }: { count: number; move: BookMove }) {
  const extra = (move.reached ?? 0) - (move.played ?? move.reached ?? 0);
  return (
    <>
      <span title={grouped(count)}>
        {count < 10_000 ? grouped(count) : compact(count)}
      </span>
      {extra > 0 && (
        <span
          class="extra"
          title={`${plural(extra, "more time", "more times")} by transposition`}
        >
          +{compact(extra)}
          <span class="hidden"> by transposition</span>
        </span>
      )}
    </>
  );
}

function ShareBar({ share }: { share: number }) {
  return (
    <>
      <span class="share-bar" aria-hidden="true">
        <span style={{ width: `${Math.max(2, share * 100)}%` }} />
      </span>
      <span class="percent">{percent(share)}</span>
    </>
  );
}

/* "= 3...c6": the same position in another line of the book. */
function JoinSign({ join }: { join: Join }) {
  return (
    <span
      class="join"
      title={`Transposes to the line that ends with ${join.line}`}
    >
      = {join.line}
    </span>
  );
}

const SHOWN_ANSWERS = 3;

function AnswerCell(props: { row: Row; mine: boolean; most: number }) {
  const { row, mine, most } = props;
  const answers = answersOf(row);
  const shown = answers.slice(0, most);
  const kind = mine ? "pill mine" : "pill";
  return (
    <>
      {row.isOwn && row.cells[0] && !row.cells[0].mark && (
        <span class="pill mine">mine</span>
      )}
      {!row.isOwn &&
        shown.map((answer) => (
          <span class={kind} key={answer.uci}>
            {answer.san}
            {nagText(answer.nags)}
          </span>
        ))}
      {!row.isOwn && answers.length > shown.length && "…"}
      {row.isHole && <span class="pill no-answer">no answer</span>}
      {row.join && <JoinSign join={row.join} />}
    </>
  );
}

const some = (source: HereSource, test: (move: BookMove) => unknown) =>
  source.moves.some(test);

/* Results of games: in full for the first source that has them. */
function gameColumns(source: HereSource, k: number, here: Here): Column[] {
  const lead = leadingSource(here) === k;
  const { results } = source;
  const all = results ? gamesOf(results) : 0;
  const columns: Column[] = [];
  const cell = (row: Row) => row.cells[k];
  if (lead)
    columns.push({
      key: `share${k}`,
      head: "Share",
      class: "number share",
      leaves: 1,
      cell: (row) => {
        const share = cell(row)?.share;
        return share !== undefined && percent(share);
      },
      sum: () => (all ? "100%" : null),
    });
  columns.push({
    key: `games${k}`,
    head: "Games",
    class: "number games-count",
    sorts: lead,
    leaves: lead ? 0 : OTHER_STORES + k,
    cell: (row) => {
      const move = cell(row);
      return move && <Count count={gamesOf(move)} move={move} />;
    },
    sum: () => (all ? compact(all) : null),
  });
  if (lead)
    columns.push({
      key: `bar${k}`,
      head: "White / draw / Black",
      class: "wide",
      leaves: BAR,
      cell: (row) => {
        const move = cell(row);
        return move && gamesOf(move) > 0 && <Bar results={move} />;
      },
      title: (row) => {
        const move = cell(row);
        return move && barTitle(move);
      },
      sum: () => results && all > 0 && <Bar results={results} />,
    });
  columns.push({
    key: `score${k}`,
    head: "Score",
    class: "number",
    leaves: lead ? 2 : OTHER_STORES + k,
    ...(lead && { comes: BAR }),
    cell: (row) => {
      const move = cell(row);
      const score = move && scoreOf(move, here.turn);
      return score !== undefined && percent(score);
    },
    title: (row) => {
      const move = cell(row);
      return move && barTitle(move);
    },
  });
  if (lead && some(source, (move) => move.averageRating))
    columns.push({
      key: `rating${k}`,
      head: "Rating",
      class: "number extra-column",
      leaves: RATING,
      cell: (row) => cell(row)?.averageRating,
    });
  return columns;
}

function evalColumn(k: number): Column {
  return {
    key: `eval${k}`,
    head: "Eval",
    class: "number",
    leaves: k ? OTHER_BOOKS + k : 3,
    cell: (row) => {
      const value = row.cells[k]?.eval;
      return value && evalText(value);
    },
    title: (row) => {
      const value = row.cells[k]?.eval;
      return value && evalWords(value);
    },
  };
}

/* Share and weight, or lines. */
function bookColumns(
  source: HereSource,
  k: number,
  own: boolean,
  leads: boolean,
): Column[] {
  const columns: Column[] = [];
  const weighted = some(source, (move) => move.weight !== undefined);
  const sum = (count: (move: BookMove) => number | undefined) =>
    source.moves.reduce((total, move) => total + (count(move) ?? 0), 0);
  if (weighted || !own) {
    const shares = sharesOf(source.moves);
    columns.push({
      key: `share${k}`,
      head: "Share",
      class: "number share",
      leaves: k ? OTHER_BOOKS + k : 4,
      cell: (row) => {
        const share = shares.get(row.uci);
        const signs = own ? "" : nagText(row.cells[k]?.nags);
        if (share === undefined) return signs;
        return own ? <ShareBar share={share} /> : `${signs} ${percent(share)}`;
      },
      ...(own && { sum: () => "100%" }),
    });
  }
  if (weighted && own)
    columns.push({
      key: `weight${k}`,
      head: "Weight",
      class: "number",
      sorts: leads,
      cell: (row) => row.cells[k]?.weight,
      sum: () => grouped(sum((move) => move.weight)),
    });
  if (own && showsLines(source.moves))
    columns.push({
      key: `lines${k}`,
      head: "Lines",
      class: "number lines",
      leaves: leads && !weighted ? 0 : 5,
      sorts: leads && !weighted,
      cell: (row) => {
        const move = row.cells[k];
        const count = move && linesOf(move);
        return count !== undefined && <Count count={count} move={move!} />;
      },
    });
  return columns;
}

/* The answers; where there is no room, one of them. */
function answerColumns(here: Here, book: Book): Column[] {
  const side = book.side ?? null;
  const column = (most: number, when: Partial<Column>): Column => ({
    key: `answer${most}`,
    head: side === here.turn ? "In book" : side ? "My answer" : "Reply",
    class: "answer",
    cell: (row) => <AnswerCell row={row} mine={side !== null} most={most} />,
    ...when,
  });
  return [
    column(SHOWN_ANSWERS, { leaves: REPLIES }),
    column(1, { comes: REPLIES }),
  ];
}

function nameColumn(): Column {
  return {
    key: "name",
    head: "Leads to",
    class: "name extra-column",
    leaves: NAMES,
    cell: (row) => {
      const remark = proseOf(row.cells[0]?.remark ?? "");
      const { opening } = row;
      return (
        <>
          {opening && (
            <span title={`${opening.eco ?? ""} ${opening.name}`.trim()}>
              {opening.eco && <span class="eco">{opening.eco}</span>}{" "}
              {opening.name}
            </span>
          )}
          {remark && (
            <span class="remark" title={remark}>
              {remark}
            </span>
          )}
        </>
      );
    },
  };
}

function engineGroup(): Group {
  const column: Column = {
    key: "engine",
    head: "Eval",
    class: "number engine-value",
    cell: (row) => <EngineCell uci={row.uci} />,
  };
  return { title: "Engine", class: "group engine-group", columns: [column] };
}

/* On a phone: the answer, and of the first source with games its counts. */
function narrowGroup(groups: Group[]): Group {
  const columns = groups.flatMap((group) => group.columns);
  const counts = columns.filter((column) => /^(share|games)/.test(column.key));
  const answer = columns.filter((column) => /^answer/.test(column.key));
  const others = columns.filter((column) => /^(lines|eval)/.test(column.key));
  const engine = columns.filter((column) => column.key === "engine");
  const room = engine.length ? 1 : 2;
  return {
    title: "",
    class: "",
    columns: [
      ...answer,
      ...(counts.length ? counts : others).slice(0, room),
      ...engine.map((column) => ({ ...column, head: "Engine" })),
    ],
  };
}

export function columnsOf(
  here: Here,
  book: Book,
  rows: Row[],
  books: Book[],
  narrow: boolean,
  thinks: boolean, // the live engine
): Group[] {
  const lead = leadingSource(here);
  const groups = here.sources.map((source, k): Group => {
    const own = k === 0;
    const one = books.find((other) => other.id === source.book);
    const isCounted = some(source, (move) => gamesOf(move) > 0);
    const isStore = one?.kind === "store";
    const columns: Column[] = [];
    if (own && book.kind === "book") columns.push(...answerColumns(here, book));
    if (isCounted || isStore) columns.push(...gameColumns(source, k, here));
    if (!isStore && (own || !isCounted))
      columns.push(
        ...bookColumns(source, k, own, lead === k && !isCounted).filter(
          (column) => !columns.some((other) => other.key === column.key),
        ),
      );
    if (some(source, (move) => move.eval)) columns.push(evalColumn(k));
    return {
      title: one?.title || source.book,
      class: `group ${own ? "own" : isStore ? "store" : "book"}`,
      columns,
    };
  });
  // A source that does not know the position has nothing to show.
  const shown = groups.filter(
    (_, k) =>
      k === 0 ||
      (here.sources[k]!.moves.length > 0 && (!narrow || k === lead)),
  );
  if (thinks) shown.push(engineGroup());
  if (narrow) return [narrowGroup(shown)];
  if (rows.some((row) => row.opening || row.cells[0]?.remark))
    shown[shown.length - 1]!.columns.push(nameColumn());
  return shown;
}
