// old_decks.ts - progress that former pages kept in the browser
//
// Puzzles that were solved are a list of FENs, of all sets together.
// A deck has a card for each line of a side, under a hash of its moves. Lines
// that have grown since are found by their first moves.

import type { Line } from "../lib/types";

export interface OldCard {
  box: number; // 0 to 6
  due: number; // milliseconds since 1970
  seen: number;
  lapses: number;
}

/* A card with its line, as the server takes it over. */
export interface OldLine extends OldCard {
  fen: string;
  play: string[];
}

export type Deck = Record<string, OldCard>;

/* A short key for a line, the same on every visit. */
export function lineKey(fen: string, ucis: string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const char of `${fen} ${ucis.join(" ")}`) {
    const code = char.charCodeAt(0);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

/* Parses a deck from the browser's storage; drops anything unexpected. */
export function readDeck(text: string | null): Deck {
  const deck: Deck = {};
  let data: unknown = null;
  try {
    data = JSON.parse(text ?? "null");
  } catch {
    return deck;
  }
  if (!data || typeof data !== "object") return deck;
  for (const [key, card] of Object.entries(data as Record<string, OldCard>)) {
    const numbers = [card?.box, card?.due, card?.seen, card?.lapses];
    if (numbers.every((number) => Number.isFinite(number))) deck[key] = card;
  }
  return deck;
}

/* The cards of a deck whose lines the book still has. */
export function oldLines(deck: Deck, lines: Line[]): OldLine[] {
  const found = new Map<string, OldLine>();
  for (const { fen, moves } of lines) {
    const ucis = moves.map((move) => move.uci);
    for (let count = ucis.length; count > 0; count--) {
      const play = ucis.slice(0, count);
      const key = lineKey(fen, play);
      const card = deck[key];
      if (card && !found.has(key)) found.set(key, { ...card, fen, play });
    }
  }
  return [...found.values()];
}

/* The FENs of the puzzles that were solved. */
export function readSolved(text: string | null): string[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
