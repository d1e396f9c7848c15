// game_view.ts - a game of a store or of one's own, played through on the board
//
// While a game is open the line on the board is that of the game, so everything
// else (keys, wheel, table, tree) works as usual. Closing it restores the line
// that was there before.

import { announce, notify } from "./announce";
import { api } from "./api";
import { playUci } from "../lib/chess";
import { createStore } from "../lib/store";
import type { GameMove, WholeGame } from "../lib/types";
import { currentFen, jump, state, type State } from "./state";
import type { Tab } from "./url";

export type ShownGame = Pick<
  WholeGame,
  "id" | "white" | "black" | "date" | "event" | "speed" | "fen" | "moves"
> &
  Pick<WholeGame, "cut" | "pgn"> & { result: string };

export interface OpenedGame {
  game: ShownGame | null;
  source: string | null; // the book whose moves are marked
  back: Pick<State, "root" | "steps" | "at"> | null;
}

const NOTHING: OpenedGame = { game: null, source: null, back: null };

export const openedGame = createStore<OpenedGame>(NOTHING);

/* Without the counters: the same position may come later. */
const placement = (fen: string) => fen.split(" ").slice(0, 4).join(" ");

/* How many moves of a game lead to a position; 0 if none do. */
export function pliesTo(game: ShownGame, fen: string): number {
  const wanted = placement(fen);
  let at = game.fen;
  for (let ply = 0; ply <= game.moves.length; ply++) {
    if (placement(at) === wanted) return ply;
    if (game.moves[ply]) at = playUci(at, game.moves[ply]!.uci);
  }
  return 0;
}

/*
 * The first move that the book does not have: the moves up to there are the
 * book's, even if the game comes back to it later. Null if it has all.
 */
export function leavesBook(moves: GameMove[]): number | null {
  const index = moves.findIndex((move) => !move.known);
  return index < 0 ? null : index;
}

/* The moves of the game that are on the board, or -1 if it shows another line. */
export function plyOnBoard(game: ShownGame, from: State = state.get()): number {
  const isSame =
    from.root === game.fen &&
    from.steps
      .slice(0, from.at)
      .every((step, i) => step.uci === game.moves[i]?.uci);
  return isSame ? from.at : -1;
}

export function showPly(ply: number): void {
  const { game } = openedGame.get();
  if (!game) return;
  const play = game.moves.map((move) => move.uci);
  jump({ fen: game.fen, play, at: ply }, "replace");
}

/* The line whose games are listed: while one is open, that before it. */
export function listedLine(from: State = state.get()): State {
  return { ...from, ...openedGame.get().back };
}

/* Shows a game after 'ply' moves: by default at the position before it. */
export function showGame(
  game: ShownGame,
  source: string | null,
  ply?: number,
  tab?: Tab,
  key: string | null = null, // in a store: STORE/ID
  how?: "push" | "replace",
): void {
  const { root, steps, at } = listedLine();
  const back = { root, steps, at };
  wanted = key;
  openedGame.set({ game, source, back });
  state.set({ game: key });
  const play = game.moves.map((move) => move.uci);
  const place = ply ?? pliesTo(game, currentFen(back));
  jump({ fen: game.fen, play, at: place, tab }, how);
  announce(`Game ${game.white.name} against ${game.black.name}`);
}

async function loadGame(key: string, how: "push" | "replace"): Promise<void> {
  const { bookId } = state.get();
  const [store = "", id = ""] = key.split("/");
  const source = bookId === store ? null : bookId;
  wanted = key;
  try {
    const game = await api.game(store, id, source);
    if (wanted !== key) return;
    showGame(game, source, undefined, undefined, key, how);
  } catch (error) {
    if (wanted !== key) return;
    notify(`Cannot open the game: ${(error as Error).message}`);
    // The game before is still on the board, if there was one.
    wanted = openedGame.get().game && state.get().game;
    state.set({ game: wanted });
  }
}

/* Opens a game at the position whose games are listed. */
export function openGame(store: string, id: string): Promise<void> {
  return loadGame(`${store}/${id}`, "push");
}

function forget(): void {
  wanted = null;
  openedGame.set(NOTHING);
}

/* Back to the line that was on the board. */
export function closeGame(): void {
  const { back } = openedGame.get();
  forget();
  state.set({ game: null });
  if (!back) return;
  const play = back.steps.map((step) => step.uci);
  jump({ fen: back.root, play, at: back.at });
  announce("Back to the book");
}

let wanted: string | null = null; // what is on the board, or will be
let book: string | null = null; // as 'follow' saw it last
let known: string | null = null; // ... and the game of the state

/* Another book and the browser's Back button close it; an address opens it. */
function follow(): void {
  const { bookId, game, server } = state.get();
  const isSame = bookId === book;
  if (!server || (isSame && game === known)) return;
  [book, known] = [bookId, game];
  if (game === wanted && (isSame || game)) return;
  forget();
  if (game) void loadGame(game, "replace");
}

export function startGameView(): void {
  window.addEventListener("popstate", () => {
    if (!state.get().game) forget(); // not in the address
  });
  state.watch(follow);
}
