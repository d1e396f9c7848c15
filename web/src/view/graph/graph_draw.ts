// graph_draw.ts - the map on a canvas
//
// Only what is visible is drawn, in few strokes: one path for all edges of a
// colour and a width, one for all nodes of a colour. Of elements on the same
// two pixels only the first is drawn. From far, nodes are squares. A move is
// written on its line or beside its position, a name beside its position, or a
// little away at the end of a thin line to it: where it covers the least. From
// far, families come first, then variations and moves, the likeliest first; of
// few nodes, the moves.

import {
  scaleAcross,
  scaleDown,
  type Camera,
  type Point,
  type Size,
} from "../../lib/camera";
import { evalLean, moveNumber } from "../../lib/format";
import {
  holeAt,
  RADIUS,
  wayTo,
  type GraphData,
  type Label,
} from "../../model/graph_data";
import type { Learnt } from "../../model/learnt";
import type { Color } from "../../lib/types";

export type Coloring = "score" | "eval" | "learnt" | "hole" | "side";

// Of the style; there, those of the second line begin with "graph-".
type Shade =
  | ("panel" | "ink" | "muted" | "accent" | "good" | "bad" | `lean-${number}`)
  | ("edge" | "extra" | "white" | "black" | "outline" | "warn" | "soft" | "end");

export type Palette = Record<Shade, string>;

const COLORS =
  "panel ink muted accent good bad lean-0 lean-1 lean-2 lean-3 lean-4 lean-5 " +
  "lean-6 graph-edge graph-extra graph-white graph-black graph-outline " +
  "graph-warn graph-soft graph-end";

export interface Picture {
  data: GraphData;
  camera: Camera;
  size: Size;
  path: number[]; // edges from the start to the current position
  current: number; // nodes, or -1
  hovered: number;
  coloring: Coloring;
  side: Color; // whose score it is
  learnt: Learnt;
  palette: Palette;
  isSmall: boolean; // there is no room for names
}

const DASHES_FROM = 0.08; // dashes take time
const SMALL = 3.5; // pixels: smaller nodes are squares
const CURVES = 3000; // edges; of more, straight lines
const WIDEST = 9; // pixels of an edge that is always taken
const LOOKED_AT = 6000; // labels in view that may find no room
const FAMILIES = 6; // that may cover what is below them
const FAMILY_AREA = 24_000; // pixels of view for one more
const SPARSE = 150; // nodes in view: of so few, moves are written before names
const CELL = 4; // pixels of a part of the picture that may be covered
const NODE_COST = 5; // of covering a node; an edge costs 1
const HALO_COST = 2;
const CELL_COST = 7; // at most, whatever is there
const NAMED_COST = 60; // of a node that a name is yet to lead to
const LIKELY = 0.02; // from far, others are not written but names of families
const FAR = 0.2; // scale up to which that is
const HALO = 10; // pixels around a node, from near: a name there seems to be its
// Pixels from a node to a label, and how many of its heights it is lower.
const AROUND_NAME = [
  [5, 20, 44, 72],
  [0, 1.2, -1.2, 2.4, -2.4, 3.6, -3.6, 4.8, -4.8, 6, -6, 7.2, -7.2],
];
const AROUND_MOVE = [[2], [0, -0.6]];
const LEADER = 7; // pixels from which a thin line leads to a name
const FAINT = 0.4; // an edge that only passes
const RING = 4; // pixels around a node
const SURE = 20; // games that make half of a score
const MISSED = [0.01, 0.1]; // shares of replies without an answer
const REMEMBERED = [0.7, 0.9]; // at 0.9 a card is due

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    COLORS.split(" ").map((name) => [
      name.replace("graph-", ""),
      style.getPropertyValue(`--${name}`).trim(),
    ]),
  ) as Palette;
}

/* From -1 to 1: how much better one side is than its usual score. */
function scoreLean(picture: Picture, node: number): number | null {
  const edge = picture.data.graph.edges[picture.data.parent[node]!];
  const games = (edge?.white ?? 0) + (edge?.draws ?? 0) + (edge?.black ?? 0);
  if (!edge || !games) return null;
  const white = ((edge.white ?? 0) + (edge.draws ?? 0) / 2) / games;
  const own = picture.side === "white" ? white : 1 - white;
  // A few games show little.
  const sure = games / (games + SURE);
  return Math.max(-1, Math.min(1, ((own - 0.5) / 0.25) * sure));
}

/* From Black's win to White's, or a bad score to a good one. */
function leanColor(palette: Palette, lean: number): string {
  return palette[`lean-${Math.round(3 * lean + 3)}`]!;
}

function nodeColor(picture: Picture, index: number): string {
  const { palette, data, coloring, learnt } = picture;
  const node = data.graph.nodes[index]!;
  if (node.kind === "root") return palette.good;
  if (coloring === "score") {
    const lean = scoreLean(picture, index);
    return lean === null ? palette.edge : leanColor(palette, lean);
  } else if (coloring === "eval") {
    return node.eval ? leanColor(palette, evalLean(node.eval)) : palette.edge;
  } else if (coloring === "hole") {
    const hole = holeAt(data, index, picture.side);
    if (!hole || hole.share <= MISSED[0]!) return palette.soft;
    if (hole.isEnd) return palette.end;
    return hole.share > MISSED[1]! ? palette.bad : palette.warn;
  } else if (coloring === "learnt") {
    const retention = learnt.get(node.id);
    if (retention === undefined) return palette.soft;
    if (retention < REMEMBERED[0]!) return palette.bad;
    return retention < REMEMBERED[1]! ? palette.warn : palette.good;
  }
  return node.turn === "white" ? palette.white : palette.black;
}

/* Computed once for all frames that show the same. */
const colored = new WeakMap<GraphData, { key: string; colors: string[] }>();

function colorsOf(picture: Picture): string[] {
  const { data, coloring, side, palette, learnt } = picture;
  const key = [coloring, side, palette.panel, learnt.size].join(" ");
  const known = colored.get(data);
  if (known?.key === key) return known.colors;
  const colors = data.graph.nodes.map((_, i) => nodeColor(picture, i));
  colored.set(data, { key, colors });
  return colors;
}

/* Pixels of a node, from the middle. */
function radiusOf({ camera, data }: Picture): number {
  const scale = Math.min(scaleAcross(camera), scaleDown(camera));
  return Math.max(data.graph.nodes.length > SPARSE ? 1.6 : 2.8, RADIUS * scale);
}

/* The coordinates of the nodes in pixels, computed for every frame. */
class Places {
  readonly x: Float32Array;
  readonly y: Float32Array;

  constructor({ data, camera, size }: Picture) {
    const across = scaleAcross(camera);
    const down = scaleDown(camera);
    const left = size.width / 2 - camera.x * across;
    const top = size.height / 2 - camera.y * down;
    this.x = data.x.map((x) => x * across + left);
    this.y = data.y.map((y) => y * down + top);
  }
}

/*
 * Remembers which cells of two pixels are taken: true for the first element in a
 * cell; cells out of view are never taken.
 */
function sieveOf(size: Size) {
  const columns = (size.width >> 1) + 1;
  const taken = new Uint8Array(columns * ((size.height >> 1) + 1));
  return (x: number, y: number): boolean => {
    const column = x >> 1;
    const cell = column + columns * (y >> 1);
    if (column < 0 || column >= columns || !(cell in taken)) return true;
    if (taken[cell]) return false;
    taken[cell] = 1;
    return true;
  };
}

type Context = CanvasRenderingContext2D;

/* Curved as in 'tabia draw': down, across, down. */
function drawLink(
  ctx: Context,
  curved: boolean,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): void {
  ctx.moveTo(ax, ay);
  if (!curved) return ctx.lineTo(bx, by);
  const middle = (ay + by) / 2;
  ctx.bezierCurveTo(ax, middle, bx, middle, bx, by);
}

function isInside(size: Size, x: number, y: number, margin = 0): boolean {
  return (
    Math.abs(x - size.width / 2) <= size.width / 2 + margin &&
    Math.abs(y - size.height / 2) <= size.height / 2 + margin
  );
}

function addTo(groups: Map<string, number[]>, key: string, index: number): void {
  const group = groups.get(key);
  if (group) group.push(index);
  else groups.set(key, [index]);
}

/* The edges in view, by colour and width. */
function edgeGroups(
  picture: Picture,
  { x, y }: Places,
  tree: boolean,
): Map<string, number[]> {
  const { data, size, coloring, palette } = picture;
  const { ends, graph, reach } = data;
  const colors = colorsOf(picture);
  const groups = new Map<string, number[]>();
  const isFirst = sieveOf(size);
  for (let i = 0; i < graph.edges.length; i++) {
    if (graph.edges[i]!.tree !== tree) continue;
    const a = ends[2 * i]!;
    const b = ends[2 * i + 1]!;
    if ((x[a]! < 0 && x[b]! < 0) || (y[a]! < 0 && y[b]! < 0)) continue;
    if (x[a]! > size.width && x[b]! > size.width) continue;
    if (y[a]! > size.height && y[b]! > size.height) continue;
    if (!isFirst(x[b]!, y[b]!)) continue;
    const isPassing = // both ends are out of view
      !isInside(size, x[a]!, y[a]!) && !isInside(size, x[b]!, y[b]!);
    if (isPassing && !tree) continue;
    const wide = tree ? Math.round(2 * WIDEST * Math.sqrt(reach[b]!)) / 2 : 1;
    // The end of a line is not a hole: its edge has no colour of alarm.
    let color = coloring === "side" ? palette.edge : colors[b]!;
    if (color === palette.end) color = palette.soft;
    if (!tree) color = palette.extra;
    const key = isPassing
      ? `1 ${color} ${FAINT}`
      : `${Math.max(1, wide)} ${color} 1`;
    addTo(groups, key, i);
  }
  return groups;
}

function drawEdges(
  ctx: Context,
  picture: Picture,
  places: Places,
  tree: boolean,
): void {
  const { x, y } = places;
  const { ends } = picture.data;
  const groups = edgeGroups(picture, places, tree);
  let count = 0;
  for (const group of groups.values()) count += group.length;
  const dashed = !tree && scaleAcross(picture.camera) > DASHES_FROM;
  ctx.setLineDash(dashed ? [6, 5] : []);
  const alpha = tree ? 1 : dashed ? 0.8 : 0.25;
  ctx.lineCap = "round";
  for (const [key, group] of groups) {
    const [width, color, share] = key.split(" ");
    ctx.globalAlpha = alpha * Number(share);
    ctx.beginPath();
    for (const i of group) {
      const a = ends[2 * i]!;
      const b = ends[2 * i + 1]!;
      drawLink(ctx, count < CURVES, x[a]!, y[a]!, x[b]!, y[b]!);
    }
    ctx.lineWidth = Number(width);
    ctx.strokeStyle = color!;
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

function strokePath(
  ctx: Context,
  { data }: Picture,
  { x, y }: Places,
  path: number[],
  color: string,
): void {
  ctx.beginPath();
  const curved = data.graph.edges.length < CURVES;
  for (const edge of path) {
    const a = data.ends[2 * edge]!;
    const b = data.ends[2 * edge + 1]!;
    drawLink(ctx, curved, x[a]!, y[a]!, x[b]!, y[b]!);
  }
  ctx.lineWidth = 3;
  ctx.strokeStyle = color;
  ctx.stroke();
}

/* The nodes in view, by colour. */
function byColor(picture: Picture, { x, y }: Places): Map<string, number[]> {
  const { size } = picture;
  const colors = colorsOf(picture);
  const groups = new Map<string, number[]>();
  const isFirst = sieveOf(size);
  for (let i = 0; i < x.length; i++) {
    if (!isInside(size, x[i]!, y[i]!, 20) || !isFirst(x[i]!, y[i]!)) continue;
    addTo(groups, colors[i]!, i);
  }
  return groups;
}

function drawNodes(ctx: Context, picture: Picture, places: Places): void {
  const { x, y } = places;
  const { palette } = picture;
  const radius = radiusOf(picture);
  for (const [color, nodes] of byColor(picture, places)) {
    const isRing = radius > 2 && [palette.end, palette.edge].includes(color);
    ctx.fillStyle = isRing ? palette.panel : color;
    if (radius < SMALL && !isRing) {
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
    ctx.lineWidth = isRing ? 1.5 : 1;
    ctx.strokeStyle = isRing ? color : palette.outline;
    ctx.stroke();
  }
}

type Box = [left: number, top: number, right: number, bottom: number];

/* A label in the picture: the one at a point is found by it. */
export interface Written {
  node: number;
  box: Box;
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

function isOver([left, top, right, bottom]: Box, boxes: Box[]): boolean {
  return boxes.some(
    ([l, t, r, b]) => left < r && right > l && top < b && bottom > t,
  );
}

/* What is where, and what a label would cover. */
function roomOf(picture: Picture, { x, y }: Places) {
  const { size, data, current, camera } = picture;
  const { width, height } = size;
  const { ends, graph } = data;
  const radius = radiusOf(picture);
  const isFar = scaleAcross(camera) < FAR;
  const columns = Math.ceil(width / CELL) + 1;
  const costs = new Uint16Array(columns * (Math.ceil(height / CELL) + 1));
  const taken: Box[] = []; // by labels and the current node
  const lines: Box[] = []; // to labels
  const named: Box[] = []; // nodes that names are yet to lead to

  const stamp = (x: number, y: number, cost: number) => {
    if (isInside(size, x, y))
      costs[Math.floor(x / CELL) + columns * Math.floor(y / CELL)]! += cost;
  };

  /* Counts a node and what is around it; or, with -1, no longer. */
  const stampNode = ({ x, y }: Point, times: number) => {
    const far = isFar ? radius : radius + HALO;
    for (let dx = -far; dx <= far; dx += CELL)
      for (let dy = -far; dy <= far; dy += CELL) {
        const isNode = Math.abs(dx) < radius && Math.abs(dy) < radius;
        stamp(x + dx, y + dy, times * (isNode ? NODE_COST : HALO_COST));
      }
  };

  /* What a label here would cover; infinite over another one, or outside. */
  const costOf = (box: Box, most: number) => {
    const [left, top, right, bottom] = box;
    if (left < 1 || top < 1 || right > width - 1 || bottom > height - 1)
      return Infinity;
    if (isOver(box, taken) || isOver(box, lines)) return Infinity;
    let cost = NAMED_COST * named.filter((node) => isOver(box, [node])).length;
    const last = Math.floor(right / CELL);
    for (let row = Math.floor(top / CELL); row <= bottom / CELL; row++)
      for (let at = Math.floor(left / CELL); at <= last; at++) {
        cost += Math.min(CELL_COST, costs[at + columns * row]!);
        if (cost > most) return Infinity;
      }
    return cost;
  };

  let inView = 0;
  for (let i = 0; i < x.length; i++) {
    if (!isInside(size, x[i]!, y[i]!)) continue;
    inView++;
    stampNode({ x: x[i]!, y: y[i]! }, 1);
  }
  graph.edges.forEach(({ tree }, i) => {
    const [ax, ay] = [x[ends[2 * i]!]!, y[ends[2 * i]!]!];
    const [bx, by] = [x[ends[2 * i + 1]!]!, y[ends[2 * i + 1]!]!];
    if (!tree || Math.max(ax, bx) < 0 || Math.min(ax, bx) > width) return;
    const parts = Math.min(40, Math.hypot(bx - ax, by - ay) / CELL);
    for (let part = 1; part < parts; part++) {
      const t = part / parts;
      const over = t * t * (3 - 2 * t); // as the curve goes
      stamp(ax + (bx - ax) * over, ay + (by - ay) * t, 1);
    }
  });
  const isSparse = inView <= SPARSE;
  // Names that may cover what is below them, but not the nodes of others.
  const large = isSparse ? 0 : FAMILIES + (width * height) / FAMILY_AREA;
  const around = (node: number, far: number) =>
    boxAround(x[node]!, y[node]!, 2 * far, 2 * far);
  if (current >= 0) taken.push(around(current, radius + RING));
  for (const { kind, node } of data.labels)
    if (named.length >= large) break;
    else if (kind === "family" && isInside(size, x[node]!, y[node]!))
      named.push(around(node, radius + 2));
  return { isSparse, isFar, large, taken, lines, stampNode, costOf };
}

type Room = ReturnType<typeof roomOf>;

/* Measuring a text takes longer than drawing it. */
const widths = new Map<string, number>();

function widthOf(ctx: Context, text: string): number {
  const key = `${ctx.font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 20_000) widths.clear();
    width = ctx.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/* Middles of a label, and how much worse than the first each of them is. */
type Spot = [x: number, y: number, cost: number];

/* Around its position, the nearest first: beside it, over it, under it. */
function spotsOf(
  at: Point,
  width: number,
  height: number,
  radius: number,
  [gaps, rows]: number[][],
): Spot[] {
  const spots: Spot[] = [];
  for (const gap of gaps!)
    for (const row of rows!) {
      const aside = radius + gap + width / 2;
      const y = at.y + row * height;
      const cost = 0.8 * gap + 8 * Math.abs(row);
      spots.push([at.x + aside, y, cost], [at.x - aside, y, cost]);
      if (row) spots.push([at.x, y + Math.sign(row) * (radius + gap), cost]);
    }
  return spots;
}

/* The point of a box that is the nearest to another one. */
function nearestIn([left, top, right, bottom]: Box, { x, y }: Point): Point {
  return {
    x: Math.max(left, Math.min(right, x)),
    y: Math.max(top, Math.min(bottom, y)),
  };
}

/* The parts of the thin line to a label, as boxes that no other may cover. */
function partsOfLeader(from: Point, to: Point, radius: number): Box[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const parts: Box[] = [];
  for (let far = 1.5 * (radius + 2); far < length - 4; far += 6) {
    const t = far / length;
    parts.push(
      boxAround(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t, 2, 2),
    );
  }
  return parts;
}

/* Weight and slant, height in pixels, and what may be covered. */
const STYLES: Record<Label["kind"], [string, number, number]> = {
  path: ["700", 13, Infinity],
  family: ["700", 11, 40],
  variation: ["italic 500", 11, 24],
  move: ["600", 11, 14],
};

/* Writes a label where it covers the least. */
function write(
  ctx: Context,
  picture: Picture,
  room: Room,
  label: Label,
  at: Point,
  isLarge: boolean, // may cover what is below it
): Box | null {
  const { kind, text } = label;
  const { ink, panel, muted, accent } = picture.palette;
  const [font, small, most] = STYLES[kind];
  const isFamily = kind === "family";
  const large = isFamily ? Math.min(3, 6 * Math.sqrt(label.weight)) : 0;
  const height = small + large;
  const ring = label.node === picture.current ? RING + 1 : 0;
  const radius = radiusOf(picture) + ring;
  ctx.font = `${font} ${height}px ${FONT}`;
  const width = widthOf(ctx, text) + 6;
  const isName = isFamily || kind === "variation";
  const around = isName ? AROUND_NAME : AROUND_MOVE;
  let best: Box | null = null;
  let parts: Box[] = [];
  let least = isLarge ? Infinity : most;
  room.stampNode(at, -1);
  for (const [x, y, worse] of spotsOf(at, width, height, radius, around)) {
    if (worse >= least) continue;
    const box = boxAround(x, y, width, height + 2);
    const cost = worse + room.costOf(box, least - worse);
    if (cost >= least) continue;
    const leader = partsOfLeader(at, nearestIn(box, at), radius);
    if (leader.some((part) => isOver(part, room.taken))) continue;
    [best, parts, least] = [box, leader, cost];
  }
  room.stampNode(at, 1);
  if (!best) return null;
  const [left, top, right, bottom] = best;
  const near = nearestIn(best, at);
  const length = Math.hypot(near.x - at.x, near.y - at.y);
  const isAway = length > radius + LEADER;
  if (isName && (isAway || radius < SMALL)) {
    ctx.lineWidth = 1;
    ctx.strokeStyle = ink;
    ctx.beginPath();
    ctx.arc(at.x, at.y, radius + 1, 0, 2 * Math.PI);
    if (isAway) {
      const t = (radius + 1) / length;
      ctx.moveTo(at.x + (near.x - at.x) * t, at.y + (near.y - at.y) * t);
      ctx.lineTo(near.x, near.y);
    }
    ctx.stroke();
  }
  room.taken.push(best);
  room.lines.push(...parts); // they may cross
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  ctx.lineWidth = 3.5;
  ctx.strokeStyle = panel;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = kind === "path" ? accent : kind === "variation" ? muted : ink;
  ctx.fillText(text, x, y);
  return best;
}

const FONT = "system-ui, sans-serif";

/* The moves of the current line, with numbers, the last one first. */
function labelsOfPath({ data, path }: Picture): Label[] {
  const { graph, ends } = data;
  return path
    .map((index): Label => {
      const { ply } = graph.nodes[ends[2 * index]!]!;
      const text = moveNumber(ply, true) + graph.edges[index]!.san;
      return { kind: "path", node: ends[2 * index + 1]!, text, weight: 1 };
    })
    .reverse();
}

/*
 * The current line first, then families, then moves; the likeliest first. Where
 * there are few nodes, all moves come before the names.
 */
function drawLabels(ctx: Context, picture: Picture, places: Places): Written[] {
  const { data, size } = picture;
  const room = roomOf(picture, places);
  const written: Written[] = [];
  ctx.lineJoin = "round";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const line = labelsOfPath(picture);
  let looked = 0;
  let likely = 0;
  const rounds = picture.isSmall
    ? ["move"]
    : room.isSparse
      ? ["move", "family", "variation"]
      : ["family", "move variation"];
  for (const kinds of ["path", ...rounds])
    for (const label of kinds === "path" ? line : data.labels) {
      if (looked >= LOOKED_AT) break;
      if (!kinds.includes(label.kind)) continue;
      if (label.kind === "move" && line.some((one) => one.node === label.node))
        continue; // it has its number
      const at = { x: places.x[label.node]!, y: places.y[label.node]! };
      if (!isInside(size, at.x, at.y)) continue;
      likely ||= label.weight * LIKELY;
      const isFamily = label.kind === "family";
      if (room.isFar && !isFamily && label.weight < likely) break;
      looked++;
      const isLarge = isFamily && room.large > 0;
      const box = write(ctx, picture, room, label, at, isLarge);
      if (!box) continue;
      written.push({ node: label.node, box });
      if (isFamily) room.large--;
    }
  return written;
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
  const radius = radiusOf(picture) + RING;
  ctx.arc(x[node]!, y[node]!, radius, 0, 2 * Math.PI);
  ctx.lineWidth = 3;
  ctx.strokeStyle = color;
  ctx.stroke();
}

export function drawPicture(ctx: Context, picture: Picture): Written[] {
  const { data, size, palette, path, hovered } = picture;
  const ratio = ctx.canvas.width / size.width;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = palette.panel;
  ctx.fillRect(0, 0, size.width, size.height);
  const places = new Places(picture);
  drawEdges(ctx, picture, places, false);
  drawEdges(ctx, picture, places, true);
  if (hovered >= 0)
    strokePath(ctx, picture, places, wayTo(data, hovered), palette.ink);
  strokePath(ctx, picture, places, path, palette.accent);
  drawNodes(ctx, picture, places);
  drawRing(ctx, picture, places, hovered, palette.ink);
  drawRing(ctx, picture, places, picture.current, palette.accent);
  return drawLabels(ctx, picture, places);
}
