// graph_data.ts - a graph prepared for drawing and navigation

import { bounds, Grid, type Box } from "../lib/camera";
import { START } from "../lib/fen";
import type { Color, Graph } from "../lib/types";

export const RADIUS = 15; // of a position, in the graph's units

export interface GraphData {
  graph: Graph;
  x: Float32Array; // by node
  y: Float32Array;
  ends: Int32Array; // from and to of each edge, as indexes of 'graph.nodes'
  parent: Int32Array; // edge that leads to a node, or -1
  grid: Grid;
  box: Box;
  byFen: Map<string, number>;
  reach: Float32Array; // how likely a node is reached, 0 to 1
  labels: Label[]; // the most important first
}

/* Something to write on the map. */
export interface Label {
  kind: "family" | "variation" | "move";
  node: number; // that it is about
  text: string;
  count: number; // lines behind it; games, if it is searched in place
  x: number; // where it is written from far: the middle of what it names
  y: number;
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
  const order = nodes.map((_, index) => index);
  order.sort((a, b) => nodes[a]!.ply - nodes[b]!.ply);
  for (const node of order) {
    const edge = parent[node]!;
    if (edge < 0) {
      reach[node] = 1;
      continue;
    }
    const from = ends[2 * edge]!;
    const isOwn = side !== null && nodes[from]!.turn === side;
    reach[node] = reach[from]! * (isOwn ? 1 : (edges[edge]!.share ?? 0));
  }
  return reach;
}

/*
 * Names of families, of variations, and moves. A family is written where its
 * first position is, or from far in the middle of all that follow it, as a map
 * has the names of countries.
 */
function labelsOf(
  graph: Graph,
  ends: Int32Array,
  parent: Int32Array,
  reach: Float32Array,
  isLoaded: boolean,
): Label[] {
  const { nodes, edges } = graph;
  const names = new Map<string, number>();
  const size = new Float64Array(nodes.length).fill(1);
  const x = Float64Array.from(nodes, (node) => node.x);
  const y = Float64Array.from(nodes, (node) => node.y);
  const order = nodes.map((_, index) => index);
  order.sort((a, b) => nodes[b]!.ply - nodes[a]!.ply);
  for (const node of order) {
    if (parent[node]! < 0) continue;
    const from = ends[2 * parent[node]!]!;
    size[from]! += size[node]!;
    x[from]! += x[node]!;
    y[from]! += y[node]!;
  }
  const weight = (node: number) => reach[node]! || nodes[node]!.lines * 1e-9;
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
    count: isLoaded
      ? nodes[node]!.lines
      : (edges[parent[node]!]?.games ?? 0),
    x: x[node]! / size[node]!,
    y: y[node]! / size[node]!,
  });
  const labels = [...names].map(([name, node]) =>
    name.includes(":")
      ? label("variation", name.slice(name.indexOf(":") + 1).trim(), node)
      : label("family", name, node),
  );
  edges.forEach((edge, index) => {
    if (edge.tree) labels.push(label("move", edge.san, ends[2 * index + 1]!));
  });
  return labels.sort((a, b) => weight(b.node) - weight(a.node));
}

/* 'isLoaded': a book, whose lines are counted. */
export function prepare(
  graph: Graph,
  side: Color | null,
  isLoaded: boolean,
): GraphData {
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
    labels: labelsOf(graph, ends, parent, reach, isLoaded),
    x: Float32Array.from(nodes, (node) => node.x),
    y: Float32Array.from(nodes, (node) => node.y),
    ends,
    parent,
    grid: new Grid(nodes, RADIUS * 6),
    box: bounds(nodes),
    byFen: new Map(nodes.map((node, index) => [fenKey(node.fen), index])),
  };
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
