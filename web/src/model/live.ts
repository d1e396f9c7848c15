// live.ts - the live engine: what it thinks of the position on the board
//
// One request per position; a step ends it, which stops the search.

import { announce, notify } from "./announce";
import { api } from "./api";
import { addLine, canEdit, change, undoButton } from "./edits";
import { evalText } from "../lib/format";
import { practice } from "./practice_state";
import { screen } from "./screen";
import { spar } from "./spar";
import { currentFen, currentHere, play, state } from "./state";
import { createStore, memory } from "../lib/store";
import type { Change, Evaluated, LegalMove, LiveEvent } from "../lib/types";

export interface Live {
  on: boolean;
  count: number; // lines wanted
  fen: string | null; // being thought about; null: none
  lines: Evaluated[]; // best first
  depth: number;
  nps: number;
  end: LiveEvent["end"] | null; // why there is nothing more to come
  problem: string | null;
}

const GAP = 120; // milliseconds; a burst of steps is one search
export const MAX_LINES = 5;

const NOTHING = { lines: [], depth: 0, nps: 0, end: null, problem: null };

export const live = createStore<Live>({
  on: false,
  count: Math.min(MAX_LINES, Number(memory.get("lines")) || 3),
  fen: null,
  ...NOTHING,
});

let controller = new AbortController();
let timer = 0;

/* True during a drill, in which the answers must not be seen. */
function isDrilling(): boolean {
  const { drill, puzzle } = practice.get();
  const asks = drill || puzzle || spar.get().book;
  return state.get().tab === "practise" && Boolean(asks);
}

export function hasEngine(from = state.get()): boolean {
  return Boolean(from.server?.live);
}

function show(event: LiveEvent): void {
  const { lines, depth, nps, end, message } = event;
  if (lines) live.set({ lines, depth: depth ?? 0, nps: nps ?? 0 });
  if (end) live.set({ end });
  if (message)
    live.set({ problem: `${message[0]!.toUpperCase()}${message.slice(1)}.` });
}

async function think(fen: string, signal: AbortSignal): Promise<void> {
  const readOnly = state.get().server?.readOnly ?? false;
  try {
    await api.live(fen, live.get().count, readOnly, signal, (event) => {
      if (!signal.aborted) show(event);
    });
    if (!signal.aborted && !live.get().end)
      live.set({ end: "failed", problem: "The connection was lost." });
  } catch (error) {
    if (signal.aborted) return;
    live.set({ end: "failed", problem: (error as Error).message });
  }
}

/* Thinks about the position on the board, unless it does already. */
function follow(again = false): void {
  const { on, fen: old } = live.get();
  const fen = on && hasEngine() && !isDrilling() ? currentFen() : null;
  if (fen === old && !again) return;
  controller.abort();
  clearTimeout(timer);
  live.set({ fen, ...NOTHING });
  if (!fen) return;
  controller = new AbortController();
  const { signal } = controller;
  timer = window.setTimeout(() => void think(fen, signal), old ? GAP : 0);
}

export function startLive(): void {
  if (screen.get().narrow && !memory.get("lines")) live.set({ count: 1 });
  for (const store of [state, practice, spar]) store.watch(() => follow());
}

export function toggleLive(): void {
  if (!hasEngine())
    return announce("No engine: start the server with --engine");
  live.set({ on: !live.get().on });
  follow();
  announce(live.get().on ? "Engine on" : "Engine off");
}

export function setCount(count: number): void {
  memory.set("lines", String(count));
  live.set({ count });
  follow(true);
}

export function thinkAgain(): void {
  follow(true);
}

/* Plays the first moves of a line. */
export function playLine(moves: LegalMove[]): void {
  for (const move of moves) play(move);
  if (state.get().adding) void addLine();
}

/* True if the value of the position can be written into the book. */
export function canWrite(): boolean {
  const here = currentHere();
  return canEdit() && Boolean(here?.sources[0]?.known);
}

/* Makes the value of the best line part of the book. */
export async function writeValue(): Promise<void> {
  const { fen, lines } = live.get();
  const best = lines[0];
  if (!fen || !best || !canWrite()) return;
  const value = { ...best.eval, depth: best.depth };
  const { bookId } = state.get();
  const set: Change = { do: "set", fen, field: "eval", value };
  const edited = await change([set], bookId);
  if (!edited) return;
  notify(
    `Wrote ${evalText(best.eval)}, depth ${best.depth}, into the book.`,
    undoButton(bookId),
  );
}
