// review.ts - where the user's games left the book
//
// The games stay in the browser; the server reviews them and keeps nothing. When
// the book changes they are reviewed again, so what was repaired disappears.

import { announce, notify } from "./announce";
import { api } from "./api";
import { canEdit } from "./edits";
import { fenKey } from "./graph_data";
import { showGame } from "./game_view";
import { plural } from "../lib/format";
import { readGame } from "../lib/pasted";
import {
  noteFound,
  openPractice,
  practice,
  practiseOnly,
} from "./practice_state";
import { screen } from "./screen";
import {
  bookOf,
  currentBook,
  jump,
  setAdding,
  setTab,
  state,
  stepsOf,
} from "./state";
import { createStore, memory } from "../lib/store";
import type { Color, Departure, Review, ReviewGame } from "../lib/types";

export interface Reviewed {
  book: string | null; // null: no games yet
  revision: number;
  title: string; // of the files
  games: Blob | null;
  names: string[]; // of players, most games first
  players: string[]; // who the user is
  found: Review | null; // with the book as it is
  first: Review | null; // as it was when the games were opened
  isBusy: boolean;
  problem: string | null;
  positions: Record<Color, string[]>; // where something was found, as FENs
  gaps: string[]; // of these, where the book had no answer
}

const NOTHING: Reviewed = {
  book: null,
  revision: 0,
  title: "",
  games: null,
  names: [],
  players: [],
  found: null,
  first: null,
  isBusy: false,
  problem: null,
  positions: { white: [], black: [] },
  gaps: [],
};

export const reviewed = createStore<Reviewed>(NOTHING);

const NAMES_SHOWN = 8;
const AGAIN_MAX = 4 << 20; // bytes of games that are reviewed after each change
const HEAD_SIZE = 1 << 20; // of a file, to see whose games they are

function valuesOf(text: string, tag: string): string[] {
  const pattern = new RegExp(`^\\[${tag}\\s+"((?:[^"\\\\]|\\\\.)*)"`, "gm");
  return [...text.matchAll(pattern)].map((match) =>
    match[1]!.replace(/\\(.)/g, "$1").trim(),
  );
}

/* The players of games, with how many games each has, most first. */
export function playersOf(text: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of [...valuesOf(text, "White"), ...valuesOf(text, "Black")])
    if (name && !name.startsWith("?"))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/*
 * Who the user is: names that were chosen before, else the one that is in more
 * than half of at least three games, and in more than any other.
 */
export function guessPlayers(
  players: [string, number][],
  known: string[],
): { players: string[]; isSure: boolean } {
  const before = players
    .map(([name]) => name)
    .filter((name) => known.includes(name.toLowerCase()));
  if (before.length) return { players: before, isSure: true };
  const games = players.reduce((sum, [, count]) => sum + count, 0) / 2;
  const [first, second] = players;
  const isMost =
    first && games >= 3 && first[1] > Math.max(games / 2, second?.[1] ?? 0);
  return { players: isMost ? [first[0]] : [], isSure: false };
}

const knownPlayers = () =>
  (memory.get("players") ?? "").split("\n").filter(Boolean);

/* Opens files of games, and reviews them at once if the player is known. */
export async function openGames(files: File[]): Promise<void> {
  const book = currentBook();
  if (!files.length || book?.kind !== "book") return;
  const texts = await Promise.all(files.map((file) => file.text()));
  const text = texts.join("\n\n");
  const all = playersOf(text);
  const { players, isSure } = guessPlayers(all, knownPlayers());
  // Opponents have one game, as a rule; the user has many.
  const often = all.filter(([, count]) => count > 1);
  const others = (often.length ? often : all)
    .map(([name]) => name)
    .filter((name) => !players.includes(name));
  reviewed.set({
    ...NOTHING,
    book: book.id,
    title: files.map((file) => file.name).join(", "),
    games: new Blob([text]),
    names: [...players, ...others].slice(0, NAMES_SHOWN),
    players,
  });
  practice.set({ view: "review", isOver: false });
  setTab("practise");
  if (isSure) await reviewAgain();
}

/* Reviews games that were dropped on a book, if they seem to be the user's. */
export async function takeGames(file: File): Promise<boolean> {
  if (currentBook()?.kind !== "book") return false;
  const players = playersOf(await file.slice(0, HEAD_SIZE).text());
  if (!guessPlayers(players, knownPlayers()).players.length) return false;
  await openGames([file]);
  return true;
}

export function closeGames(): void {
  reviewed.set(NOTHING);
}

/* What to practise: where the user left, and where there was no answer. */
export function askedAt(departure: Departure): string {
  const { kind, start, play, fen, played } = departure;
  const reply = played[0];
  if (kind === "deviation" || !reply) return fen;
  return stepsOf(start, [...play, reply.uci]).pop()!.fen;
}

/*
 * What to list. An answer that was added after the games were played cannot have
 * been forgotten in them.
 */
export function listed({ found, gaps }: Reviewed): Departure[] {
  const answered = new Set(gaps.map(fenKey));
  return (found?.departures ?? []).filter(
    (one) => one.kind === "gap" || !answered.has(fenKey(one.fen)),
  );
}

/* How many gaps have an answer by now. */
export function answeredGaps(from: Reviewed): number {
  const open = listed(from).filter((one) => one.kind === "gap").map(askedAt);
  return from.found ? from.gaps.length - open.length : 0;
}

/* The first store in the table that is not made of dropped games. */
function otherStore(): string | undefined {
  const shown = state.get().here?.sources.map((one) => bookOf(one.book)) ?? [];
  return shown.find((one) => one?.kind === "store" && !one.imported)?.id;
}

const union = (one: string[], other: string[]) => [
  ...new Set([...one, ...other]),
];

/* Reviews the games; positions that were found before stay to be practised. */
export async function reviewAgain(): Promise<void> {
  const { book, games, players, positions, gaps } = reviewed.get();
  const revision = bookOf(book)?.revision ?? 0;
  if (!book || !games) return;
  rememberPlayers();
  reviewed.set({ isBusy: true, problem: null, revision });
  try {
    const source = otherStore();
    const player = players.join(";");
    const found = await api.review({ book, source, player }, games);
    if (reviewed.get().games !== games) return;
    const list = found.departures;
    const at = (side: Color) =>
      union(
        positions[side],
        list.filter((one) => one.side === side).map(askedAt),
      );
    const newGaps = list.filter((one) => one.kind === "gap").map(askedAt);
    const both = { white: at("white"), black: at("black") };
    reviewed.set({
      found,
      first: reviewed.get().first ?? found,
      isBusy: false,
      positions: both,
      gaps: union(gaps, newGaps),
    });
    if (practice.get().book === book) noteFound(union(both.white, both.black));
    announce(`${plural(found.reviewed, "game")} reviewed`);
  } catch (error) {
    if (reviewed.get().games !== games) return;
    reviewed.set({ isBusy: false, problem: (error as Error).message });
  }
}

/* The user's names, as they were chosen. */
export function setPlayers(players: string[]): void {
  const { positions } = NOTHING;
  reviewed.set({ players, positions, gaps: [], found: null, first: null });
}

/* Names that these games do not have stay known. */
function rememberPlayers(): void {
  const { names, players } = reviewed.get();
  const shown = names.map((name) => name.toLowerCase());
  const others = knownPlayers().filter((name) => !shown.includes(name));
  const mine = players.map((name) => name.toLowerCase());
  memory.set("players", [...others, ...mine].join("\n"));
}

/* After a change of the book: large files only on request. */
export function followBook(): void {
  const { book, revision, found, games, isBusy } = reviewed.get();
  const current = bookOf(book)?.revision ?? revision;
  if (!found || isBusy || !games || current === revision) return;
  if (games.size <= AGAIN_MAX) void reviewAgain();
}

/* True if the list is older than the book. */
export function isOutdated({ book, revision, isBusy }: Reviewed): boolean {
  return !isBusy && (bookOf(book)?.revision ?? revision) !== revision;
}

/* Shows a position with its table; on a small screen that is another tab. */
export function goToDeparture(departure: Departure): void {
  const { kind, start, play, played } = departure;
  const reply = kind === "gap" ? played.slice(0, 1) : [];
  const moves = [...play, ...reply.map((move) => move.uci)];
  const tab = screen.get().narrow ? { tab: "here" as const } : {};
  jump({ fen: start, play: moves, ...tab });
}

/* Opens one of the games on the board, after the move that left the book. */
export async function openOwnGame(one: ReviewGame): Promise<void> {
  const { games, book } = reviewed.get();
  const { offset, length, left, entered } = one;
  if (!games || offset === undefined || !length) return;
  const pgn = await games.slice(offset, offset + length).text();
  if (state.get().bookId !== book) return;
  const { fen, moves } = readGame(pgn);
  const isKnown = (ply: number) => ply >= (entered ?? 0) && ply < left! - 1;
  const { date, event, result } = one;
  showGame(
    {
      id: `game-${one.number}`,
      white: { name: one.white, rating: 0 },
      black: { name: one.black, rating: 0 },
      date,
      event,
      result,
      fen,
      moves: moves.map((move, ply) => ({ ...move, known: isKnown(ply) })),
      cut: false,
      pgn,
    },
    book,
    left ?? 0,
    screen.get().narrow ? "here" : undefined,
  );
}

/* The next move that is played is added to the book, with the opponent's. */
export function answerGap(departure: Departure): void {
  if (!canEdit()) return;
  goToDeparture(departure);
  if (!state.get().adding) setAdding(true);
  const { san } = departure.played[0]!;
  notify(`Play your answer to ${san}: both moves are added to the book.`);
}

/* The sides for which something was found. */
export function foundSides({ positions }: Reviewed): Color[] {
  const sides: Color[] = ["white", "black"];
  return sides.filter((side) => positions[side].length);
}

export function practiseFound(side: Color): void {
  const { book, positions } = reviewed.get();
  if (book && practice.get().side !== side) openPractice(book, side);
  // Each side is asked its own.
  practiseOnly(union(positions.white, positions.black));
}
