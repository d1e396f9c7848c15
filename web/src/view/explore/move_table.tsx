// move_table.tsx - the moves of a position, as a table

import { barWords, gamesOf, partsOf, sumResults } from "../../lib/bars";
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
import { nagGlyph } from "../../lib/nags";
import {
  countOf,
  inOrder,
  showsLines,
  sharesOf,
  type Order,
} from "../../model/order";
import {
  play,
  setOrder,
  showAllMoves,
  SHOWN_MOVES,
  state,
} from "../../model/state";
import { fields, useStore } from "../../lib/store";
import type { BookMove, Found, Mark, Results } from "../../lib/types";

const MARKS: Record<Mark, { sign: string; words: string }> = {
  passive: { sign: "?", words: "known and answered, never played" },
  avoided: { sign: "×", words: "playable, but not chosen" },
};

function MarkSign({ mark }: { mark: Mark | undefined }) {
  if (!mark) return null;
  const { sign, words } = MARKS[mark];
  return (
    <abbr class={`mark-sign ${mark}`} title={`${mark}: ${words}`}>
      {sign}
    </abbr>
  );
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

function CountCell({ move, exact }: { move: BookMove; exact: boolean }) {
  const count = move.games ?? move.played ?? move.weight;
  if (count === undefined) return null;
  const played = move.played ?? count;
  const extra = (move.reached ?? played) - played;
  return (
    <>
      <span title={grouped(count)}>
        {exact ? grouped(count) : compact(count)}
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

interface Columns {
  results: boolean;
  share: boolean;
  count: boolean;
  weight: boolean;
  rating: boolean;
  eval: boolean;
  name: boolean;
}

function columnsOf(moves: BookMove[]): Columns {
  const any = (test: (move: BookMove) => unknown) => moves.some(test);
  const results = any((move) => gamesOf(move) > 0);
  const weight = any((move) => move.weight !== undefined);
  return {
    results,
    share: any((move) => move.share !== undefined),
    count:
      any((move) => countOf(move) !== undefined) &&
      (results || showsLines(moves)),
    weight,
    rating: any((move) => move.averageRating),
    eval: any((move) => move.eval),
    name: any((move) => move.opening || move.remark),
  };
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

/* The header of a column of numbers; one of them sorts. */
function CountHead({ words, sorts }: { words: string; sorts: boolean }) {
  if (sorts) return <Sorter order="count" class="number" words={words} />;
  return (
    <th scope="col" class="number">
      {words}
    </th>
  );
}

function Head({ columns }: { columns: Columns }) {
  return (
    <thead>
      <tr>
        <Sorter order="book" words="Move" />
        {columns.share && (
          <th scope="col" class="number share">
            Share
          </th>
        )}
        {columns.weight && (
          <CountHead words="Weight" sorts={!columns.results} />
        )}
        {columns.count && (
          <CountHead
            words={columns.results ? "Games" : "Lines"}
            sorts={columns.results || !columns.weight}
          />
        )}
        {columns.results && (
          <th scope="col" class="wide">
            White / draw / Black
          </th>
        )}
        {columns.rating && (
          <th scope="col" class="number rating">
            Rating
          </th>
        )}
        {columns.eval && (
          <th scope="col" class="number">
            Eval
          </th>
        )}
        {columns.name && (
          <th scope="col" class="name">
            Leads to
          </th>
        )}
      </tr>
    </thead>
  );
}

function ShareCell({ share, bar }: { share: number; bar: boolean }) {
  return (
    <td class="number share">
      {bar && (
        <span class="share-bar" aria-hidden="true">
          <span style={{ width: `${Math.max(2, share * 100)}%` }} />
        </span>
      )}
      <span class="percent">{percent(share)}</span>
    </td>
  );
}

function NameCell({ move }: { move: BookMove }) {
  const { opening } = move;
  const remark = move.remark && proseOf(move.remark);
  return (
    <td class="name">
      {opening && (
        <span title={`${opening.eco ?? ""} ${opening.name}`.trim()}>
          {opening.eco && <span class="eco">{opening.eco}</span>} {opening.name}
        </span>
      )}
      {remark && (
        <span class="remark" title={remark}>
          {remark}
        </span>
      )}
    </td>
  );
}

function Row({
  move,
  columns,
  share,
}: {
  move: BookMove;
  columns: Columns;
  share: number;
}) {
  const hovered = useStore(state, (from) => from.hover === move.uci);
  const hover = (uci: string | null) => () => state.set({ hover: uci });
  return (
    <tr
      class={hovered ? "hovered" : ""}
      onMouseEnter={hover(move.uci)}
      onMouseLeave={hover(null)}
      onClick={() => play(move)}
    >
      <th scope="row">
        <button
          class="san"
          onFocus={hover(move.uci)}
          onBlur={hover(null)}
          onClick={(event) => {
            event.stopPropagation();
            play(move);
          }}
        >
          {move.san}
          {move.nags?.map(nagGlyph).join("")}
        </button>
        <MarkSign mark={move.mark} />
      </th>
      {columns.share && <ShareCell share={share} bar={!columns.results} />}
      {columns.weight && <td class="number">{move.weight}</td>}
      {columns.count && (
        <td class="number">
          <CountCell move={move} exact={!columns.results} />
        </td>
      )}
      {columns.results && (
        <td class="wide" title={barTitle(move)}>
          <Bar results={move} />
        </td>
      )}
      {columns.rating && <td class="number rating">{move.averageRating}</td>}
      {columns.eval && (
        <td class="number" title={move.eval && evalWords(move.eval)}>
          {move.eval && evalText(move.eval)}
        </td>
      )}
      {columns.name && <NameCell move={move} />}
    </tr>
  );
}

/* The sum of all moves, also of those not listed if the server sends it. */
function SumRow({ found, columns }: { found: Found; columns: Columns }) {
  const results = found.results ?? sumResults(found.moves);
  const games = gamesOf(results);
  const sum = (count: (move: BookMove) => number | undefined) =>
    found.moves.reduce((total, move) => total + (count(move) ?? 0), 0);
  return (
    <tfoot>
      <tr>
        <th scope="row">
          <abbr title="Total">Σ</abbr>
        </th>
        {columns.share && <td class="number share">100%</td>}
        {columns.weight && (
          <td class="number">{grouped(sum((move) => move.weight))}</td>
        )}
        {columns.count && (
          <td class="number">
            {columns.results
              ? compact(games)
              : grouped(sum((move) => move.played ?? countOf(move)))}
          </td>
        )}
        {columns.results && (
          <td class="wide">
            <Bar results={results} />
          </td>
        )}
        {columns.rating && <td class="rating" />}
        {columns.eval && <td />}
        {columns.name && <td class="name" />}
      </tr>
    </tfoot>
  );
}

export function MoveTable({ found, dim }: { found: Found; dim: boolean }) {
  const columns = columnsOf(found.moves);
  const shares = sharesOf(found.moves);
  const { order, showAll } = useStore(state, fields("order", "showAll"));
  const ordered = inOrder(found.moves, order);
  const all = showAll || ordered.length <= SHOWN_MOVES + 1;
  const moves = all ? ordered : ordered.slice(0, SHOWN_MOVES);
  const more = found.total > moves.length;
  // The sum covers all moves, so it is hidden if some were not sent.
  const summed = found.results || found.total === found.moves.length;
  return (
    <div class={dim ? "moves dim" : "moves"} aria-busy={dim}>
      <table class={columns.results ? "with-results" : undefined}>
        <caption class="hidden">
          Moves for {found.turn === "white" ? "White" : "Black"}
        </caption>
        <Head columns={columns} />
        <tbody>
          {moves.map((move) => (
            <Row
              key={move.uci}
              move={move}
              columns={columns}
              share={shares.get(move.uci) ?? 0}
            />
          ))}
        </tbody>
        {found.total > 1 && (columns.count || columns.weight) && summed && (
          <SumRow found={found} columns={columns} />
        )}
      </table>
      {more && (
        <p class="more">
          {moves.length} of {found.total} moves{" "}
          <button class="link" onClick={showAllMoves}>
            show all
          </button>
        </p>
      )}
    </div>
  );
}
