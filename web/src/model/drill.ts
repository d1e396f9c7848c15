// drill.ts - asking one line: whose turn it is, what a move was worth
//
// A drill is a value; every move gives a new one. The other side's moves are
// played by themselves, a wrong move is shown and has to be put right.

import { turnOf } from "../lib/fen";
import type { Color, Line } from "../lib/types";

export interface Drill {
  line: Line;
  side: Color;
  at: number; // moves played
  mistakes: number;
  hints: number;
  wrong: string | null; // the wrong move, UCI, until it was put right
  other: string | null; // SAN of another line's move that was taken back
  isShown: boolean; // the line's move was shown instead of such a one
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
 * A move that another line of the book has here is no mistake, but does not
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

export function answer(drill: Drill, uci: string, verdict: Verdict): Drill {
  if (verdict === "right")
    return { ...drill, at: drill.at + 1, wrong: null, other: null };
  if (verdict === "other") return drill;
  return { ...drill, mistakes: drill.mistakes + 1, wrong: uci };
}

/*
 * Another line's move is taken back, because only this line is left to ask. It
 * is no mistake; who plays such a move again is shown the one of this line.
 */
export function takeBack(drill: Drill, san: string): Drill {
  return { ...drill, other: san, isShown: drill.isShown || !!drill.other };
}

/* The other side moves. */
export function reply(drill: Drill): Drill {
  return { ...drill, at: drill.at + 1 };
}

/* A solution's moves, as far as its words show them. */
export function solutionMoves(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^\d+[.:]*|[!?,;]+$/g, ""))
    .filter((word) =>
      /^([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?|O-O(-O)?)[+#]?$/.test(word),
    );
}

export const plainSan = (san: string) => san.replace(/[+#!?]/g, "");

export function followsSolution(
  played: { san: string }[],
  solution: string[],
): boolean {
  return played.every(
    (move, index) => plainSan(move.san) === plainSan(solution[index] ?? ""),
  );
}
