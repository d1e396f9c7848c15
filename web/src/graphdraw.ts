// graphdraw.ts - the graph on a canvas
//
// Only what is seen is drawn, in few strokes: one path for all edges of a
// kind, one for all nodes of a colour. Far away nodes are squares without
// signs; signs come when there is room for them.

import { visibleBox, type Box, type Camera, type Size } from "./camera";
import { evalLean, evalText } from "./format";
import { RADIUS, type GraphData } from "./graphdata";
import type { GraphNode } from "./types";

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

const SIGNS_FROM = 0.45; // scale at which moves are written
const NAMES_FROM = 0.85;
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

export function nodeColor(
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

function drawEdges(
  ctx: CanvasRenderingContext2D,
  picture: Picture,
  box: Box,
  tree: boolean,
): void {
  const { data, palette, camera } = picture;
  const { x, y, ends, graph } = data;
  ctx.beginPath();
  for (let i = 0; i < graph.edges.length; i++) {
    if (graph.edges[i]!.tree !== tree) continue;
    const a = ends[2 * i]!;
    const b = ends[2 * i + 1]!;
    const ax = x[a]!;
    const ay = y[a]!;
    const bx = x[b]!;
    const by = y[b]!;
    if (ax < box.left && bx < box.left) continue;
    if (ax > box.right && bx > box.right) continue;
    if (ay < box.top && by < box.top) continue;
    if (ay > box.bottom && by > box.bottom) continue;
    ctx.moveTo(ax, ay);
    ctx.lineTo(bx, by);
  }
  ctx.lineWidth = Math.max(1.2, 0.7 / camera.scale);
  ctx.strokeStyle = tree ? palette.edge : palette.extra;
  ctx.setLineDash(tree ? [] : [6, 5]);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawPath(ctx: CanvasRenderingContext2D, picture: Picture): void {
  const { data, camera, path, palette } = picture;
  ctx.beginPath();
  for (const edge of path) {
    const from = data.ends[2 * edge]!;
    const to = data.ends[2 * edge + 1]!;
    ctx.moveTo(data.x[from]!, data.y[from]!);
    ctx.lineTo(data.x[to]!, data.y[to]!);
  }
  ctx.lineWidth = Math.max(3, 2.2 / camera.scale);
  ctx.strokeStyle = palette.path;
  ctx.stroke();
}

/* The nodes in view, by colour. */
function byColor(picture: Picture, box: Box): Map<string, number[]> {
  const { data, coloring, palette } = picture;
  const groups = new Map<string, number[]>();
  for (let i = 0; i < data.x.length; i++) {
    const x = data.x[i]!;
    const y = data.y[i]!;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    const color = nodeColor(data.graph.nodes[i]!, coloring, palette);
    const group = groups.get(color);
    if (group) group.push(i);
    else groups.set(color, [i]);
  }
  return groups;
}

function drawNodes(
  ctx: CanvasRenderingContext2D,
  picture: Picture,
  box: Box,
): void {
  const { data, camera, palette } = picture;
  const small = RADIUS * camera.scale < SMALL;
  const radius = Math.max(RADIUS, 1.6 / camera.scale);
  for (const [color, nodes] of byColor(picture, box)) {
    ctx.fillStyle = color;
    if (small) {
      for (const i of nodes)
        ctx.fillRect(
          data.x[i]! - radius,
          data.y[i]! - radius,
          2 * radius,
          2 * radius,
        );
      continue;
    }
    ctx.beginPath();
    for (const i of nodes) {
      ctx.moveTo(data.x[i]! + radius, data.y[i]!);
      ctx.arc(data.x[i]!, data.y[i]!, radius, 0, 2 * Math.PI);
    }
    ctx.fill();
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = palette.outline;
    ctx.stroke();
  }
}

function drawSigns(
  ctx: CanvasRenderingContext2D,
  picture: Picture,
  box: Box,
): void {
  const { data, camera, palette } = picture;
  const { graph, ends, x, y } = data;
  ctx.fillStyle = palette.ink;
  ctx.strokeStyle = palette.paper;
  ctx.lineWidth = 4;
  ctx.lineJoin = "round";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = "600 13px system-ui, sans-serif";
  for (let i = 0; i < graph.edges.length; i++) {
    const a = ends[2 * i]!;
    const b = ends[2 * i + 1]!;
    // A move stands above the position it leads to; where several lead to
    // it, the others stand on their way.
    const tree = graph.edges[i]!.tree;
    const px = tree ? x[b]! : x[a]! + (x[b]! - x[a]!) * 0.3;
    const py = tree ? y[b]! - RADIUS - 10 : y[a]! + (y[b]! - y[a]!) * 0.3;
    if (px < box.left || px > box.right || py < box.top || py > box.bottom)
      continue;
    ctx.strokeText(graph.edges[i]!.san, px, py);
    ctx.fillText(graph.edges[i]!.san, px, py);
  }
  if (camera.scale < NAMES_FROM) return;
  ctx.font = "11px system-ui, sans-serif";
  graph.nodes.forEach((node, i) => {
    const px = x[i]!;
    const py = y[i]!;
    if (px < box.left || px > box.right || py < box.top || py > box.bottom)
      return;
    if (!node.eval) return;
    ctx.strokeText(evalText(node.eval), px, py + RADIUS + 9);
    ctx.fillText(evalText(node.eval), px, py + RADIUS + 9);
  });
}

function drawRing(
  ctx: CanvasRenderingContext2D,
  picture: Picture,
  node: number,
  color: string,
): void {
  const { data, camera } = picture;
  if (node < 0) return;
  ctx.beginPath();
  const radius = Math.max(RADIUS + 5, 6 / camera.scale);
  ctx.arc(data.x[node]!, data.y[node]!, radius, 0, 2 * Math.PI);
  ctx.lineWidth = Math.max(4, 2.5 / camera.scale);
  ctx.strokeStyle = color;
  ctx.stroke();
}

export function drawPicture(
  ctx: CanvasRenderingContext2D,
  picture: Picture,
): void {
  const { camera, size, palette } = picture;
  const ratio = ctx.canvas.width / size.width;
  const scale = camera.scale * ratio;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = palette.paper;
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.setTransform(
    scale,
    0,
    0,
    scale,
    ctx.canvas.width / 2 - camera.x * scale,
    ctx.canvas.height / 2 - camera.y * scale,
  );
  const box = visibleBox(camera, size, RADIUS * 2);
  drawEdges(ctx, picture, box, true);
  if (camera.scale > 0.08) drawEdges(ctx, picture, box, false);
  drawPath(ctx, picture);
  drawNodes(ctx, picture, box);
  drawRing(ctx, picture, picture.hovered, palette.ink);
  drawRing(ctx, picture, picture.current, palette.current);
  if (camera.scale >= SIGNS_FROM) drawSigns(ctx, picture, box);
}
