// notes.ts - the comment of a position, and the arrows and circles in it
//
// In PGN and in Chess Openings text a comment stands after a move: the comment
// of a position is that of the move before it. Such books have one text for
// both. Arrows and circles are commands in the text, as Lichess writes them.

import { proseOf } from "../lib/format";
import type { Book, Change, Here } from "../lib/types";

export interface Shape {
  color: string; // G, R, Y, B
  from: string;
  to: string; // as 'from': a circle
}

const COMMAND = /\[%[^\]]*\]/g;
const SHAPES = /\[%c[as]l ([^\]]*)\]/g;

/* True if the comment of a position and that of the move before are one. */
export function hasOneText(book: Book): boolean {
  return book.format === "pgn" || book.format === "openings";
}

/* Both texts of a position, that of the move that led here first. */
function textsOf(here: Here): string[] {
  const texts = [here.last?.remark, here.sources[0]?.position?.comment];
  return texts.filter((text): text is string => Boolean(text));
}

/* What there is to read about the position. */
export function noteOf(here: Here): string {
  const prose = textsOf(here).map(proseOf).filter(Boolean);
  return [...new Set(prose)].join("\n");
}

export function shapesIn(text: string): Shape[] {
  return [...text.matchAll(SHAPES)].flatMap((match) =>
    match[1]!.split(",").flatMap((word) => {
      const found = /^\s*([GRYB])([a-h][1-8])([a-h][1-8])?\s*$/.exec(word);
      if (!found) return [];
      const [, color = "G", from = "", to = from] = found;
      return [{ color, from, to }];
    }),
  );
}

export function shapesOf(here: Here): Shape[] {
  return textsOf(here).flatMap(shapesIn);
}

function shapesText(shapes: Shape[]): string {
  const circles = shapes.filter((shape) => shape.from === shape.to);
  const arrows = shapes.filter((shape) => shape.from !== shape.to);
  const text = (name: string, list: string[]) =>
    list.length ? `[%${name} ${list.join(",")}]` : "";
  return (
    text("csl", circles.map((shape) => shape.color + shape.from)) +
    text("cal", arrows.map((shape) => shape.color + shape.from + shape.to))
  );
}

/* Adds a shape; the same again removes it, another colour replaces it. */
export function toggleShape(shapes: Shape[], shape: Shape): Shape[] {
  const isSame = (one: Shape) => one.from === shape.from && one.to === shape.to;
  const others = shapes.filter((one) => !isSame(one));
  const had = shapes.some((one) => isSame(one) && one.color === shape.color);
  return had ? others : [...others, shape];
}

/* The changes that give a position another text, arrows and circles. */
export function noteChanges(
  here: Here,
  book: Book,
  prose: string,
  shapes: Shape[],
): Change[] {
  const all = textsOf(here).join(" ");
  const others = (all.match(COMMAND) ?? [])
    .filter((command) => !/^\[%c[as]l /.test(command))
    .join("");
  const commands = shapesText(shapes) + others;
  const value = [commands, prose.trim()].filter(Boolean).join(" ") || null;
  const { last, fen } = here;
  const comment: Change = { do: "set", fen, field: "comment", value };
  if (!last || !hasOneText(book)) return [comment];
  const { from, uci } = last;
  const remark: Change = { do: "set", fen: from, uci, field: "remark", value };
  return here.sources[0]?.position?.comment
    ? [remark, { ...comment, value: null }]
    : [remark];
}
