// practice_choices.ts - what is practised and in which order, for each book

import { grouped } from "../lib/format";
import { memory } from "../lib/store";
import type { Book, PracticeCounts } from "../lib/types";

/*
 * What is practised: all of the book, what follows the position on the board,
 * the lines through it, what a review of games has found, or the positions of
 * another book.
 */
export type Range = "book" | "from" | "through" | "found" | `deck:${string}`;

/* New moves as in the book, or the likeliest first by the games of a source. */
export type Order = "tree" | `likely:${string}`;

export const BUILT_IN = "default"; // the source that the server always has

export interface Choices {
  range: Range;
  order: Order | null; // null: as the server has it
  rating: string; // of games to play on against; empty: all
  found: string[]; // FENs
}

export const NO_CHOICES: Choices = {
  range: "book",
  order: null,
  rating: "",
  found: [],
};

const RANGES = /^(book|from|through|found|deck:.+)$/;
const ORDERS = /^(tree|likely:.+)$/;
const FOUND_MAX = 500; // that are remembered

/* Reads what was remembered; drops anything unexpected. */
export function readChoices(text: string | null): Choices {
  let data: Partial<Record<keyof Choices, unknown>> = {};
  try {
    data = (JSON.parse(text ?? "{}") as typeof data | null) ?? {};
  } catch {
    // as if there were nothing
  }
  const { range, order, rating, found } = data;
  const fens = Array.isArray(found) ? found.map(String) : [];
  const known = RANGES.test(String(range)) ? (range as Range) : "book";
  return {
    range: known === "found" && !fens.length ? "book" : known,
    order: ORDERS.test(String(order)) ? (order as Order) : null,
    rating: /^\d+$/.test(String(rating)) ? String(rating) : "",
    found: fens,
  };
}

const nameOf = (book: string) => `practice.${book}`;

/* What was chosen for a book, without what is no longer there. */
export function rememberedChoices(book: string, books: Book[]): Choices {
  const choices = readChoices(memory.get(nameOf(book)));
  const isThere = (id: string) =>
    id === BUILT_IN || books.some((one) => one.id === id);
  const { range, order } = choices;
  return {
    ...choices,
    range: isThere(deckOf(range) ?? BUILT_IN) ? range : "book",
    order: isThere(sourceOf(order) ?? BUILT_IN) ? order : null,
  };
}

export function rememberChoices(book: string, choices: Choices): void {
  const { range, order, rating, found } = choices;
  const kept = { range, order, rating, found: found.slice(0, FOUND_MAX) };
  memory.set(nameOf(book), JSON.stringify(kept));
}

/* The book whose positions are practised, if that was chosen. */
export function deckOf(range: Range): string | null {
  return range.startsWith("deck:") ? range.slice(5) : null;
}

/* The source of likelihoods, if one was chosen. */
export function sourceOf(order: Order | null): string | null {
  return order?.startsWith("likely:") ? order.slice(7) : null;
}

/* How many new moves are left today; the limit is one for both sides. */
export function newWords(counts: PracticeCounts, limit: number): string {
  const { new: fresh, newLeft } = counts;
  const all = limit === 1 ? "1 new move" : `${grouped(limit)} new moves`;
  if (!fresh) return "No move is new.";
  if (!limit) return "No new moves are asked.";
  if (!newLeft)
    return `Today’s ${all} are done, for both sides of this book.`;
  const are = (count: number) => (count === 1 ? "is" : "are");
  const few = fresh < newLeft && `; only ${grouped(fresh)} ${are(fresh)} new here`;
  return (
    `${grouped(newLeft)} of today’s ${all} ${are(newLeft)} left, ` +
    `for both sides of this book${few || ""}.`
  );
}
