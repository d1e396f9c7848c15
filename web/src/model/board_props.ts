// board_props.ts - what the board shows and what it may do

import type { Color, LegalMove } from "../lib/types";

export interface Arrow {
  from: string;
  to: string;
  kind: "move" | "hint" | "wrong";
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
}
