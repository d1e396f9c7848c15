// outline.ts - the book as an annotated tree, loaded part by part
//
// Every position has one place in the tree; a move that leads to it from
// elsewhere is a link. The server knows the places; only the positions of the
// line on the board are where that line has them. What is loaded stays until
// the book is changed.

import { api, type Query } from "./api";
import { playUci } from "../lib/chess";
import { plyOf, START } from "../lib/fen";
import { moveNumber } from "../lib/format";
import { fenKey } from "./graph_data";
import { currentBook, currentFen, currentQuery, jump, state } from "./state";
import { createStore } from "../lib/store";
import type {
  Chapter,
  Outline as Answer,
  OutlineMove,
  OutlineRoot,
  Way,
} from "../lib/types";

export interface TreeNode {
  id: number;
  fen: string;
  ply: number; // of the position
  move: OutlineMove | null; // that leads here; null: a root
  parent: TreeNode | null;
  children: TreeEntry[] | null; // null: not loaded
}

/* A move to a place of its own, or a link to another place. */
export interface TreeEntry {
  from: TreeNode; // the position of the move
  move: OutlineMove;
  node: TreeNode | null;
  same: Way | null;
}

export interface Outline {
  book: string | null;
  revision: number;
  roots: OutlineRoot[];
  chapters: Chapter[]; // of a study with several
  top: OutlineRoot | null; // the root that is shown
  root: TreeNode | null;
  byKey: Map<string, TreeNode>; // by fenKey
  whole: boolean;
  problem: string | null;
}

const LIMIT = 240; // positions of a request

const empty: Outline = {
  book: null,
  revision: -1,
  roots: [],
  chapters: [],
  top: null,
  root: null,
  byKey: new Map(),
  whole: true,
  problem: null,
};

export const outline = createStore<Outline>(empty);

let parts = new Map<number, OutlineMove[]>();
let fens = new Map<number, string>(); // by id; clocks may be another line's
let asked = ""; // what was asked for last

/* The place of a position on the board's line. */
interface Place {
  from: number;
  uci: string;
  way: Way;
}

/* The places that differ from those of the server. */
function placesOf(root: OutlineRoot): Map<number, Place> {
  const places = new Map<number, Place>();
  const line = state.get();
  if (fenKey(line.root) !== fenKey(root.fen)) return places;
  const met = new Set([root.id]);
  let id = root.id;
  let differs = false; // so does everything after it
  for (const [i, step] of line.steps.slice(0, line.at).entries()) {
    const move = parts.get(id)?.find((one) => one.uci === step.uci);
    if (!move || met.has(move.to)) break;
    differs ||= Boolean(move.same);
    const way = {
      line: moveNumber(plyOf(root.fen) + i, true) + step.san,
      play: line.steps
        .slice(0, i + 1)
        .map((one) => one.uci)
        .join(","),
      ...(line.root !== START && { start: line.root }),
    };
    if (differs) places.set(move.to, { from: id, uci: step.uci, way });
    met.add(move.to);
    id = move.to;
  }
  return places;
}

/* The root with which the line on the board begins, or else another. */
function topOf(roots: OutlineRoot[], other: OutlineRoot | null) {
  const key = fenKey(state.get().root);
  return roots.find((one) => fenKey(one.fen) === key) ?? other;
}

/* Builds the tree of a root from all parts that are loaded. */
function build(root: OutlineRoot): Pick<Outline, "root" | "byKey"> {
  const byKey = new Map<string, TreeNode>();
  const places = placesOf(root);
  built = keyOf(places);
  const linkOf = (from: number, move: OutlineMove): Way | null => {
    const place = places.get(move.to);
    if (!place) return move.same ?? null;
    return place.from === from && place.uci === move.uci ? null : place.way;
  };
  const grow = (
    id: number,
    ply: number,
    move: OutlineMove | null,
    parent: TreeNode | null,
  ): TreeNode => {
    const moves = parts.get(id);
    let fen = fens.get(id);
    if (!fen) {
      fen = move && parent ? playUci(parent.fen, move.uci) : root.fen;
      fens.set(id, fen);
    }
    const node: TreeNode = {
      id,
      fen,
      ply,
      move,
      parent,
      children: moves || move?.below === 0 ? [] : null,
    };
    byKey.set(fenKey(fen), node);
    node.children = moves
      ? moves.map((next) => {
          const same = linkOf(id, next);
          const entry = { from: node, move: next, same };
          if (same) return { ...entry, node: null };
          return { ...entry, node: grow(next.to, ply + 1, next, node) };
        })
      : node.children;
    return node;
  };
  return { root: grow(root.id, plyOf(root.fen), null, null), byKey };
}

const keyOf = (places: Map<number, Place>) =>
  [...places].map(([id, { from, uci }]) => `${from} ${uci} ${id}`).join();

let built = ""; // the places of the tree that is shown

const asChapter = ({ name, fen }: OutlineRoot): Chapter => ({
  ...(name && { title: name }),
  start: fen,
  play: "",
});

/* A book that does not have the usual start opens where it begins. */
function goToFirst(roots: OutlineRoot[]): void {
  const { root, steps } = state.get();
  if (root !== START || steps.length || !roots[0]) return;
  if (topOf(roots, null)) return;
  jump({ fen: roots[0].fen, play: [] }, "replace");
}

function take(book: string, answer: Answer): void {
  const known = outline.get();
  if (known.book !== book || known.revision !== answer.revision)
    [parts, fens] = [new Map(), new Map()];
  for (const part of answer.positions) parts.set(part.id, part.moves);
  const { roots } = answer;
  const above = roots.find((one) => one.id === answer.root);
  const top = topOf(roots, above ?? roots[0] ?? null);
  outline.set({
    book,
    revision: answer.revision,
    roots,
    chapters: answer.chapters ?? roots.map(asChapter),
    top,
    whole: answer.whole,
    problem: null,
    ...(top ? build(top) : { root: null, byKey: new Map() }),
  });
  if (known.book !== book) goToFirst(roots);
}

/* The line on the board may begin with another root, and may give positions
 * other places. */
function rebuild(): void {
  const { roots, top: old } = outline.get();
  const top = topOf(roots, old);
  if (top && (top !== old || keyOf(placesOf(top)) !== built))
    outline.set({ top, ...build(top) });
}

let early: Promise<Answer | null> | null = null;

/*
 * Requests the tree before the list of books is there. The answer is used once,
 * if the book has not changed meanwhile.
 */
export function requestEarly(): void {
  early = api.outline(currentQuery(), LIMIT).catch(() => null);
}

async function fetchOutline(book: string, query: Query): Promise<void> {
  const first = early;
  early = null;
  try {
    const known = await first;
    const isCurrent = known && known.revision === currentBook()?.revision;
    const answer = isCurrent ? known : await api.outline(query, LIMIT);
    if (state.get().bookId !== book) return;
    if (answer.revision < (currentBook()?.revision ?? 0)) {
      asked = ""; // overtaken by a change
      return follow();
    }
    take(book, answer);
  } catch (error) {
    if (state.get().bookId !== book) return;
    asked = ""; // the next step tries again
    outline.set({ problem: (error as Error).message });
  }
}

/* Loads the tree of the book, or the part around the position on the board. */
function follow(): void {
  const from = state.get();
  const book = currentBook(from);
  if (!book || from.problem) return;
  if (book.kind !== "book") {
    asked = ""; // what was loaded of another book is forgotten
    if (outline.get().book !== book.id) outline.set({ ...empty, book: book.id });
    return;
  }
  const { book: known, revision, problem } = outline.get();
  const isCurrent = known === book.id && revision === book.revision;
  const key = fenKey(currentFen(from));
  if (isCurrent) rebuild();
  // What the book has else is in a part that is not loaded, or below another
  // root.
  const isKnown = from.here?.sources[0]?.known;
  if (isCurrent && (outline.get().byKey.has(key) || from.loading || !isKnown)) {
    asked = ""; // it may have failed, or have come for another book
    if (problem) outline.set({ problem: null });
    return;
  }
  const place = isCurrent ? key : from.root;
  const wanted = `${book.id} ${book.revision} ${place}`;
  if (wanted === asked) return;
  asked = wanted;
  void fetchOutline(book.id, currentQuery(from));
}

export function startOutline(): void {
  state.watch(follow);
}

/* The moves from the root of a node to it. */
export function playTo(node: TreeNode): string[] {
  const play: string[] = [];
  for (let at: TreeNode | null = node; at?.move; at = at.parent)
    play.unshift(at.move.uci);
  return play;
}

export function rootOf(node: TreeNode): TreeNode {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

/* Loads what follows a node. */
export async function loadBelow(node: TreeNode): Promise<void> {
  const { book } = outline.get();
  if (!book || node.children) return;
  const root = rootOf(node).fen;
  const fen = root === START ? "" : root;
  await fetchOutline(book, { book, fen, play: playTo(node).join(",") });
}

/* The node of the position on the board, or of the last one that the book has. */
export function nodeAt(
  from: Pick<Outline, "byKey">,
  line: { root: string; steps: { fen: string }[]; at: number },
): { node: TreeNode | null; beyond: number } {
  for (let at = line.at; at >= 0; at--) {
    const fen = at ? line.steps[at - 1]!.fen : line.root;
    const node = from.byKey.get(fenKey(fen));
    if (node) return { node, beyond: line.at - at };
  }
  return { node: null, beyond: line.at };
}

/* The main line of the book after the position on the board, as far as it is
 * loaded; empty where the moves of a game or of a line are ahead. A move that is
 * not to be played is on no main line; such moves come last. */
export function mainLineAhead(): OutlineMove[] {
  const { at, steps } = state.get();
  const found = nodeAt(outline.get(), state.get());
  const line: OutlineMove[] = [];
  if (at < steps.length || found.beyond > 0) return line;
  for (let node = found.node; node?.children?.[0]; ) {
    const entry: TreeEntry = node.children[0];
    if (entry.move.mark) break;
    line.push(entry.move);
    node = entry.node;
  }
  return line;
}
