// branch.ts - copying a branch to another book, and ordering moves

import { announce, notify } from "./announce";
import { api } from "./api";
import { playUci } from "../lib/chess";
import { plural } from "../lib/format";
import { canEdit, change, undoButton } from "./edits";
import { nodeAt, outline, type TreeNode } from "./outline";
import { bookOf, currentQuery, state } from "./state";
import type { Change, Outline, OutlineMove } from "../lib/types";

const LIMIT = 5000; // positions, as the server has it

/* The changes that give a book a move with its values. */
function copyMove(fen: string, move: OutlineMove): Change[] {
  const { uci } = move;
  const changes: Change[] = [{ do: "add", fen, uci }];
  const set = (field: string, value: Change["value"]) => {
    if (value !== undefined)
      changes.push({ do: "set", fen, uci, field, value });
  };
  set("remark", move.remark);
  set("nags", move.nags);
  set("mark", move.mark);
  if (move.comment) {
    const after = playUci(fen, uci);
    changes.push({ do: "set", fen: after, field: "comment", value: move.comment });
  }
  return changes;
}

/* The moves of a line and of everything after it, in order. */
function collect(outline: Outline, root: string, play: string[]): Change[][] {
  const parts = new Map(outline.positions.map((part) => [part.id, part.moves]));
  const all: Change[][] = [];
  let fen = root;
  let id = outline.root;
  for (const uci of play) {
    const move = id === null ? undefined : parts.get(id)?.find((one) => one.uci === uci);
    if (!move) return all;
    all.push(copyMove(fen, move));
    fen = playUci(fen, uci);
    id = move.to;
  }
  const met = new Set<number>();
  const follow = (position: number, at: string) => {
    if (met.has(position)) return;
    met.add(position);
    for (const move of parts.get(position) ?? []) {
      all.push(copyMove(at, move));
      follow(move.to, playUci(at, move.uci));
    }
  };
  if (id !== null) follow(id, fen);
  return all;
}

/* Copies the line on the board, and what follows it, to another book. */
export async function copyBranch(target: string): Promise<void> {
  const { root, steps, at } = state.get();
  const play = steps.slice(0, at).map((step) => step.uci);
  const title = bookOf(target)?.title ?? target;
  try {
    const part = await api.outline(currentQuery(), LIMIT);
    const moves = collect(part, root, play);
    if (!(await change(moves.flat(), target))) return;
    const count = plural(moves.length, "move");
    notify(
      part.whole || part.positions.length < LIMIT
        ? `Copied ${count} to “${title}”.`
        : `Copied only the first ${count} to “${title}”: the branch is larger.`,
      undoButton(target),
    );
  } catch (error) {
    notify(`Not copied: ${(error as Error).message}`);
  }
}

/* Gives a move another place among those of its position. */
export async function orderMove(
  from: TreeNode,
  uci: string,
  place: number,
): Promise<void> {
  const moves = from.children ?? [];
  const entry = moves.find((one) => one.move.uci === uci);
  if (!entry) return;
  const { san } = entry.move;
  if (place < 0) return announce(`${san} is the first move already`);
  if (place >= moves.length) return announce(`${san} is the last move already`);
  const { fen } = from;
  const { book } = outline.get();
  const value = moves[place]!.move.place ?? place; // in the book
  if (await change([{ do: "order", fen, uci, value }], book))
    announce(`${san} is move ${place + 1} of ${moves.length}`);
}

/* Moves it up (-1) or down (1). */
export function shiftMove(from: TreeNode, uci: string, by: -1 | 1): Promise<void> {
  const place = from.children?.findIndex((one) => one.move.uci === uci) ?? -1;
  return place < 0 ? Promise.resolve() : orderMove(from, uci, place + by);
}

/* Moves the last move on the board up or down. */
export function shiftLast(by: -1 | 1): void {
  const line = state.get();
  const { node, beyond } = nodeAt(outline.get(), line);
  if (!canEdit()) return announce("This book cannot be edited");
  if (!node?.parent || !node.move || beyond)
    return announce("No move of the book to order");
  void shiftMove(node.parent, node.move.uci, by);
}
