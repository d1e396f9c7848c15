// graphdata.ts - a graph made ready for drawing and for walking

import { bounds, Grid, type Box } from "./camera";
import { START } from "./fen";
import type { Graph, GraphEdge } from "./types";

export const RADIUS = 15; // of a position, in the graph's units

export interface GraphData {
  graph: Graph;
  x: Float32Array; // by node
  y: Float32Array;
  ends: Int32Array; // from and to of each edge, by place in 'graph.nodes'
  parent: Int32Array; // edge that leads to a node, or -1
  grid: Grid;
  box: Box;
  byFen: Map<string, number>;
}

/* Clocks and an en-passant square nobody can use do not matter here. */
export function fenKey(fen: string): string {
  return fen.split(" ").slice(0, 3).join(" ");
}

export function prepare(graph: Graph): GraphData {
  const { nodes, edges } = graph;
  const places = new Map(nodes.map((node, place) => [node.id, place]));
  const ends = new Int32Array(edges.length * 2);
  const parent = new Int32Array(nodes.length).fill(-1);
  edges.forEach((edge, index) => {
    const from = places.get(edge.from) ?? 0;
    const to = places.get(edge.to) ?? 0;
    ends[2 * index] = from;
    ends[2 * index + 1] = to;
    if (edge.tree && parent[to]! < 0 && to !== from) parent[to] = index;
  });
  return {
    graph,
    x: Float32Array.from(nodes, (node) => node.x),
    y: Float32Array.from(nodes, (node) => node.y),
    ends,
    parent,
    grid: new Grid(nodes, RADIUS * 6),
    box: bounds(nodes),
    byFen: new Map(nodes.map((node, place) => [fenKey(node.fen), place])),
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
 * How to reach a node: from the start, or along the path we came by if the
 * top of this window lies on it, or as a position without a history.
 */
export function routeTo(
  data: GraphData,
  node: number,
  root: string,
  path: PathStep[],
): Way {
  const way = wayTo(data, node);
  const top = way.length ? data.ends[2 * way[0]!]! : node;
  const topKey = fenKey(data.graph.nodes[top]!.fen);
  const edges: GraphEdge[] = way.map((index) => data.graph.edges[index]!);
  const route = (fen: string, before: PathStep[]): Way => ({
    fen,
    play: [...before, ...edges].map((step) => step.uci),
    sans: [...before, ...edges].map((step) => step.san),
  });
  if (topKey === fenKey(START)) return route(START, []);
  if (topKey === fenKey(root)) return route(root, []);
  const met = path.findIndex((step) => fenKey(step.fen) === topKey);
  if (met >= 0) return route(root, path.slice(0, met + 1));
  return { fen: data.graph.nodes[node]!.fen, play: [], sans: [] };
}
