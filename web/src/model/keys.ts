// keys.ts - keyboard shortcuts, the same as on Lichess where it has them

import { announce } from "./announce";
import { redo, save, undo } from "./edits";
import {
  currentBook,
  currentFound,
  currentQuery,
  findCached,
  flip,
  jump,
  orderedMoves,
  play,
  state,
  stepTo,
} from "./state";
import { createStore } from "../lib/store";

export const help = createStore({ open: false });

function focus(id: string): void {
  const element = document.getElementById(id) as HTMLInputElement | null;
  element?.focus();
  element?.select();
}

function playFirst(): void {
  const found = currentFound();
  const move = found && orderedMoves(found)[0];
  if (move) play(move);
  else announce("No book move here");
}

/* Replaces the last move by the next or previous branch of the book. */
async function branch(by: 1 | -1): Promise<void> {
  const from = state.get();
  const last = from.steps[from.at - 1];
  if (!last) return;
  const before = await findCached(currentQuery(from, from.at - 1)).catch(
    () => null,
  );
  const moves = before ? orderedMoves(before) : [];
  const count = moves.length;
  if (count < 2 || state.get() !== from) return announce("No other branch");
  const index = moves.findIndex((move) => move.uci === last.uci);
  const move = moves[(index + by + count) % count]!;
  const steps = [
    ...from.steps.slice(0, from.at - 1),
    { uci: move.uci, san: move.san, fen: move.fen },
  ];
  jump(
    {
      fen: from.root,
      play: steps.map((step) => step.uci),
      sans: steps.map((step) => step.san),
    },
    "replace",
  );
  announce(move.san);
}

const end = () => state.get().steps.length;
const step = (by: number) => () => stepTo(state.get().at + by);

/* The keys, their descriptions in the help, and what they do. */
export const KEYS: [string[], string, () => void][] = [
  [["ArrowLeft", "k"], "back", step(-1)],
  [["ArrowRight", "j"], "forward", step(1)],
  [["ArrowUp", "0", "Home"], "go to the start", () => stepTo(0)],
  [["ArrowDown", "$", "End"], "go to the end", () => stepTo(end())],
  [["Shift+ArrowLeft", "K"], "previous branch", () => void branch(-1)],
  [["Shift+ArrowRight", "J"], "next branch", () => void branch(1)],
  [["Shift+ "], "play the first move in the table", playFirst],
  [["f"], "flip the board", flip],
  [["e"], "Explore", () => jump({ mode: "explore" })],
  [["g"], "Graph", () => jump({ mode: "graph" })],
  [["d"], "Edit", () => jump({ mode: "edit" })],
  [["p"], "Practice", () => jump({ mode: "practice" })],
  [["m"], "type a move", () => focus("move")],
  [["/"], "search openings", () => focus("search")],
  [["?"], "show keyboard shortcuts", () => help.set({ open: true })],
  [["Ctrl+z"], "undo (Edit)", () => isEditing() && void undo()],
  [["Ctrl+Shift+Z", "Ctrl+y"], "redo (Edit)", () => isEditing() && void redo()],
  [["Ctrl+s"], "save (Edit)", () => isEditing() && void save()],
];

function isEditing(): boolean {
  return state.get().mode === "edit" && currentBook()?.editable === true;
}

function keyName(event: KeyboardEvent): string {
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  // Shift is part of a character such as "$", but not of an arrow or a space.
  const named = event.key.length > 1 || event.key === " " || ctrl;
  const shift = event.shiftKey && named ? "Shift+" : "";
  return ctrl + shift + event.key;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest("dialog")) return true;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

export function startKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented || isTyping(event)) return;
    const name = keyName(event);
    const entry = KEYS.find(([names]) => names.includes(name));
    if (!entry) return;
    if (name.startsWith("Ctrl+") && !isEditing()) return;
    event.preventDefault();
    entry[2]();
  });
}
