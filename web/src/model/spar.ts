// spar.ts - a game against the book, until it has no more moves

import { announce } from "./announce";
import { api } from "./api";
import type { BoardProps } from "./board_props";
import { playUci } from "../lib/chess";
import { shownSquares, spokenMove, START, turnOf } from "../lib/fen";
import { movesOf, state } from "./state";
import { createStore } from "../lib/store";
import type { Color, LegalMove } from "../lib/types";

export interface Spar {
  book: string | null; // null: no game
  side: Color; // of the user
  moves: LegalMove[];
  end: string | null; // why the game is over
}

export const spar = createStore<Spar>({
  book: null,
  side: "white",
  moves: [],
  end: null,
});

const REPLY_PAUSE = 450;
const SEEDS = 1_000_000;

const sparFen = (moves = spar.get().moves) =>
  moves.reduce((fen, move) => playUci(fen, move.uci), START);

export const isOwnTurn = () => turnOf(sparFen()) === spar.get().side;

export function startSpar(book: string, side: Color): void {
  spar.set({ book, side, moves: [], end: null });
  state.set({ flipped: side === "black" });
  continueGame();
}

export function endSpar(): void {
  spar.set({ book: null, moves: [], end: null });
}

/* Goes back to the user's previous turn. */
export function takeBackSpar(): void {
  const { moves, side } = spar.get();
  const first = side === "white" ? 0 : 1;
  const own = moves.length - ((moves.length - first) % 2 === 0 ? 2 : 1);
  spar.set({ moves: moves.slice(0, Math.max(first, own)), end: null });
  continueGame();
}

function continueGame(): void {
  const { moves } = spar.get();
  if (isOwnTurn()) {
    const isOver = !movesOf(sparFen()).legal.length;
    return spar.set({ end: isOver ? "The game is over." : null });
  }
  setTimeout(() => void letBookMove(moves), REPLY_PAUSE);
}

async function letBookMove(moves: LegalMove[]): Promise<void> {
  const { book } = spar.get();
  if (!book || spar.get().moves !== moves) return;
  const play = moves.map((move) => move.uci);
  const seed = Math.floor(Math.random() * SEEDS);
  const picked = await api.pick(book, play, seed).catch((error: Error) => error);
  if (spar.get().book !== book || spar.get().moves !== moves) return;
  if (picked instanceof Error) return spar.set({ end: picked.message });
  if (!picked.move) {
    const end = "You are out of book: it has no move here.";
    announce(end);
    return spar.set({ end });
  }
  announce(spokenMove(picked.move.san));
  spar.set({ moves: [...moves, picked.move] });
  continueGame();
}

function playOwn(move: LegalMove): void {
  if (!isOwnTurn() || spar.get().end) return;
  spar.set({ moves: [...spar.get().moves, move] });
  continueGame();
}

/* What the board shows during a game; null: no game. */
export function sparBoard(): BoardProps | null {
  const { book, moves, end } = spar.get();
  if (!book) return null;
  const { legal, check } = movesOf(sparFen());
  const last = moves[moves.length - 1];
  return {
    fen: sparFen(),
    below: state.get().flipped ? "black" : "white",
    legal: isOwnTurn() && !end ? legal : [],
    check,
    onMove: playOwn,
    lastMove: last && shownSquares(last),
    arrows: [],
  };
}
