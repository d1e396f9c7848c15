// rows.ts - the table of a position: a row for each move, a cell per source

import { gamesOf, knownOf } from "../lib/bars";
import { START } from "../lib/fen";
import { countOf, sharesOf, type Order } from "./order";
import type {
  Book,
  BookMove,
  BookReply,
  Color,
  Here,
  Join,
  LegalMove,
} from "../lib/types";

export interface Row {
  uci: string;
  san: string;
  cells: (BookMove | undefined)[]; // by source
  join: Join | undefined; // the move leads to another line of the book
  isOwn: boolean; // a move of the side that the book is for
  isHole: boolean; // a reply that the book should answer and does not
  opening: { eco?: string; name: string } | undefined;
}

/* A reply played less often than this need not be answered. */
const RARE = 0.01;

const isPlayed = (answer: BookReply) => !answer.mark;

/* The replies that the book plays. */
export function answersOf(row: Row): BookReply[] {
  return (row.cells[0]?.answers ?? []).filter(isPlayed);
}

/* The month in which a store has the move first. */
export function firstOf(row: Row): string | undefined {
  return row.cells.flatMap((cell) => cell?.first ?? []).sort()[0];
}

/* The source whose counts order the table: the first that counts games. */
export function leadingSource(here: Here): number {
  const games = here.sources.findIndex((source) =>
    source.moves.some((move) => gamesOf(move) > 0),
  );
  return games < 0 ? 0 : games;
}

function isHole(
  cells: Row["cells"],
  join: Join | undefined,
  lead: number,
): boolean {
  const own = cells[0];
  if (own?.mark || join) return false;
  if (own) return !(own.answers ?? []).some(isPlayed);
  return lead > 0 && (cells[lead]?.share ?? 0) >= RARE;
}

export function rowsOf(here: Here, book: Book, order: Order): Row[] {
  const side: Color | null = book.side ?? null;
  const known = here.sources[0]?.known ?? false;
  const lead = leadingSource(here);
  const joins = new Map(here.joins.map((join) => [join.uci, join]));
  const rows = new Map<string, Row>();
  here.sources.forEach((source, index) => {
    for (const move of source.moves) {
      let row = rows.get(move.uci);
      if (!row) {
        row = {
          uci: move.uci,
          san: move.san,
          cells: here.sources.map(() => undefined),
          join: joins.get(move.uci),
          isOwn: side === here.turn,
          isHole: false,
          opening: undefined,
        };
        rows.set(move.uci, row);
      }
      row.cells[index] = move;
      row.opening ??= move.opening ?? undefined;
    }
  });
  const list = [...rows.values()];
  // A book for Black with one first move is about no other.
  const isOnlyFirst =
    side === "black" && here.fen === START && here.sources[0]?.moves.length === 1;
  for (const row of list)
    row.isHole =
      side !== null &&
      !row.isOwn &&
      known &&
      (row.cells[0] || !isOnlyFirst) &&
      isHole(row.cells, row.join, lead);
  return order === "book" ? list : byCount(list, lead, here);
}

function byCount(rows: Row[], lead: number, here: Here): Row[] {
  const shares = here.sources.map((source) => sharesOf(source.moves));
  const marked = (row: Row) => (row.cells[0]?.mark ? 1 : 0);
  const count = (row: Row) => {
    const move = row.cells[lead];
    return (move && countOf(move)) ?? -1;
  };
  const played = (row: Row) => row.cells[0]?.played ?? 0;
  const share = (row: Row) =>
    Math.max(...shares.map((all) => all.get(row.uci) ?? 0));
  return [...rows].sort(
    (a, b) =>
      (lead ? 0 : marked(a) - marked(b)) ||
      count(b) - count(a) ||
      Number(Boolean(b.cells[0])) - Number(Boolean(a.cells[0])) ||
      played(b) - played(a) ||
      share(b) - share(a),
  );
}

export const moveOf = (row: Row): LegalMove => ({ uci: row.uci, san: row.san });

/* How the side to move scored, from 0 to 1, in games with a known result;
 * undefined without any. */
export function scoreOf(move: BookMove, turn: Color): number | undefined {
  const games = knownOf(move);
  if (!games) return undefined;
  const wins = (turn === "white" ? move.white : move.black) ?? 0;
  return (wins + (move.draws ?? 0) / 2) / games;
}
