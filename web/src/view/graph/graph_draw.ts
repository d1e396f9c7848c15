// graph_draw.ts - the graph on a canvas
//
// Only what is visible is drawn, in few strokes: one path for all edges of a
// kind, one for all nodes of a colour. Of elements on the same two pixels only
// the first is drawn. Zoomed out, nodes are squares without labels; labels
// appear when there is room for them.

import { scaleDown, type Camera, type Size } from "../../lib/camera";
import { evalLean, evalText } from "../../lib/format";
import { RADIUS, type GraphData } from "../../model/graph_data";
import type { GraphNode } from "../../lib/types";

export type Coloring = "eval" | "side";

export interface Palette {
  paper: string;
  ink: string;
  edge: string;
  extra: string;
  path: string;
  current: string;
  root: string;
  white: string; // White to move, nothing else known
  black: string;
  outline: string;
  lean: string[]; // from Black's win to White's
}

export interface Picture {
  data: GraphData;
  camera: Camera;
  size: Size;
  path: number[]; // edges from the start to the current position
  current: number; // nodes, or -1
  hovered: number;
  coloring: Coloring;
  palette: Palette;
}

const SIGNS_FROM = 0.33; // scale at which moves are written
const EVALS_FROM = 0.7;
const EXTRA_FROM = 0.08;
const SMALL = 3.5; // pixels: smaller nodes are squares

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: color("panel"),
    ink: color("ink"),
    edge: color("graph-edge"),
    extra: color("graph-extra"),
    path: color("accent"),
    current: color("accent"),
    root: color("good"),
    white: color("graph-white"),
    black: color("graph-black"),
    outline: color("graph-outline"),
    lean: [0, 1, 2, 3, 4, 5, 6].map((step) => color(`lean-${step}`)),
  };
}

function nodeColor(
  node: GraphNode,
  coloring: Coloring,
  palette: Palette,
): string {
  if (node.kind === "root") return palette.root;
  if (coloring === "eval" && node.eval) {
    const last = palette.lean.length - 1;
    const step = Math.round(((evalLean(node.eval) + 1) / 2) * last);
    return palette.lean[step]!;
  }
  return node.turn === "white" ? palette.white : palette.black;
}

/* Pixels of a node, from the middle. */
function radiusOf(camera: Camera): number {
  return Math.max(1.6, RADIUS * camera.scale);
}

/* The coordinates of the nodes in pixels, computed for every frame. */
class Places {
  readonly x: Float32Array;
  readonly y: Float32Array;

  constructor({ data, camera, size }: Picture) {
    const across = camera.scale;
    const down = scaleDown(camera);
    const left = size.width / 2 - camera.x * across;
    const top = size.height / 2 - camera.y * down;
    this.x = data.x.map((x) => x * across + left);
    this.y = data.y.map((y) => y * down + top);
  }
}

/* Remembers which cells of two pixels are taken. */
class Sieve {
  private readonly columns: number;
  private readonly taken: Uint8Array;

  constructor(size: Size) {
    this.columns = (size.width >> 1) + 1;
    this.taken = new Uint8Array(this.columns * ((size.height >> 1) + 1));
  }

  /* True for the first element in a cell; cells out of view are never taken. */
  takes(x: number, y: number): boolean {
    const column = x >> 1;
    const cell = column + this.columns * (y >> 1);
    if (column < 0 || column >= this.columns || !(cell in this.taken))
      return true;
    if (this.taken[cell]) return false;
    this.taken[cell] = 1;
    return true;
  }
}

type Context = CanvasRenderingContext2D;

function drawEdges(
  ctx: Context,
  picture: Picture,
  { x, y }: Places,
  tree: boolean,
): void {
  const { data, palette, size } = picture;
  const { ends, graph } = data;
  const sieve = new Sieve(size);
  ctx.beginPath();
  for (let i = 0; i < graph.edges.length; i++) {
    if (graph.edges[i]!.tree !== tree) continue;
    const a = ends[2 * i]!;
    const b = ends[2 * i + 1]!;
    const ax = x[a]!;
    const ay = y[a]!;
    const bx = x[b]!;
    const by = y[b]!;
    if ((ax < 0 && bx < 0) || (ay < 0 && by < 0)) continue;
    if (ax > size.width && bx > size.width) continue;
    if (ay > size.height && by > size.height) continue;
    if (!sieve.takes(bx, by)) continue;
    ctx.moveTo(ax, ay);
    ctx.lineTo(bx, by);
  }
  ctx.lineWidth = Math.min(1.3, Math.max(0.6, 2 * picture.camera.scale));
  ctx.strokeStyle = tree ? palette.edge : palette.extra;
  ctx.setLineDash(tree ? [] : [6, 5]);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawPath(ctx: Context, picture: Picture, { x, y }: Places): void {
  const { data, path, palette } = picture;
  ctx.beginPath();
  for (const edge of path) {
    ctx.moveTo(x[data.ends[2 * edge]!]!, y[data.ends[2 * edge]!]!);
    ctx.lineTo(x[data.ends[2 * edge + 1]!]!, y[data.ends[2 * edge + 1]!]!);
  }
  ctx.lineWidth = 2.5;
  ctx.strokeStyle = palette.path;
  ctx.stroke();
}

/* True if a point is in view, or so near that its label may be. */
function isSeen(size: Size, x: number, y: number): boolean {
  const margin = 30;
  return (
    x > -margin &&
    x < size.width + margin &&
    y > -margin &&
    y < size.height + margin
  );
}

/* The nodes in view, by colour. */
function byColor(picture: Picture, { x, y }: Places): Map<string, number[]> {
  const { data, coloring, palette, size } = picture;
  const groups = new Map<string, number[]>();
  const sieve = new Sieve(size);
  for (let i = 0; i < x.length; i++) {
    if (!isSeen(size, x[i]!, y[i]!) || !sieve.takes(x[i]!, y[i]!)) continue;
    const color = nodeColor(data.graph.nodes[i]!, coloring, palette);
    const group = groups.get(color);
    if (group) group.push(i);
    else groups.set(color, [i]);
  }
  return groups;
}

function drawNodes(ctx: Context, picture: Picture, places: Places): void {
  const { x, y } = places;
  const radius = radiusOf(picture.camera);
  for (const [color, nodes] of byColor(picture, places)) {
    ctx.fillStyle = color;
    if (radius < SMALL) {
      for (const i of nodes)
        ctx.fillRect(x[i]! - radius, y[i]! - radius, 2 * radius, 2 * radius);
      continue;
    }
    ctx.beginPath();
    for (const i of nodes) {
      ctx.moveTo(x[i]! + radius, y[i]!);
      ctx.arc(x[i]!, y[i]!, radius, 0, 2 * Math.PI);
    }
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = picture.palette.outline;
    ctx.stroke();
  }
}

function sign(ctx: Context, text: string, x: number, y: number): void {
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

/*
 * The label of a move is above the position it leads to; of several such moves,
 * the others are labelled on their edges.
 */
function drawSigns(ctx: Context, picture: Picture, { x, y }: Places): void {
  const { data, camera, palette, size } = picture;
  const { graph, ends } = data;
  const radius = radiusOf(camera);
  const height = Math.min(16, Math.max(10, 13 * camera.scale));
  ctx.fillStyle = palette.ink;
  ctx.strokeStyle = palette.paper;
  ctx.lineWidth = 3.5;
  ctx.lineJoin = "round";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `600 ${height}px system-ui, sans-serif`;
  graph.edges.forEach((edge, i) => {
    const a = ends[2 * i]!;
    const b = ends[2 * i + 1]!;
    const px = edge.tree ? x[b]! : x[a]! + (x[b]! - x[a]!) * 0.3;
    const py = edge.tree
      ? y[b]! - radius - height * 0.75
      : y[a]! + (y[b]! - y[a]!) * 0.3;
    if (isSeen(size, px, py)) sign(ctx, edge.san, px, py);
  });
  if (camera.scale < EVALS_FROM) return;
  ctx.font = `${height - 1.5}px system-ui, sans-serif`;
  graph.nodes.forEach((node, i) => {
    if (!node.eval || !isSeen(size, x[i]!, y[i]!)) return;
    sign(ctx, evalText(node.eval), x[i]!, y[i]! + radius + height * 0.75);
  });
}

function drawRing(
  ctx: Context,
  picture: Picture,
  { x, y }: Places,
  node: number,
  color: string,
): void {
  if (node < 0) return;
  ctx.beginPath();
  const radius = radiusOf(picture.camera) + 4;
  ctx.arc(x[node]!, y[node]!, radius, 0, 2 * Math.PI);
  ctx.lineWidth = 3;
  ctx.strokeStyle = color;
  ctx.stroke();
}

export function drawPicture(ctx: Context, picture: Picture): void {
  const { camera, size, palette } = picture;
  const ratio = ctx.canvas.width / size.width;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = palette.paper;
  ctx.fillRect(0, 0, size.width, size.height);
  const places = new Places(picture);
  drawEdges(ctx, picture, places, true);
  if (camera.scale > EXTRA_FROM) drawEdges(ctx, picture, places, false);
  drawPath(ctx, picture, places);
  drawNodes(ctx, picture, places);
  drawRing(ctx, picture, places, picture.hovered, palette.ink);
  drawRing(ctx, picture, places, picture.current, palette.current);
  if (camera.scale >= SIGNS_FROM) drawSigns(ctx, picture, places);
}
