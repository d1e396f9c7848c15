// keys.ts - keyboard shortcuts, the same as on Lichess where it has them

import { announce } from "./announce";
import { shiftLast } from "./branch";
import { closeGame, openedGame } from "./game_view";
import { addLine, addMove, canEdit, playMove, redo, save, undo } from "./edits";
import {
  currentBook,
  currentHere,
  currentQuery,
  flip,
  foundOf,
  hereAnswers,
  jump,
  orderedMoves,
  setAdding,
  setTab,
  state,
  stepTo,
} from "./state";
import { toggleLive } from "./live";
import { mainLineAhead } from "./outline";
import { moveOf, rowsOf, type Row } from "./rows";
import { createStore } from "../lib/store";

export const help = createStore({ open: false });

function focus(id: string): void {
  const element = document.getElementById(id) as HTMLInputElement | null;
  element?.focus();
  element?.select();
}

/* Shows a part, and gives it the focus. */
function goTo(part: "here" | "tree", selector: string): void {
  setTab(part);
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
}

function rows(): Row[] {
  const here = currentHere();
  const book = currentBook();
  return here && book ? rowsOf(here, book, state.get().order) : [];
}

function playFirst(): void {
  const row = rows()[0];
  if (row) playMove(moveOf(row));
  else announce("No book move here");
}

/* The move of the row with the focus, or else the line on the board. */
function addToBook(): void {
  if (!canEdit()) return announce("This book cannot be edited");
  const focused = document.activeElement?.closest<HTMLElement>(".moves tr");
  const row = rows().find((one) => one.uci === focused?.dataset["uci"]);
  if (row) addMove(moveOf(row));
  else void addLine();
}

function toggleAdding(): void {
  if (canEdit()) setAdding(!state.get().adding);
  else announce("This book cannot be edited");
}

/* Replaces the last move by the next or previous branch of the book. */
async function branch(by: 1 | -1): Promise<void> {
  const from = state.get();
  const last = from.steps[from.at - 1];
  if (!last) return;
  const before = await hereAnswers
    .load(currentQuery(from, from.at - 1))
    .catch(() => null);
  const moves = before ? orderedMoves(foundOf(before)) : [];
  const count = moves.length;
  if (count < 2 || state.get() !== from) return announce("No other branch");
  const index = moves.findIndex((move) => move.uci === last.uci);
  const move = moves[(index + by + count) % count]!;
  const way = from.steps.slice(0, from.at - 1).map((step) => step.uci);
  jump({ fen: from.root, play: [...way, move.uci] }, "replace");
  announce(move.san);
}

/* The moves ahead, or else the main line of the book; not after a game. */
export function movesAhead(): number {
  const { at, steps } = state.get();
  if (at < steps.length) return steps.length - at;
  return openedGame.get().game ? 0 : mainLineAhead().length;
}

/* Goes forward, along the main line where no move is ahead. */
export function goForward(by: number): void {
  const { at, root, steps } = state.get();
  if (!movesAhead()) return;
  if (at < steps.length) return stepTo(at + by);
  const ahead = mainLineAhead().slice(0, by);
  const play = [...steps, ...ahead].map((one) => one.uci);
  jump({ fen: root, play }, "replace");
  announce(ahead[ahead.length - 1]!.san);
}

/* The keys, their descriptions in the help, and what they do. */
export const KEYS: [string[], string, () => void][] = [
  [["ArrowLeft", "k"], "back", () => stepTo(state.get().at - 1)],
  [["ArrowRight", "j"], "forward, along the book", () => goForward(1)],
  [["ArrowUp", "0", "Home"], "go to the start", () => stepTo(0)],
  [["ArrowDown", "$", "End"], "go to the end", () => goForward(Infinity)],
  [["Shift+ArrowLeft", "K"], "previous branch", () => void branch(-1)],
  [["Shift+ArrowRight", "J"], "next branch", () => void branch(1)],
  [["Alt+ArrowUp"], "move up among the moves before it", () => shiftLast(-1)],
  [["Alt+ArrowDown"], "move down", () => shiftLast(1)],
  [["Shift+ "], "play the first move in the table", playFirst],
  [["f"], "flip the board", flip],
  [["M"], "add the line on the board to the book", addToBook],
  [["c"], "write a comment", () => goTo("here", "textarea.note")],
  [["d"], "add the moves you play: on or off", toggleAdding],
  [["l"], "engine: on or off", toggleLive],
  [["e"], "table of moves", () => goTo("here", "tbody .san")],
  [["t"], "tree", () => goTo("tree", '.tree [tabindex="0"]')],
  [["h"], "holes", () => setTab("holes")],
  [["s"], "games", () => setTab("games")],
  [["g"], "map", () => setTab("map")],
  [["p"], "practise", () => setTab("practise")],
  [["Escape"], "close the game on the board", closeGame],
  [["m"], "type a move", () => focus("move")],
  [["/"], "search, or paste a position or moves", () => focus("search")],
  [["?"], "show keyboard shortcuts", () => help.set({ open: true })],
  [["Ctrl+z"], "undo", () => void undo(state.get().bookId)],
  [["Ctrl+Shift+Z", "Ctrl+y"], "redo", () => void redo(state.get().bookId)],
  [["Ctrl+s"], "save", () => void save()],
];

function keyName(event: KeyboardEvent): string {
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const alt = event.altKey ? "Alt+" : "";
  // Shift is part of a character such as "$", but not of an arrow or a space.
  const named = event.key.length > 1 || event.key === " " || ctrl;
  const shift = event.shiftKey && named ? "Shift+" : "";
  return ctrl + alt + shift + event.key;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest("dialog")) return true;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

export function startKeys(): void {
  document.addEventListener("keydown", (event) => {
    const name = keyName(event);
    if (event.defaultPrevented || (isTyping(event) && name !== "Ctrl+s")) return;
    const entry = KEYS.find(([names]) => names.includes(name));
    if (!entry) return;
    if (name.startsWith("Ctrl+") && !canEdit()) return;
    if (name === "Escape" && !openedGame.get().game) return;
    event.preventDefault();
    entry[2]();
  });
}
