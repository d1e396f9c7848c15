// spar.ts - a game against the book, the games of a store, or the engine

import { announce } from "./announce";
import { api } from "./api";
import type { BoardProps } from "./board_props";
import type { Route } from "./drill";
import { playUci } from "../lib/chess";
import { shownSquares, spokenMove, START, turnOf } from "../lib/fen";
import { movesOf, state, stepsOf } from "./state";
import { createStore } from "../lib/store";
import type { Color, Evaluated, LegalMove } from "../lib/types";

/* Who chooses the other side's moves. */
export type Opponent =
  | { kind: "book"; id: string; title: string }
  | { kind: "store"; id: string; title: string; ratings?: string }
  | { kind: "engine" };

export interface Spar {
  book: string | null; // that is practised; null: no game
  opponent: Opponent;
  side: Color; // of the user
  start: string;
  given: number; // moves that were there when the game began
  moves: LegalMove[];
  end: string | null; // why the game is over
}

export const spar = createStore<Spar>({
  book: null,
  opponent: { kind: "engine" },
  side: "white",
  start: START,
  given: 0,
  moves: [],
  end: null,
});

const REPLY_PAUSE = 450;
const ENGINE_TIME = 1500;
const SEEDS = 1_000_000;

const sparFen = (moves = spar.get().moves) =>
  moves.reduce((fen, move) => playUci(fen, move.uci), spar.get().start);

export const isOwnTurn = (moves = spar.get().moves) =>
  turnOf(sparFen(moves)) === spar.get().side;

/* A game from the start, or on from a line. */
export function startSpar(
  book: string,
  side: Color,
  opponent: Opponent,
  from: Route = { start: START, play: [] },
): void {
  const { start } = from;
  const moves = stepsOf(start, from.play).map(({ uci, san }) => ({ uci, san }));
  const given = moves.length;
  spar.set({ book, side, opponent, start, given, moves, end: null });
  state.set({ flipped: side === "black" });
  continueGame();
}

/* The same game once more. */
export function restartSpar(): void {
  const { moves, given } = spar.get();
  spar.set({ moves: moves.slice(0, given), end: null });
  continueGame();
}

export function endSpar(): void {
  spar.set({ book: null, moves: [], end: null });
}

/* Goes back to the user's previous turn. */
export function takeBackSpar(): void {
  const { moves, given } = spar.get();
  let count = moves.length - 1;
  while (count > given && !isOwnTurn(moves.slice(0, count))) count--;
  spar.set({ moves: moves.slice(0, Math.max(given, count)), end: null });
  continueGame();
}

function continueGame(): void {
  const { moves } = spar.get();
  if (!movesOf(sparFen()).legal.length)
    return spar.set({ end: "The game is over." });
  if (!isOwnTurn()) setTimeout(() => void letOtherMove(moves), REPLY_PAUSE);
}

/* The engine's best move after a moment. */
async function engineMove(fen: string): Promise<LegalMove | null> {
  const controller = new AbortController();
  const readOnly = state.get().server?.readOnly ?? false;
  let best: Evaluated | undefined;
  let isLate = false;
  const stop = () => {
    if (isLate && best) controller.abort();
  };
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, ENGINE_TIME);
  try {
    await api.live(fen, 1, readOnly, controller.signal, (event) => {
      best = event.lines?.[0] ?? best;
      stop();
    });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return best?.pv[0] ?? null;
}

async function otherMove(
  from: Spar,
  opponent: Opponent,
): Promise<LegalMove | null> {
  if (opponent.kind === "engine") return engineMove(sparFen(from.moves));
  const query = {
    book: opponent.id,
    fen: from.start === START ? "" : from.start,
    play: from.moves.map((move) => move.uci).join(","),
    ...(opponent.kind === "store" && { ratings: opponent.ratings }),
  };
  const seed = Math.floor(Math.random() * SEEDS);
  return (await api.pick(query, seed)).move;
}

const ENDS: Record<Opponent["kind"], string> = {
  book: "You are out of book: it has no move here.",
  store: "No game has come this far.",
  engine: "The engine has no move.",
};

async function letOtherMove(moves: LegalMove[]): Promise<void> {
  const from = spar.get();
  if (!from.book || from.moves !== moves) return;
  const { opponent } = from;
  const move = await otherMove(from, opponent).catch((error: Error) => error);
  if (spar.get().book !== from.book || spar.get().moves !== moves) return;
  if (move instanceof Error) return spar.set({ end: move.message });
  if (!move) {
    announce(ENDS[opponent.kind]);
    return spar.set({ end: ENDS[opponent.kind] });
  }
  announce(spokenMove(move.san));
  spar.set({ moves: [...moves, move] });
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
