// drill.ts - practising one line: whose turn it is, and judging a move
//
// A drill is a value; every move gives a new one. The other side's moves are
// played automatically; a wrong move is shown and has to be corrected.

import { turnOf } from "../lib/fen";
import type { Color, Line } from "../lib/types";

export interface Drill {
  line: Line;
  side: Color;
  at: number; // moves played
  mistakes: number;
  hints: number;
  wrong: string | null; // the wrong move, UCI, until it is corrected
  other: string | null; // SAN of a move of another line that was taken back
  isShown: boolean; // the line's move had to be shown after such a move
}

export type Verdict = "right" | "other" | "wrong";

export function startDrill(line: Line, side: Color): Drill {
  const none = { wrong: null, other: null, isShown: false };
  return { line, side, at: 0, mistakes: 0, hints: 0, ...none };
}

export function isDone(drill: Drill): boolean {
  return drill.at >= drill.line.moves.length;
}

export function isAsked(drill: Drill): boolean {
  if (isDone(drill)) return false;
  const first = turnOf(drill.line.fen);
  const mover = drill.at % 2 === 0 ? first : opposite(first);
  return mover === drill.side;
}

function opposite(side: Color): Color {
  return side === "white" ? "black" : "white";
}

/*
 * A move that another line of the book has here is not a mistake, but does not
 * continue this line either.
 */
export function judge(drill: Drill, uci: string, all: Line[]): Verdict {
  if (drill.line.moves[drill.at]?.uci === uci) return "right";
  const played = drill.line.moves.slice(0, drill.at);
  const other = all.some(
    (line) =>
      line.fen === drill.line.fen &&
      line.moves[drill.at]?.uci === uci &&
      played.every((move, index) => line.moves[index]?.uci === move.uci),
  );
  return other ? "other" : "wrong";
}

export function applyMove(drill: Drill, uci: string, verdict: Verdict): Drill {
  if (verdict === "right")
    return { ...drill, at: drill.at + 1, wrong: null, other: null };
  if (verdict === "other") return drill;
  return { ...drill, mistakes: drill.mistakes + 1, wrong: uci };
}

/*
 * Takes back a move of another line, because only this line is left. It is not a
 * mistake; if it happens again, the move of this line is shown.
 */
export function takeBack(drill: Drill, san: string): Drill {
  return { ...drill, other: san, isShown: drill.isShown || !!drill.other };
}

/* The other side moves. */
export function playReply(drill: Drill): Drill {
  return { ...drill, at: drill.at + 1 };
}
