// ahead.ts - asks for the positions that are likely next, while nothing happens
//
// The move under the pointer, and the first moves of the table: one request
// after another, none while the page waits for an answer itself.

import { holesAhead } from "./holes";
import { moveOf, rowsOf } from "./rows";
import { afterMove, currentBook, currentQuery, hereAnswers, state } from "./state";
import type { Here, LegalMove } from "../lib/types";

const MOVES = 3;
const PAUSE = 40; // milliseconds; a burst of steps asks for nothing ahead
const FIRST = 200; // ... while the page is being loaded

let turn = 0;
let timer = 0;

async function askAhead(moves: LegalMove[]): Promise<void> {
  const mine = ++turn;
  const from = state.get();
  for (const move of moves) {
    if (mine !== turn || document.hidden) return;
    const next = { ...from, ...afterMove(move, from) };
    await hereAnswers.load(currentQuery(next));
    if (mine === turn) await holesAhead(next);
  }
}

/* The first moves of the table, or the one under the pointer. */
function likelyMoves(): LegalMove[] {
  const { here, hover, order } = state.get();
  const book = currentBook();
  if (!here || !book) return [];
  const moves = rowsOf(here, book, order).map(moveOf);
  return hover
    ? moves.filter((move) => move.uci === hover)
    : moves.slice(0, MOVES);
}

export function startAhead(): void {
  let pause = FIRST;
  let seen: { here: Here | null; hover: string | null } | null = null;
  state.watch(() => {
    const { here, hover, loading, tab } = state.get();
    if (!loading && here === seen?.here && hover === seen?.hover) return;
    turn++;
    clearTimeout(timer);
    seen = loading ? null : { here, hover };
    if (loading || tab === "practise") return;
    timer = window.setTimeout(() => {
      pause = PAUSE;
      askAhead(likelyMoves()).catch(() => {}); // it will be asked for again
    }, pause);
  });
}
