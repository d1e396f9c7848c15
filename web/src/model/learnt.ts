// learnt.ts - which positions of a book have been practised, for the map

import { api, type Query } from "./api";
import { fenKey } from "./graph_data";
import { playUci } from "../lib/chess";
import { lineKey, progressOf, readDeck } from "./srs";
import { memory } from "../lib/store";
import type { Color } from "../lib/types";

/* 1: on a line that was practised; 2: on one that is learnt. */
export type Learnt = Map<string, 1 | 2>;

const LINES = 10_000;

export async function learntOf(query: Query, side: Color): Promise<Learnt> {
  const learnt: Learnt = new Map();
  const deck = readDeck(memory.get(`deck.${query.book}.${side}`));
  if (!Object.keys(deck).length) return learnt;
  const whole = { ...query, fen: "", play: "" };
  const { lines } = await api.lines(whole, side, LINES);
  for (const line of lines) {
    const key = lineKey(
      line.fen,
      line.moves.map((move) => move.uci),
    );
    if (!deck[key]) continue;
    const level = progressOf([key], deck, Date.now()).learnt ? 2 : 1;
    let fen = line.fen;
    for (const move of ["", ...line.moves.map((move) => move.uci)]) {
      if (move) fen = playUci(fen, move);
      const old = learnt.get(fenKey(fen)) ?? 0;
      if (level > old) learnt.set(fenKey(fen), level);
    }
  }
  return learnt;
}
