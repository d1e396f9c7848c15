// here.tsx - the table of the position: a row per move, columns per source

import { FilterPanel } from "./filter_panel";
import { columnsOf, type Column, type Group } from "./columns";
import { useFitting } from "./fitting";
import { Fragment } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { orderMove } from "../../model/branch";
import { addMove, canEdit, playMove } from "../../model/edits";
import { isFiltered, isNew, NO_FILTERS } from "../../model/filters";
import { plyOf, START } from "../../lib/fen";
import { monthText, moveNumber } from "../../lib/format";
import { Icon } from "../icons";
import { live } from "../../model/live";
import { nagText } from "../../lib/nags";
import type { Order } from "../../model/order";
import { nodeAt, outline } from "../../model/outline";
import { RemoveDialog, type Branch } from "../remove_dialog";
import { firstOf, moveOf, rowsOf, type Row } from "../../model/rows";
import {
  bookOf,
  currentBook,
  jump,
  movesOf,
  setFilters,
  setOrder,
  SHOWN_MOVES,
  state,
  stepTo,
} from "../../model/state";
import { screen } from "../../model/screen";
import { fields, useStore, whole } from "../../lib/store";
import { Problem, Waiting } from "../waiting";
import type { Book, Here, Mark } from "../../lib/types";

const MAP_MOVES = 5;
const FULL = 6; // columns; a wider table has no names

const MARKS: Record<Mark, { sign: string; words: string }> = {
  passive: { sign: "?", words: "known and answered, never played" },
  avoided: { sign: "×", words: "playable, but not chosen" },
};

/* A move that no store has before the month of the filter panel. */
function NewSign({ row }: { row: Row }) {
  const filters = useStore(state, (from) => from.filters);
  const first = firstOf(row);
  if (!isNew(first, filters)) return null;
  return (
    <span
      class="pill new"
      title={`First played in ${monthText(first!)}, in the sources of this table`}
    >
      new
    </span>
  );
}

function MarkSign({ mark }: { mark: Mark | undefined }) {
  if (!mark) return null;
  const { sign, words } = MARKS[mark];
  return (
    <abbr class={`mark-sign ${mark}`} title={`${mark}: ${words}`}>
      {sign}
    </abbr>
  );
}

/* Explains an empty table, and what to do about it. */
function Empty({ here, book }: { here: Here; book: Book }) {
  const { at, filters, root, adding } = useStore(
    state,
    fields("at", "filters", "root", "adding"),
  );
  const back = at > 0 && (
    <button onClick={() => stepTo(at - 1)}>Back one move</button>
  );
  if (!movesOf(here.fen).legal.length)
    return (
      <div class="empty">
        <p>{here.check ? "Checkmate." : "Stalemate."} The game is over here.</p>
        {back}
      </div>
    );
  if (book.kind === "store" && isFiltered(filters))
    return (
      <div class="empty">
        <p>No games match the filter here. Try a wider one.</p>
        <p class="actions">
          <button onClick={() => setFilters(NO_FILTERS)}>
            Clear the filter
          </button>
          {back}
        </p>
      </div>
    );
  const known = here.sources[0]!.known;
  const words = !book.positions
    ? "No moves yet."
    : known
      ? "The line ends here: the book has no moves from this position."
      : `This position is not in “${book.title}”.`;
  return (
    <div class="empty">
      <p>
        {words}
        {canEdit(book) && adding && " Play a move on the board to add it."}
        {canEdit(book) &&
          !adding &&
          " Switch on “Add moves” above the tree, or press M, to add the moves you play."}
      </p>
      <p class="actions">
        {back}
        {root !== START && !known && (
          <button onClick={() => jump({ fen: START, play: [] })}>
            Go to the starting position
          </button>
        )}
      </p>
    </div>
  );
}

/* A column header that sorts. */
function Sorter(props: { order: Order; class?: string; words: string }) {
  const chosen = useStore(state, (from) => from.order === props.order);
  const direction = props.order === "book" ? "ascending" : "descending";
  return (
    <th
      scope="col"
      class={props.class}
      aria-sort={chosen ? direction : undefined}
    >
      <button
        class="sorter"
        title={
          props.order === "book" ? "Sort in book order" : "Sort by most played"
        }
        onClick={() => setOrder(props.order)}
      >
        {props.words}
        {chosen && <span aria-hidden="true"> ▾</span>}
      </button>
    </th>
  );
}

const isExtra = (column: Column) => column.class.endsWith("extra-column");

function Heads({ groups, edits }: { groups: Group[]; edits: boolean }) {
  const columns = groups.flatMap((group) => group.columns);
  const titled = groups.length > 1;
  return (
    <thead>
      {titled && (
        <tr class="source-names">
          <td />
          {groups.map((group) => {
            const extra = group.columns.filter(isExtra);
            return (
              <Fragment key={group.title}>
                <th
                  scope="colgroup"
                  colSpan={group.columns.length - extra.length}
                  class={group.class}
                  title={group.title}
                >
                  <span>{group.title}</span>
                </th>
                {extra.map((column) => (
                  <td key={column.key} class={column.class} />
                ))}
              </Fragment>
            );
          })}
          {edits && <td class="act" />}
        </tr>
      )}
      <tr>
        <Sorter order="book" words="Move" />
        {columns.map((column) =>
          column.sorts ? (
            <Sorter
              key={column.key}
              order="count"
              class={column.class}
              words={column.head}
            />
          ) : (
            <th key={column.key} scope="col" class={column.class}>
              {column.head}
            </th>
          ),
        )}
        {edits && (
          <th scope="col" class="act">
            <span class="hidden">Add or delete</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/* Up and down among the book's moves, where the table is in their order. */
function OrderArrows({ row }: { row: Row }) {
  const line = useStore(state, fields("root", "steps", "at"));
  const tree = useStore(outline, fields("byKey"));
  const { node, beyond } = nodeAt(tree, line);
  const moves = node?.children ?? [];
  if (beyond || !node || moves.length < 2) return null;
  const place = moves.findIndex((entry) => entry.move.uci === row.uci);
  const arrow = (name: "up" | "down", to: number) => (
    <button
      class="icon small"
      aria-label={`Move ${row.san} ${name}`}
      title={`Move ${name}`}
      tabIndex={-1} // Alt+arrow in the tree
      aria-disabled={to < 0 || to >= moves.length}
      onClick={(event) => {
        event.stopPropagation();
        void orderMove(node, row.uci, to);
      }}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <>
      {arrow("up", place - 1)}
      {arrow("down", place + 1)}
    </>
  );
}

const DOUBLE_CLICK = 500; // milliseconds
let added = -DOUBLE_CLICK; // when the last move was

function Act({ row, onRemove }: { row: Row; onRemove: (row: Row) => void }) {
  const isIn = Boolean(row.cells[0]);
  const { narrow } = useStore(screen, whole);
  const isOrdered = useStore(state, (from) => from.order === "book") && !narrow;
  const words = isIn
    ? `Delete ${row.san} and the moves after it`
    : `Add ${row.san} to the book`;
  return (
    <td class="act">
      {isIn && isOrdered && <OrderArrows row={row} />}
      <button
        class={isIn ? "icon small danger" : "icon small"}
        aria-label={words}
        tabIndex={-1} // M adds the row that has the focus
        title={isIn ? "Delete this branch" : `${words} (M)`}
        onClick={(event) => {
          event.stopPropagation();
          // The second of a double click was meant for what was there before.
          if (event.timeStamp - added < DOUBLE_CLICK) return;
          if (isIn) return onRemove(row);
          added = event.timeStamp;
          addMove(moveOf(row));
        }}
      >
        <Icon name={isIn ? "trash" : "plus"} />
      </button>
    </td>
  );
}

let byKey = false; // the focus was on the move that was played

function RowOfMove(props: {
  row: Row;
  columns: Column[];
  number: string;
  onRemove: ((row: Row) => void) | null;
}) {
  const { row, columns } = props;
  const hovered = useStore(state, (from) => from.hover === row.uci);
  const hover = (uci: string | null) => () => state.set({ hover: uci });
  const own = row.cells[0];
  const names = [hovered && "hovered", row.isHole && "hole", !own && "outside"];
  return (
    <tr
      class={names.filter(Boolean).join(" ")}
      data-uci={row.uci}
      onMouseEnter={hover(row.uci)}
      onMouseLeave={hover(null)}
      onClick={() => playMove(moveOf(row))}
    >
      <th scope="row">
        <span class="move-number" aria-hidden="true">
          {props.number}
        </span>
        <button
          class="san"
          title={row.opening?.name}
          onFocus={hover(row.uci)}
          onBlur={hover(null)}
          onClick={(event) => {
            event.stopPropagation();
            byKey = event.detail === 0;
            playMove(moveOf(row));
          }}
        >
          {row.san}
          {nagText(own?.nags)}
        </button>
        <MarkSign mark={own?.mark} />
        <NewSign row={row} />
      </th>
      {columns.map((column) => (
        <td
          key={column.key}
          class={column.class}
          title={column.title?.(row)}
        >
          {column.cell(row)}
        </td>
      ))}
      {props.onRemove && <Act row={row} onRemove={props.onRemove} />}
    </tr>
  );
}

function Sums({ groups, edits }: { groups: Group[]; edits: boolean }) {
  const columns = groups.flatMap((group) => group.columns);
  if (!columns.some((column) => column.sum)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row">
          <abbr title="Total">Σ</abbr>
        </th>
        {columns.map((column) => (
          <td key={column.key} class={column.class}>
            {column.sum?.()}
          </td>
        ))}
        {edits && <td class="act" />}
      </tr>
    </tfoot>
  );
}

export function MoveTable({ here, book }: { here: Here; book: Book }) {
  const { order, showAll, server, tab } = useStore(
    state,
    fields("order", "showAll", "server", "tab"),
  );
  const [going, setGoing] = useState<Branch | null>(null);
  const rows = rowsOf(here, book, order);
  const { narrow } = useStore(screen, whole);
  const books = server?.books ?? [];
  const thinks = useStore(live, (from) => from.fen !== null);
  const all = columnsOf(here, book, rows, books, narrow, thinks);
  const { table, groups } = useFitting(
    all,
    `${here.fen} ${here.sources.map((source) => source.book)} ${thinks}`,
  );
  const hidden = all.filter(({ title }) =>
    groups.every((group) => group.title !== title),
  );
  const columns = groups.flatMap((group) => group.columns);
  // The map needs room below the table.
  const max = tab === "map" && !narrow ? MAP_MOVES : SHOWN_MOVES;
  const isAll = showAll || rows.length <= max + 1;
  const shown = isAll ? rows : rows.slice(0, max);
  const edits = canEdit(book);
  const remove = (row: Row) =>
    setGoing({ book: here.sources[0]!.book, fen: here.fen, move: moveOf(row) });
  const number = moveNumber(plyOf(here.fen), true);
  const names = [columns.length > FULL && "full", thinks && "with-engine"];
  return (
    <>
      <table ref={table} class={names.filter(Boolean).join(" ")}>
        <caption class="hidden">
          Moves for {here.turn === "white" ? "White" : "Black"}
        </caption>
        <Heads groups={groups} edits={edits} />
        <tbody>
          {shown.map((row) => (
            <RowOfMove
              key={row.uci}
              row={row}
              columns={columns}
              number={number}
              onRemove={edits ? remove : null}
            />
          ))}
        </tbody>
        {rows.length > 1 && <Sums groups={groups} edits={edits} />}
      </table>
      {!isAll && (
        <p class="more">
          {shown.length} of {rows.length} moves{" "}
          <button class="link" onClick={() => state.set({ showAll: true })}>
            show all
          </button>
        </p>
      )}
      {hidden.length > 0 && (
        <p class="hint">
          No room for {hidden.map((group) => `“${group.title}”`).join(", ")}.{" "}
          <button
            class="link"
            onClick={() =>
              document.querySelector<HTMLElement>(".sources-button")?.click()
            }
          >
            Choose sources
          </button>
        </p>
      )}
      {going && (
        <RemoveDialog branch={going} onClose={() => setGoing(null)} />
      )}
    </>
  );
}

export function HereTable() {
  const { here, loading, problem } = useStore(
    state,
    fields("here", "loading", "problem"),
  );
  const book = useStore(state, currentBook);
  // While the next answer is loaded only the look of the table changes.
  const table = useMemo(
    () => here && book && <MoveTable here={here} book={book} />,
    [here, book],
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (byKey)
      box.current
        ?.querySelector<HTMLElement>("tbody .san, .empty button")
        ?.focus();
    byKey = false;
  }, [here]);
  if (problem) return <Problem text={problem} />;
  if (!here || !book) return <Waiting />;
  if (book.kind === "puzzles") return null;
  const hasMoves = here.sources.some((source) => source.moves.length);
  const isEmpty =
    !hasMoves || (book.kind === "store" && !here.sources[0]!.moves.length);
  const failed = here.sources.filter((source) => source.problem);
  const filteredOut = isFiltered(state.get().filters)
    ? here.sources
        .slice(1)
        .filter((source) => !source.moves.length)
        .flatMap((source) => bookOf(source.book) ?? [])
        .filter((one) => one.kind === "store")
    : [];
  return (
    <div
      class={loading ? "here moves dim" : "here moves"}
      aria-busy={loading}
      ref={box}
    >
      {isEmpty && <Empty here={here} book={book} />}
      {hasMoves && table}
      {filteredOut.map((one) => (
        <p class="hint" key={one.id}>
          No games in “{one.title}” pass the filter here.
        </p>
      ))}
      <FilterPanel />
      {failed.map((source) => (
        <p class="wrong" key={source.book}>
          {source.book}: {source.problem}
        </p>
      ))}
    </div>
  );
}
