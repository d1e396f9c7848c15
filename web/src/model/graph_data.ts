// graph_data.ts - a graph prepared for drawing and navigation

import { bounds, type Box } from "../lib/camera";
import { START } from "../lib/fen";
import type { Color, Graph } from "../lib/types";

export const RADIUS = 15; // of a position, in the graph's units

export interface GraphData {
  graph: Graph;
  x: Float32Array; // by node
  y: Float32Array;
  ends: Int32Array; // from and to of each edge, as indexes of 'graph.nodes'
  parent: Int32Array; // edge that leads to a node, or -1
  box: Box;
  byFen: Map<string, number>;
  reach: Float32Array; // how likely a node is reached, 0 to 1
  labels: Label[]; // the most important first
  middle?: string | undefined; // key of the position that it was loaded around
}

/* Something to write on the map. */
export interface Label {
  kind: "family" | "variation" | "move" | "path";
  node: number; // that it is about
  text: string;
  weight: number; // how large it is, 0 to 1
}

/* Ignores the clocks and the en-passant square. */
export function fenKey(fen: string): string {
  return fen.split(" ").slice(0, 3).join(" ");
}

/*
 * How likely each node is reached: by the shares of the store; without one by the
 * lines through it. A repertoire chooses its own moves: they take nothing away.
 */
function likelihood(
  graph: Graph,
  side: Color | null,
  ends: Int32Array,
  parent: Int32Array,
): Float32Array {
  const { nodes, edges } = graph;
  const reach = new Float32Array(nodes.length);
  const most = Math.max(1, ...nodes.map((node) => node.lines));
  if (!edges.some((edge) => edge.share !== undefined))
    return Float32Array.from(nodes, (node) => node.lines / most);
  nodes.forEach((_, node) => {
    if (parent[node]! < 0) reach[node] = 1;
  });
  // By every order of moves; not those that come back to a position.
  const order = edges.map((_, index) => index);
  const plyOf = (edge: number) => nodes[ends[2 * edge]!]!.ply;
  order.sort((a, b) => plyOf(a) - plyOf(b));
  for (const edge of order) {
    const [from, to] = [ends[2 * edge]!, ends[2 * edge + 1]!];
    if (parent[to]! < 0 || nodes[from]!.ply >= nodes[to]!.ply) continue;
    const isOwn = side !== null && nodes[from]!.turn === side;
    const share = isOwn ? 1 : (edges[edge]!.share ?? 0);
    reach[to] = Math.min(1, reach[to]! + reach[from]! * share);
  }
  return reach;
}

/*
 * How large families are without those that come after them: each position
 * belongs to the last one on its way, so that the Sicilian is not only a part of
 * the King's Pawn Game. 'order' has the last plies first.
 */
function familiesOf(
  graph: Graph,
  ends: Int32Array,
  parent: Int32Array,
  order: number[],
): Map<string, number> {
  const { nodes } = graph;
  const own = Float64Array.from(nodes, (node) => 1 + node.below);
  const family = nodes.map((node) => node.name?.split(":")[0] ?? "");
  const found = new Map<string, number>();
  const before = (node: number) =>
    parent[node]! < 0 ? -1 : ends[2 * parent[node]!]!;
  for (const node of order)
    if (before(node) >= 0) own[before(node)]! -= 1 + nodes[node]!.below;
  for (const node of [...order].reverse()) {
    family[node] ||= family[before(node)] ?? "";
    const size = found.get(family[node]!) ?? 0;
    found.set(family[node]!, size + own[node]!);
  }
  return found;
}

/* Names of families, of variations, and moves; each is about a position. */
function labelsOf(
  graph: Graph,
  ends: Int32Array,
  parent: Int32Array,
  reach: Float32Array,
): Label[] {
  const { nodes, edges } = graph;
  const names = new Map<string, number>();
  const order = nodes.map((_, index) => index);
  order.sort((a, b) => nodes[b]!.ply - nodes[a]!.ply);
  const hasGames = edges.some((edge) => edge.share !== undefined);
  const most = 1 + Math.max(0, ...nodes.map((node) => node.below));
  const part = (node: number) => (1 + nodes[node]!.below) / most;
  const weight = (node: number) =>
    hasGames ? reach[node]! || part(node) * 1e-9 : part(node);
  const families = hasGames ? null : familiesOf(graph, ends, parent, order);
  const offer = (name: string, node: number) => {
    const known = names.get(name);
    if (known === undefined || weight(node) > weight(known))
      names.set(name, node);
  };
  nodes.forEach((node, index) => {
    if (!node.name || node.ply === 0) return;
    offer(node.name.split(":")[0]!, index);
    if (node.name.includes(":")) offer(node.name, index);
  });
  const label = (kind: Label["kind"], text: string, node: number): Label => ({
    kind,
    node,
    text,
    weight: weight(node),
  });
  const labels = [...names].map(([name, node]) => {
    if (name.includes(":"))
      return label("variation", name.slice(name.indexOf(":") + 1).trim(), node);
    const size = families?.get(name);
    const made = label("family", name, node);
    return size === undefined ? made : { ...made, weight: size / most };
  });
  edges.forEach((edge, index) => {
    if (edge.tree) labels.push(label("move", edge.san, ends[2 * index + 1]!));
  });
  return labels.sort((a, b) => b.weight - a.weight);
}

export function prepare(graph: Graph, side: Color | null): GraphData {
  const { nodes, edges } = graph;
  const indexes = new Map(nodes.map((node, index) => [node.id, index]));
  const ends = new Int32Array(edges.length * 2);
  const parent = new Int32Array(nodes.length).fill(-1);
  edges.forEach((edge, index) => {
    const from = indexes.get(edge.from) ?? 0;
    const to = indexes.get(edge.to) ?? 0;
    ends[2 * index] = from;
    ends[2 * index + 1] = to;
    if (edge.tree && parent[to]! < 0 && to !== from) parent[to] = index;
  });
  const reach = likelihood(graph, side, ends, parent);
  return {
    graph,
    reach,
    labels: labelsOf(graph, ends, parent, reach),
    x: Float32Array.from(nodes, (node) => node.x),
    y: Float32Array.from(nodes, (node) => node.y),
    ends,
    parent,
    box: bounds(nodes),
    byFen: new Map(nodes.map((node, index) => [fenKey(node.fen), index])),
  };
}

/* Replies that the book does not answer, as the list of holes has them. */
export interface HoleAt {
  share: number; // of the games that reach the node
  isEnd: boolean; // of a line: no reply is answered there
}

/*
 * At a node where the opponent moves: the replies without an answer. A reply
 * that the book has, but does not answer, is like the node before it.
 */
export function holeAt(
  data: GraphData,
  index: number,
  side: Color,
): HoleAt | null {
  const { nodes, edges } = data.graph;
  const node = nodes[index]!;
  if (node.unanswered !== undefined)
    return node.unanswered
      ? { share: node.unanswered, isEnd: Boolean(node.end) }
      : null;
  const edge = data.parent[index]!;
  const isOpen = node.turn === side && node.kind === "leaf";
  if (!isOpen || !edges[edge]?.share) return null;
  return { share: 1, isEnd: Boolean(nodes[data.ends[2 * edge]!]!.end) };
}

/* The edges from the top of the tree to a node, top first. */
export function wayTo(data: GraphData, node: number): number[] {
  const way: number[] = [];
  const seen = new Set<number>();
  let at = node;
  while (data.parent[at]! >= 0 && !seen.has(at)) {
    seen.add(at);
    way.unshift(data.parent[at]!);
    at = data.ends[2 * data.parent[at]!]!;
  }
  return way;
}

export interface Way {
  fen: string;
  play: string[];
  sans: string[];
}

export interface PathStep {
  uci: string;
  san: string;
  fen: string;
}

/*
 * The moves to a node: along the current path as far as possible, then down the
 * tree; otherwise from the top of the tree, which is the start of the book or a
 * position that no move leads to.
 */
export function routeTo(
  data: GraphData,
  node: number,
  root: string,
  path: PathStep[],
): Way {
  const way = wayTo(data, node);
  const route = (fen: string, before: PathStep[], from: number): Way => {
    const edges = way.slice(from).map((index) => data.graph.edges[index]!);
    return {
      fen,
      play: [...before, ...edges].map((step) => step.uci),
      sans: [...before, ...edges].map((step) => step.san),
    };
  };
  const passed = [fenKey(root), ...path.map((step) => fenKey(step.fen))];
  for (let from = way.length; from >= 0; from--) {
    const at = from
      ? data.ends[2 * way[from - 1]! + 1]!
      : topOf(data, way, node);
    const met = passed.lastIndexOf(fenKey(data.graph.nodes[at]!.fen));
    if (met >= 0) return route(root, path.slice(0, met), from);
  }
  const top = data.graph.nodes[topOf(data, way, node)]!.fen;
  return route(fenKey(top) === fenKey(START) ? START : top, [], 0);
}

function topOf(data: GraphData, way: number[], node: number): number {
  return way.length ? data.ends[2 * way[0]!]! : node;
}

/* The edges between the positions of a path that are in the window. */
export function edgesAlong(data: GraphData, fens: string[]): number[] {
  const indexes = fens.map((fen) => data.byFen.get(fenKey(fen)) ?? -1);
  const found: number[] = [];
  for (let i = 0; i < data.graph.edges.length; i++) {
    const at = indexes.indexOf(data.ends[2 * i]!);
    if (at >= 0 && indexes[at + 1] === data.ends[2 * i + 1]) found.push(i);
  }
  return found;
}
