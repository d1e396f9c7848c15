// board_props.ts - what the board shows and what it may do

import type { Shape } from "./notes";
import type { Color, LegalMove } from "../lib/types";

export interface Arrow {
  from: string;
  to: string; // as 'from': a circle
  kind: "move" | "hint" | "wrong" | "green" | "red" | "yellow" | "blue" | "best" | "good";
}

export interface MarkedSquare {
  square: string;
  kind: "right" | "wrong" | "hint";
}

export interface BoardProps {
  fen: string;
  below: Color;
  legal: LegalMove[]; // empty: no input
  onMove: (move: LegalMove) => void;
  lastMove?: [string, string] | undefined;
  check?: boolean | undefined;
  arrows?: Arrow[] | undefined;
  marks?: MarkedSquare[] | undefined;
  onShape?: (shape: Shape) => void; // drawn with the right button
  draws?: boolean; // the next drag is a shape
  onWheel?: (by: 1 | -1) => void;
}
