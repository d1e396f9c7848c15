// state.ts - the current book and position, and what the sources know about it
//
// The current line is a root position and the moves from it; stepping back
// keeps the moves ahead. The address in the browser always shows the position.
// A step is one request; the legal moves are known without it.

import { api, ApiError, type Query } from "./api";
import { announce, notify } from "./announce";
import { isCheck, legalMove, legalMoves, playUci } from "../lib/chess";
import { spokenMove, START, turnOf } from "../lib/fen";
import { filterQuery, NO_FILTERS, playerQuery, type Filters } from "./filters";
import { addImports, importsQuery, setImports } from "./imports";
import { Answers, Pace } from "./answers";
import { inOrder, type Order } from "./order";
import { screen } from "./screen";
import { createStore, memory } from "../lib/store";
import type {
  Book,
  BookMove,
  Color,
  Found,
  Here,
  LegalMove,
  Server,
} from "../lib/types";
import {
  formatAddress,
  isLower,
  isMoves,
  parseAddress,
  TABS,
  type Tab,
} from "./url";

export interface Step {
  uci: string;
  san: string;
  fen: string; // after the move
}

export interface State {
  server: Server | null;
  fatal: string | null; // why there is nothing to show
  bookId: string | null;
  tab: Tab;
  lower: Tab | null; // the tab that was shown last below the table
  root: string;
  steps: Step[];
  at: number; // moves played of 'steps'
  here: Here | null; // the latest answer, perhaps of another position
  asked: Query | null; // what it answers
  loading: boolean; // ... in which case this is true
  problem: string | null;
  flipped: boolean;
  sources: string[] | null; // null: as the server chooses them
  sourceOrder: string[]; // as they were listed when some were last chosen
  filters: Filters;
  holes: string; // from where on: "here", "whole", moves; "": as is sensible
  game: string | null; // on the board: STORE/ID
  adding: boolean; // moves that are played are added to the book
  showAll: boolean;
  order: Order;
  hover: string | null; // a move to show on the board, UCI
  smallMap: boolean | null; // beside the board; null: if there is room
}

type Line = Pick<State, "root" | "steps" | "at">;
type Result = Pick<State, "here" | "loading">;

export const SHOWN_MOVES = 12;
const KEPT = 400; // positions whose moves are kept

export const state = createStore<State>({
  server: null,
  fatal: null,
  bookId: null,
  tab: "here",
  lower: null,
  root: START,
  steps: [],
  at: 0,
  here: null,
  asked: null,
  loading: true,
  problem: null,
  flipped: false,
  sources: null,
  sourceOrder: [],
  filters: NO_FILTERS,
  holes: "",
  game: null,
  adding: false,
  showAll: false,
  order: memory.get("order") === "book" ? "book" : "count",
  hover: null,
  smallMap: ({ "1": true, "0": false } as const)[memory.get("map") ?? ""] ?? null,
});

export function bookOf(id: string | null, from = state.get()): Book | null {
  return from.server?.books.find((book) => book.id === id) ?? null;
}

export function currentBook(from: State = state.get()): Book | null {
  return bookOf(from.bookId, from);
}

/* The stores in the table, in the order of the sources. */
export function shownStores(from: State = state.get()): Book[] {
  const shown = from.here?.sources.map((source) => source.book) ?? [];
  const ids = new Set([from.bookId, ...shown]);
  const books = [...ids].flatMap((id) => bookOf(id, from) ?? []);
  return books.filter((book) => book.kind === "store");
}

/* The first of them is the measure: of what is likely, and of holes. */
export function firstStore(from: State = state.get()): Book | null {
  return shownStores(from)[0] ?? null;
}

export function currentFen(from: Line = state.get()): string {
  return from.at ? from.steps[from.at - 1]!.fen : from.root;
}

export function currentPlay(from: Line = state.get()): string[] {
  return from.steps.slice(0, from.at).map((step) => step.uci);
}

const built = new WeakMap<Here, Found>();

/* What the book itself has, with the legal moves. */
export function foundOf(here: Here): Found {
  const known = built.get(here);
  if (known) return known;
  const own = here.sources[0]!;
  const { fen, turn, check, ply, opening } = here;
  const legal = legalMoves(fen);
  const found: Found = { ...own, fen, turn, check, ply, opening, legal };
  built.set(here, found);
  return found;
}

/* The answer for the position on the board, if it has arrived. */
export function currentHere(from: Result = state.get()): Here | null {
  return from.loading ? null : from.here;
}

export function currentFound(from: Result = state.get()): Found | null {
  const here = currentHere(from);
  return here && foundOf(here);
}

/* Positions are shown again and again, so their moves are kept for a while. */
const moves = new Map<string, { legal: LegalMove[]; check: boolean }>();

export function movesOf(fen: string): { legal: LegalMove[]; check: boolean } {
  let known = moves.get(fen);
  if (!known) {
    known = { legal: legalMoves(fen), check: isCheck(fen) };
    if (moves.size > KEPT) moves.clear();
    moves.set(fen, known);
  }
  return known;
}

export function currentQuery(from: State = state.get(), at = from.at): Query {
  const play = from.steps.slice(0, at).map((step) => step.uci);
  // A list of the book alone means no other source.
  const sources = from.sources?.join(",") || from.bookId;
  return {
    book: from.bookId,
    fen: from.root === START ? "" : from.root,
    play: play.join(","),
    sources: from.sources && sources ? sources : undefined,
    imports: from.sources ? undefined : importsQuery(),
    ...filterQuery(from.filters),
    ...playerQuery(from.filters),
  };
}

// Requests

export const hereAnswers = new Answers(api.here);
const pace = new Pace();

/* Loads the position on the board, after a change of the state if there is one. */
export function loadPosition(patch: Partial<State> = {}): void {
  pace.stop();
  const query = currentQuery({ ...state.get(), ...patch });
  const here = hereAnswers.get(query);
  if (!here) pace.ask((signal) => void fetchPosition(query, signal));
  const answer = here ? shown(here, query) : { loading: true };
  state.set({ ...patch, ...answer });
}

async function fetchPosition(query: Query, signal: AbortSignal): Promise<void> {
  try {
    const here = await hereAnswers.load(query, signal);
    if (!signal.aborted) state.set(shown(here, query));
  } catch (error) {
    if (!signal.aborted) showProblem((error as Error).message);
  }
}

function showProblem(problem: string): void {
  state.set({ loading: false, here: null, problem });
  announce(problem);
}

function shown(here: Here, asked: Query): Partial<State> {
  return { here, asked, loading: false, problem: null };
}

// Navigation

function sideOf(book: Book | null): Color {
  return book?.side === "black" ? "black" : "white";
}

/* The address of a place in a book, for the browser and for links. */
export function addressOf(from: State = state.get()): string {
  const { bookId, root, tab, server, sources, filters, flipped } = from;
  const side = flipped ? "black" : "white";
  return formatAddress({
    book: bookId === server?.books[0]?.id ? null : bookId,
    fen: root,
    play: currentPlay(from),
    tab,
    sources,
    side: side === sideOf(currentBook(from)) ? null : side,
    filters,
    holes: from.holes,
    game: from.game,
  });
}

export function writeAddress(how: "push" | "replace" = "replace"): void {
  if (!state.get().server) return; // not yet known what is the default
  const url = addressOf();
  if (new URL(url, location.href).href === location.href) return;
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

/* One step: replaces the address. */
function setLine(patch: Partial<State>): void {
  loadPosition({ ...patch, hover: null, showAll: false });
  writeAddress();
}

export function stepTo(at: number): void {
  const { steps, at: old } = state.get();
  const bounded = Math.max(0, Math.min(steps.length, at));
  if (bounded === old) return;
  setLine({ at: bounded });
  const step = steps[bounded - 1];
  announce(step ? spokenStep(step) : "Start of the line");
}

function spokenStep(step: Step): string {
  const mover = turnOf(step.fen) === "white" ? "Black" : "White";
  return `${mover}: ${spokenMove(step.san)}`;
}

/* The line after a legal move; keeps the moves ahead if it is the first of
 * them. */
export function afterMove(
  move: LegalMove,
  from: Line = state.get(),
): Pick<State, "steps" | "at"> {
  const { steps, at } = from;
  if (steps[at]?.uci === move.uci) return { steps, at: at + 1 };
  const fen = playUci(currentFen(from), move.uci);
  const step = { uci: move.uci, san: move.san, fen };
  return { steps: [...steps.slice(0, at), step], at: at + 1 };
}

export function play(move: LegalMove): void {
  const line = afterMove(move);
  setLine(line);
  announce(spokenStep(line.steps[line.at - 1]!));
}

/* Drops the moves from 'at' on; the board steps back if it was past them. */
export function cutLine(at: number): void {
  const { steps, at: old } = state.get();
  setLine({ steps: steps.slice(0, at), at: Math.min(old, at) });
}

export interface Target {
  bookId?: string | null;
  tab?: Tab;
  fen?: string;
  play?: string[];
  at?: number; // moves of 'play' that are on the board; all by default
}

/* Moves that are not legal stay as they are: the server says what is wrong. */
export function stepsOf(root: string, play: string[]): Step[] {
  let fen = root;
  return play.map((uci) => {
    const move = legalMove(fen, uci) ?? { uci, san: uci };
    fen = playUci(fen, move.uci);
    return { ...move, fen };
  });
}

/* A jump; the browser's Back button returns. */
export function jump(target: Target, how: "push" | "replace" = "push"): void {
  const old = state.get();
  const patch: Partial<State> = { hover: null, showAll: false };
  if (target.bookId !== undefined) Object.assign(patch, bookPatch(target.bookId));
  if (target.tab) Object.assign(patch, tabPatch(target.tab));
  if (target.play || target.fen !== undefined) {
    patch.root = target.fen ?? START;
    patch.steps = stepsOf(patch.root, target.play ?? []);
    patch.at = Math.min(target.at ?? patch.steps.length, patch.steps.length);
  }
  loadPosition(patch);
  if (state.get().bookId) memory.set("book", state.get().bookId!);
  if (target.tab && target.tab !== old.tab) announce(target.tab);
  writeAddress(how);
}

function bookPatch(id: string | null): Partial<State> {
  const book = bookOf(id);
  const patch: Partial<State> = { bookId: id, adding: addsByDefault(book) };
  // Moves of one book mean nothing in another.
  const { bookId, here, holes } = state.get();
  if (bookId && id !== bookId && isMoves(holes)) patch.holes = "";
  if (id !== bookId || !here) patch.flipped = sideOf(book) === "black";
  if (id !== bookId) patch.game = null;
  return patch;
}

/* Remembered for each book; an empty one is there to be filled. */
function addsByDefault(book: Book | null): boolean {
  if (!book?.editable) return false;
  const known = memory.get(`adding.${book.id}`);
  if (known) return known === "1";
  // It goes on when the page is loaded again, with the first moves.
  if (!book.positions) memory.set(`adding.${book.id}`, "1");
  return !book.positions;
}

export function setAdding(adding: boolean): void {
  const { bookId } = state.get();
  if (bookId) memory.set(`adding.${bookId}`, adding ? "1" : "0");
  state.set({ adding });
  announce(adding ? "Moves you play are added" : "Moves you play are not added");
}

function tabPatch(tab: Tab): Partial<State> {
  return isLower(tab) ? { tab, lower: tab } : { tab };
}

/* The tabs there are. Puzzles are there to be solved, and have nothing else. */
export function tabsOf(from: State = state.get()): readonly Tab[] {
  if (currentBook(from)?.kind === "puzzles") return ["practise"];
  return screen.get().narrow ? TABS : TABS.filter(isLower);
}

/* The tab whose panel is shown. On a large screen the table and the tree are
 * always there, so one of the others is shown as well. */
export function shownTab(from: State = state.get()): Tab {
  const kind = currentBook(from)?.kind;
  if (kind === "puzzles") return "practise";
  if (screen.get().narrow || isLower(from.tab)) return from.tab;
  return from.lower ?? (kind === "book" ? "holes" : "games");
}

export function setTab(tab: Tab): void {
  const isSolving = currentBook()?.kind === "puzzles";
  if (tab === state.get().tab || (isSolving && tab !== "practise")) return;
  state.set(tabPatch(tab));
  writeAddress("push");
  announce(tab);
}

/* Shows what the address says. */
export function readAddress(): void {
  const address = parseAddress(location.search);
  const books = state.get().server?.books ?? [];
  const asked = books.find((book) => book.id === address.book);
  if (address.book && !asked)
    notify(`No book “${address.book}” on this server. Showing the first one.`);
  const book = asked ?? books[0] ?? null;
  const { sources, filters, holes, game } = address;
  state.set({
    sources,
    filters,
    holes,
    flipped: (address.side ?? sideOf(book)) === "black",
  });
  const { bookId, tab, fen, play } = { ...address, bookId: book?.id ?? null };
  const { flipped } = state.get();
  const edits = /[?&]mode=edit\b/.test(location.search);
  jump({ bookId, tab, fen, play }, "replace");
  state.set({ flipped, game });
  if (edits && book?.editable) setAdding(true);
  writeAddress();
}

export function setFilters(filters: Filters): void {
  loadPosition({ filters });
  writeAddress();
}

/* null: as the server chooses them. */
export function setSources(
  sources: string[] | null,
  sourceOrder = state.get().sourceOrder,
): void {
  loadPosition({ sources, sourceOrder });
  writeAddress();
}

export function setHolesFrom(holes: string): void {
  state.set({ holes });
  writeAddress();
}

export function setSmallMap(smallMap: boolean): void {
  memory.set("map", smallMap ? "1" : "0");
  state.set({ smallMap });
}

export function setOrder(order: Order): void {
  memory.set("order", order);
  state.set({ order });
}

/* The book's moves in the order of the table. */
export function orderedMoves(found: Found): BookMove[] {
  return inOrder(found.moves, state.get().order);
}

export function flip(): void {
  state.set({ flipped: !state.get().flipped });
  writeAddress();
  announce(state.get().flipped ? "Black at the bottom" : "White at the bottom");
}

/* Reloads the list of books after a change. */
export async function reloadBooks(): Promise<void> {
  const server = await api.books(importsQuery());
  setImports(server.books.flatMap((book) => (book.imported ? book.id : [])));
  state.set({ server });
}

export function patchBook(id: string, patch: Partial<Book>): void {
  const { server } = state.get();
  if (!server) return;
  const books = server.books.map((book) =>
    book.id === id ? { ...book, ...patch } : book,
  );
  state.set({ server: { ...server, books } });
}

/*
 * Requests the list of books, the first answer and what 'requestMore' wants
 * together. What the address names may be gone; then the answer is an error
 * that the list explains.
 */
export async function start(requestMore: () => void): Promise<void> {
  const address = parseAddress(location.search);
  const last = location.search ? null : memory.get("book");
  const { fen: root, play } = address;
  const steps = stepsOf(root, play);
  const bookId = address.book ?? last;
  addImports([bookId, ...(address.sources ?? [])]);
  const { sources, filters, tab, holes } = address;
  const place = { root, steps, at: steps.length, sources, filters, holes };
  state.set({ ...place, ...tabPatch(tab), bookId, loading: true, problem: null });
  const query = currentQuery();
  const first = hereAnswers.load(query).catch(() => null);
  requestMore();
  try {
    await reloadBooks();
    state.set({ fatal: null });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    const fatal = status
      ? `The server reported an error: ${(error as Error).message}`
      : "The server is not responding. Is 'tabia serve' still running?";
    state.set({ fatal });
    return;
  }
  const here = await first;
  const books = state.get().server?.books ?? [];
  // Without a name the server answered for the first book: it is that one's.
  if (here && !bookId && books[0])
    hereAnswers.set({ ...query, book: books[0].id }, here);
  if (last && books.some((book) => book.id === last))
    jump({ bookId: last }, "replace");
  else readAddress();
  const back = books
    .flatMap(({ restored, title }) => (restored ? `${restored} in “${title}”` : []))
    .join(", ");
  if (back && back !== memory.get("back"))
    notify(`Unsaved changes from last time are back: ${back}.`);
  memory.set("back", back);
}
