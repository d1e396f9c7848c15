// state.ts - the current book and position, and what the server knows about it
//
// The current line is a root position and the moves from it; stepping back
// keeps the moves ahead. The address in the browser always shows the position.

import { api, ApiError, type Query } from "./api";
import { announce, notify } from "./announce";
import { movesBetween, playUci, spokenMove, START, turnOf } from "../lib/fen";
import { filterQuery, readFilters, type Filters } from "./filters";
import { inOrder, type Order } from "./order";
import { createStore, memory } from "../lib/store";
import type { Book, BookMove, Found, LegalMove, Server } from "../lib/types";
import { formatAddress, parseAddress, type Mode } from "./url";

export interface Step {
  uci: string;
  san: string; // empty until the server has responded
  fen: string; // after the move
}

export interface State {
  server: Server | null;
  fatal: string | null; // why there is nothing to show
  bookId: string | null;
  mode: Mode;
  root: string;
  steps: Step[];
  at: number; // moves played of 'steps'
  found: Found | null; // the latest result, perhaps of another position
  loading: boolean; // ... in which case this is true
  problem: string | null;
  flipped: boolean;
  filters: Filters;
  showAll: boolean;
  order: Order;
  hover: string | null; // a move to show on the board, UCI
}

type Line = Pick<State, "root" | "steps" | "at">;
type Result = Pick<State, "found" | "loading">;

export const SHOWN_MOVES = 12;
const DEBOUNCE = 250;
const CACHE_SIZE = 400;

export const state = createStore<State>({
  server: null,
  fatal: null,
  bookId: null,
  mode: "explore",
  root: START,
  steps: [],
  at: 0,
  found: null,
  loading: true,
  problem: null,
  flipped: false,
  filters: readFilters(memory.get("filters")),
  showAll: false,
  order: memory.get("order") === "book" ? "book" : "count",
  hover: null,
});

export function currentBook(from: State = state.get()): Book | null {
  return from.server?.books.find((book) => book.id === from.bookId) ?? null;
}

export function currentFen(from: Line = state.get()): string {
  return from.at ? from.steps[from.at - 1]!.fen : from.root;
}

/* The result for the position on the board, if it has arrived. */
export function currentFound(from: Result = state.get()): Found | null {
  return from.loading ? null : from.found;
}

export function currentPlay(from: Line = state.get()): string[] {
  return from.steps.slice(0, from.at).map((step) => step.uci);
}

export function currentQuery(from: State = state.get(), at = from.at): Query {
  const play = from.steps.slice(0, at).map((step) => step.uci);
  const store = currentBook(from)?.kind === "store";
  return {
    book: from.bookId,
    fen: from.root === START ? "" : from.root,
    play: play.join(","),
    // The page sorts the moves of a book, so it needs all of them.
    moves: store && !from.showAll ? SHOWN_MOVES : undefined,
    ...(store ? filterQuery(from.filters) : {}),
  };
}

// Requests

const cache = new Map<string, Found>();
let controller = new AbortController();
let timer = 0;
let lastAsked = -DEBOUNCE;

function cacheFound(key: string, found: Found): void {
  cache.set(key, found);
  const oldest = cache.keys().next().value;
  if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
}

export async function findCached(
  query: Query,
  signal?: AbortSignal,
): Promise<Found> {
  const key = JSON.stringify(query);
  const known = cache.get(key);
  if (known) return known;
  const found = await api.find(query, signal);
  cacheFound(key, found);
  return found;
}

export function clearCache(): void {
  cache.clear();
}

/* Loads the current position: at once, or after a pause during a burst. */
export function loadPosition(): void {
  controller.abort();
  clearTimeout(timer);
  const query = currentQuery();
  const known = cache.get(JSON.stringify(query));
  if (known) return showFound(known);

  state.set({ loading: true });
  const now = performance.now();
  const wait = now - lastAsked < DEBOUNCE ? DEBOUNCE : 0;
  lastAsked = now;
  controller = new AbortController();
  const { signal } = controller;
  timer = window.setTimeout(() => void fetchPosition(query, signal), wait);
}

async function fetchPosition(query: Query, signal: AbortSignal): Promise<void> {
  try {
    const found = await findCached(query, signal);
    if (!signal.aborted) showFound(found);
  } catch (error) {
    if (signal.aborted) return;
    const problem = (error as Error).message;
    state.set({ loading: false, found: null, problem });
    announce(problem);
  }
}

function showFound(found: Found): void {
  const { steps, at } = state.get();
  const known = steps.map((step, index) =>
    index === at - 1 ? { ...step, fen: found.fen } : step,
  );
  state.set({ found, loading: false, problem: null, steps: known });
  void fillInSans();
}

/* Fills in the SAN of moves that came from an address or a search. */
async function fillInSans(): Promise<void> {
  const before = state.get();
  const unnamed = before.steps.findIndex((step) => !step.san);
  if (unnamed < 0) return;
  const found = await findCached(currentQuery(before, unnamed)).catch(
    () => null,
  );
  const { steps, root } = state.get();
  const step = steps[unnamed];
  if (root !== before.root || step?.uci !== before.steps[unnamed]?.uci) return;
  const move = found && legalMove(found.legal, step!.uci);
  const named = [...steps];
  named[unnamed] = { ...step!, san: move?.san ?? step!.uci };
  state.set({ steps: named });
  void fillInSans();
}

function legalMove(legal: LegalMove[], uci: string): LegalMove | undefined {
  return (
    legal.find((move) => move.uci === uci) ??
    movesBetween(legal, uci.slice(0, 2), uci.slice(2, 4))[0]
  );
}

// Navigation

function writeAddress(how: "push" | "replace"): void {
  const { bookId, root, mode, server } = state.get();
  const first = server?.books[0]?.id;
  const address = {
    book: bookId === first ? null : bookId,
    fen: root,
    play: currentPlay(),
    mode,
  };
  const url = formatAddress(address);
  if (new URL(url, location.href).href === location.href) return;
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

/* One step: replaces the address. */
function setLine(patch: Partial<State>): void {
  state.set({ ...patch, hover: null });
  writeAddress("replace");
  loadPosition();
}

export function stepTo(at: number): void {
  const { steps, at: old } = state.get();
  const bounded = Math.max(0, Math.min(steps.length, at));
  if (bounded === old) return;
  setLine({ at: bounded, showAll: false });
  const step = steps[bounded - 1];
  announce(step ? spokenStep(step) : "Start of the line");
}

function spokenStep(step: Step): string {
  const mover = turnOf(step.fen) === "white" ? "Black" : "White";
  return `${mover}: ${step.san ? spokenMove(step.san) : step.uci}`;
}

/* Plays a legal move; keeps the moves ahead if it is the first of them. */
export function play(move: LegalMove): void {
  const { steps, at } = state.get();
  if (steps[at]?.uci === move.uci) return stepTo(at + 1);
  const fen = playUci(currentFen(), move.uci);
  const step = { uci: move.uci, san: move.san, fen };
  setLine({ steps: [...steps.slice(0, at), step], at: at + 1, showAll: false });
  announce(spokenStep(step));
}

/* Drops the moves from 'at' on; the board steps back if it was past them. */
export function cutLine(at: number): void {
  const { steps, at: old } = state.get();
  setLine({ steps: steps.slice(0, at), at: Math.min(old, at), showAll: false });
}

export interface Target {
  bookId?: string | null;
  mode?: Mode;
  fen?: string;
  play?: string[];
  sans?: string[];
}

function stepsOf(root: string, play: string[], sans: string[] = []): Step[] {
  let fen = root;
  return play.map((uci, index) => {
    fen = playUci(fen, uci);
    return { uci, san: sans[index] ?? "", fen };
  });
}

/* A jump; the browser's Back button returns. */
export function jump(target: Target, how: "push" | "replace" = "push"): void {
  const old = state.get();
  const patch: Partial<State> = { hover: null, showAll: false };
  if (target.bookId !== undefined) patch.bookId = target.bookId;
  if (target.mode) patch.mode = target.mode;
  if (target.play || target.fen !== undefined) {
    patch.root = target.fen ?? START;
    patch.steps = stepsOf(patch.root, target.play ?? [], target.sans);
    patch.at = patch.steps.length;
  }
  const side = target.bookId !== undefined && bookSide(target.bookId);
  if (side) patch.flipped = side === "black";
  state.set(patch);
  memory.set("book", state.get().bookId ?? "");
  if (target.mode && target.mode !== old.mode) announce(`${target.mode} mode`);
  writeAddress(how);
  loadPosition();
}

function bookSide(id: string | null): string | null {
  return state.get().server?.books.find((book) => book.id === id)?.side ?? null;
}

export function readAddress(): void {
  const address = parseAddress(location.search);
  const books = state.get().server?.books ?? [];
  const asked = books.find((book) => book.id === address.book);
  if (address.book && !asked)
    notify(`No book “${address.book}” on this server. Showing the first one.`);
  jump(
    {
      bookId: asked?.id ?? books[0]?.id ?? null,
      mode: address.mode,
      fen: address.fen,
      play: address.play,
    },
    "replace",
  );
}

export function setFilters(filters: Filters): void {
  memory.set("filters", JSON.stringify(filters));
  state.set({ filters });
  loadPosition();
}

export function showAllMoves(): void {
  state.set({ showAll: true });
  loadPosition();
}

export function setOrder(order: Order): void {
  memory.set("order", order);
  state.set({ order });
}

/* The moves of a result in the order of the tables. */
export function orderedMoves(found: Found): BookMove[] {
  return inOrder(found.moves, state.get().order);
}

export function flip(): void {
  state.set({ flipped: !state.get().flipped });
  announce(state.get().flipped ? "Black at the bottom" : "White at the bottom");
}

/* Reloads the list of books after a change. */
export async function reloadBooks(): Promise<void> {
  state.set({ server: await api.books() });
}

export function patchBook(id: string, patch: Partial<Book>): void {
  const { server } = state.get();
  if (!server) return;
  const books = server.books.map((book) =>
    book.id === id ? { ...book, ...patch } : book,
  );
  state.set({ server: { ...server, books } });
}

export async function start(): Promise<void> {
  try {
    state.set({ server: await api.books(), fatal: null });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    const fatal = status
      ? `The server reported an error: ${(error as Error).message}`
      : "The server is not responding. Is 'tabia serve' still running?";
    state.set({ fatal });
    return;
  }
  // A bare address opens the last book; every other one names its book.
  const last = memory.get("book");
  const books = state.get().server?.books ?? [];
  if (!location.search && books.some((book) => book.id === last))
    jump({ bookId: last }, "replace");
  else readAddress();
}
