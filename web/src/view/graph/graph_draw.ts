// graph_draw.ts - the map on a canvas
//
// Only what is visible is drawn, in few strokes: one path for all edges of a
// colour and a width, one for all nodes of a colour. Of elements on the same
// two pixels only the first is drawn. From far, nodes are squares, and the
// names of families are written where their lines are; names of variations and
// moves follow where there is room for them, the likeliest first. Of few nodes,
// the moves are written first, and no name covers a node.

import { scaleDown, type Camera, type Size } from "../../lib/camera";
import { evalLean, evalText, grouped, moveNumber } from "../../lib/format";
import { holeAt, RADIUS, type GraphData, type Label } from "../../model/graph_data";
import type { Learnt } from "../../model/learnt";
import type { Color } from "../../lib/types";

export type Coloring = "score" | "eval" | "learnt" | "hole" | "side";

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
  muted: string;
  good: string;
  warn: string;
  bad: string;
  soft: string;
  end: string; // of a line
  lean: string[]; // from Black's win to White's, or a bad score to a good one
}

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

const NEAR = 0.33; // scale from which names are beside their positions
const EVALS_FROM = 0.7;
const DASHES_FROM = 0.08; // dashes take time
const SMALL = 3.5; // pixels: smaller nodes are squares
const CURVES = 3000; // edges; of more, straight lines
const WIDEST = 9; // pixels of an edge that is always taken
const LABELS = 140; // at most
const LOOKED_AT = 6000; // labels in view that may find no room
const FAMILIES = 16; // from far
const LIKELY = 0.02; // from far, only such moves and variations are written
const FAMILY_LIKELY = 0.004;
const FEW = 800; // labels; of so few, all that have room
const SPARSE = 150; // nodes in view: no name covers one of so few, nor a move
const GAPS = [4, 24]; // pixels from a node to its name
const FAR_SHIFTS = [0, 1.3, -1.3, 2.6, -2.6]; // heights of a name from its middle
const RING = 4; // pixels around a node
const SURE = 20; // games that make half of a score
const MISSED = [0.01, 0.1]; // shares of replies without an answer
const REMEMBERED = [0.7, 0.9]; // at 0.9 a card is due

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
    muted: color("muted"),
    good: color("good"),
    warn: color("graph-warn"),
    bad: color("bad"),
    soft: color("graph-soft"),
    end: color("graph-end"),
    lean: [0, 1, 2, 3, 4, 5, 6].map((step) => color(`lean-${step}`)),
  };
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

function leanColor(palette: Palette, lean: number): string {
  const last = palette.lean.length - 1;
  return palette.lean[Math.round(((lean + 1) / 2) * last)]!;
}

function nodeColor(picture: Picture, index: number): string {
  const { palette, data, coloring, learnt } = picture;
  const node = data.graph.nodes[index]!;
  if (node.kind === "root") return palette.root;
  if (coloring === "score") {
    const lean = scoreLean(picture, index);
    if (lean !== null) return leanColor(palette, lean);
  } else if (coloring === "eval" && node.eval) {
    return leanColor(palette, evalLean(node.eval));
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
  const key = [coloring, side, palette.paper, learnt.size].join(" ");
  const known = colored.get(data);
  if (known?.key === key) return known.colors;
  const colors = data.graph.nodes.map((_, i) => nodeColor(picture, i));
  colored.set(data, { key, colors });
  return colors;
}

/* Pixels of a node, from the middle. */
function radiusOf(camera: Camera): number {
  return Math.max(1.6, RADIUS * Math.min(camera.scale, scaleDown(camera)));
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

function isInside(size: Size, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
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
  const sieve = new Sieve(size);
  for (let i = 0; i < graph.edges.length; i++) {
    if (graph.edges[i]!.tree !== tree) continue;
    const a = ends[2 * i]!;
    const b = ends[2 * i + 1]!;
    if ((x[a]! < 0 && x[b]! < 0) || (y[a]! < 0 && y[b]! < 0)) continue;
    if (x[a]! > size.width && x[b]! > size.width) continue;
    if (y[a]! > size.height && y[b]! > size.height) continue;
    if (!tree && !isInside(size, x[a]!, y[a]!) && !isInside(size, x[b]!, y[b]!))
      continue; // it only passes
    if (!sieve.takes(x[b]!, y[b]!)) continue;
    const wide = tree ? Math.round(2 * WIDEST * Math.sqrt(reach[b]!)) / 2 : 1;
    const color = tree && coloring !== "side" ? colors[b]! : "";
    const key = `${Math.max(1, wide)} ${color || (tree ? palette.edge : palette.extra)}`;
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
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
  const dashed = !tree && picture.camera.scale > DASHES_FROM;
  ctx.setLineDash(dashed ? [6, 5] : []);
  ctx.globalAlpha = tree ? 1 : dashed ? 0.8 : 0.25;
  ctx.lineCap = "round";
  for (const [key, group] of groups) {
    const [width, color] = key.split(" ");
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

function drawPath(ctx: Context, picture: Picture, { x, y }: Places): void {
  const { data, path, palette } = picture;
  ctx.beginPath();
  const curved = data.graph.edges.length < CURVES;
  for (const edge of path) {
    const a = data.ends[2 * edge]!;
    const b = data.ends[2 * edge + 1]!;
    drawLink(ctx, curved, x[a]!, y[a]!, x[b]!, y[b]!);
  }
  ctx.lineWidth = 3;
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
  const { size } = picture;
  const colors = colorsOf(picture);
  const groups = new Map<string, number[]>();
  const sieve = new Sieve(size);
  for (let i = 0; i < x.length; i++) {
    if (!isSeen(size, x[i]!, y[i]!) || !sieve.takes(x[i]!, y[i]!)) continue;
    const color = colors[i]!;
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

type Box = [left: number, top: number, right: number, bottom: number];

function boxAround(x: number, y: number, width: number, height: number): Box {
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

function isOver([left, top, right, bottom]: Box, boxes: Box[]): boolean {
  return boxes.some(
    ([l, t, r, b]) => left < r && right > l && top < b && bottom > t,
  );
}

/* Remembers where something is written, and which nodes no name may cover. */
class Room {
  readonly isSparse: boolean;
  private readonly taken: Box[] = [];
  private readonly nodes: Box[];

  constructor({ camera, size, current }: Picture, { x, y }: Places) {
    const radius = radiusOf(camera);
    const inView: number[] = [];
    for (let i = 0; i < x.length && inView.length <= SPARSE; i++)
      if (isInside(size, x[i]!, y[i]!)) inView.push(i);
    this.isSparse = inView.length <= SPARSE;
    const box = (node: number, half: number) =>
      boxAround(x[node]!, y[node]!, 2 * half, 2 * half);
    this.nodes = this.isSparse ? inView.map((node) => box(node, radius)) : [];
    if (current >= 0) this.nodes.push(box(current, radius + RING));
  }

  /* A move may be near its node; a name keeps away from all. */
  takes(box: Box, isName: boolean): boolean {
    if (isOver(box, this.taken) || (isName && isOver(box, this.nodes)))
      return false;
    this.taken.push(box);
    return true;
  }
}

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

/* Writes a text where there is room, moved up or down if need be. */
function write(
  ctx: Context,
  picture: Picture,
  room: Room,
  text: string,
  x: number,
  y: number,
  height: number,
  shifts: number[],
  isName = false,
): boolean {
  const width = widthOf(ctx, text) + 8;
  const { size } = picture;
  const at = Math.max(width / 2 + 2, Math.min(size.width - width / 2 - 2, x));
  if (Math.abs(at - x) > width / 2 + 20) return false; // of what is not seen
  for (const shift of shifts) {
    const top = y + shift * height;
    if (top < height / 2 || top > size.height - height / 2) continue;
    if (!room.takes(boxAround(at, top, width, height + 2), isName)) continue;
    ctx.strokeText(text, at, top);
    ctx.fillText(text, at, top);
    return true;
  }
  return false;
}

const FONT = "system-ui, sans-serif";

/* The moves of the current line, with numbers. */
function writePath(
  ctx: Context,
  picture: Picture,
  { x, y }: Places,
  room: Room,
): void {
  const { data, path, palette, camera } = picture;
  const height = 13;
  ctx.font = `700 ${height}px ${FONT}`;
  ctx.fillStyle = palette.path;
  for (const index of [...path].reverse()) {
    const from = data.graph.nodes[data.ends[2 * index]!]!;
    const to = data.ends[2 * index + 1]!;
    const san = data.graph.edges[index]!.san;
    const text = `${moveNumber(from.ply, true)}${san}`;
    const up = radiusOf(camera) + height * 0.75;
    write(ctx, picture, room, text, x[to]!, y[to]! - up, height, [0, 2.4]);
  }
}

function writeLabel(
  ctx: Context,
  picture: Picture,
  places: Places,
  room: Room,
  label: Label,
): boolean {
  const { camera, palette, size } = picture;
  const { kind, node } = label;
  const isNear = camera.scale >= NEAR;
  const radius = radiusOf(camera);
  if (kind === "move") {
    const height = Math.min(16, Math.max(11, 13 * camera.scale));
    const x = places.x[node]!;
    const y = places.y[node]! - radius - height * 0.75;
    if (!isSeen(size, x, y)) return false;
    ctx.font = `600 ${height}px ${FONT}`;
    ctx.fillStyle = palette.ink;
    return write(ctx, picture, room, label.text, x, y, height, [0]);
  }
  const isFamily = kind === "family";
  const most = Math.sqrt(label.weight);
  const height = isNear ? 12 : isFamily ? 11 + Math.min(5, 8 * most) : 11;
  const across = camera.scale;
  const far = {
    x: (label.x - camera.x) * across + size.width / 2,
    y: (label.y - camera.y) * scaleDown(camera) + size.height / 2,
  };
  const at = { x: places.x[node]!, y: places.y[node]! };
  const isThere = isNear || !isFamily;
  if (!isSeen(size, isThere ? at.x : far.x, isThere ? at.y : far.y))
    return false;
  ctx.font = `${isFamily ? 700 : "italic 500"} ${height}px ${FONT}`;
  ctx.fillStyle = isFamily ? palette.ink : palette.muted;
  const count = isFamily && label.count > 1 ? ` ${grouped(label.count)}` : "";
  const text = label.text + count;
  const put = (x: number, y: number, shifts: number[]) =>
    write(ctx, picture, room, text, x, y, height, shifts, true);
  if (!isThere && put(far.x, far.y, FAR_SHIFTS)) return true;
  const shifts = [0, 1.3, -1.3];
  return GAPS.some((gap) => {
    const aside = radius + gap + widthOf(ctx, text) / 2;
    return put(at.x + aside, at.y, shifts) || put(at.x - aside, at.y, shifts);
  });
}

/*
 * The current line first, then families, then moves; the likeliest first. Where
 * there are few nodes, all moves come before the names.
 */
function drawLabels(ctx: Context, picture: Picture, places: Places): void {
  const { data, camera, palette, size } = picture;
  const room = new Room(picture, places);
  ctx.strokeStyle = palette.paper;
  ctx.lineWidth = 3.5;
  ctx.lineJoin = "round";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  writePath(ctx, picture, places, room);
  let written = 0;
  let looked = 0;
  const isFar = camera.scale < NEAR;
  const isLarge = isFar && data.labels.length > FEW;
  const rounds: Label["kind"][][] = picture.isSmall
    ? [["move"]]
    : room.isSparse
      ? [["move"], ["family"], ["variation"]]
      : isFar
        ? [["family"], ["move", "variation"]]
        : [["family"], ["move"], ["variation"]];
  for (const kinds of rounds)
    for (const label of data.labels) {
      if (written >= LABELS || looked >= LOOKED_AT) return;
      if (!kinds.includes(label.kind)) continue;
      const isFamily = label.kind === "family";
      const likely = isFamily ? FAMILY_LIKELY : LIKELY;
      const isFew = room.isSparse || (isFamily ? !isFar : !isLarge);
      if (!isFew && label.weight < likely) break;
      if (!isFew && isFamily && written >= FAMILIES) break;
      looked++;
      if (writeLabel(ctx, picture, places, room, label)) written++;
    }
  if (camera.scale < EVALS_FROM) return;
  const height = 11;
  ctx.font = `${height}px ${FONT}`;
  ctx.fillStyle = palette.ink;
  data.graph.nodes.forEach((node, i) => {
    const { x, y } = places;
    if (!node.eval || !isSeen(size, x[i]!, y[i]!)) return;
    const down = y[i]! + radiusOf(camera) + height * 0.75;
    write(ctx, picture, room, evalText(node.eval), x[i]!, down, height, [0, 1]);
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
  const radius = radiusOf(picture.camera) + RING;
  ctx.arc(x[node]!, y[node]!, radius, 0, 2 * Math.PI);
  ctx.lineWidth = 3;
  ctx.strokeStyle = color;
  ctx.stroke();
}

export function drawPicture(ctx: Context, picture: Picture): void {
  const { size, palette } = picture;
  const ratio = ctx.canvas.width / size.width;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = palette.paper;
  ctx.fillRect(0, 0, size.width, size.height);
  const places = new Places(picture);
  drawEdges(ctx, picture, places, false);
  drawEdges(ctx, picture, places, true);
  drawPath(ctx, picture, places);
  drawNodes(ctx, picture, places);
  drawRing(ctx, picture, places, picture.hovered, palette.ink);
  drawRing(ctx, picture, places, picture.current, palette.current);
  drawLabels(ctx, picture, places);
}
