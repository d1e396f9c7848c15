// types.ts - what the server answers, as docs/http.md sets it down

export type Color = "white" | "black";

export interface Eval {
  cp?: number;
  mate?: number;
}

export interface Opening {
  eco?: string;
  name: string;
}

export interface Results {
  white: number;
  draws: number;
  black: number;
  unknown?: number; // games without a known result
}

export interface Book {
  id: string;
  title: string;
  format: string;
  kind: "book" | "store" | "puzzles" | "table";
  file: string | null;
  positions?: number; // puzzles have none
  moves?: number;
  roots?: number;
  side: Color | null;
  has?: string[];
  by?: string[]; // of stores
  player: string | null;
  editable: boolean;
  savable?: boolean;
  imported: boolean;
  revision: number;
  dirty: boolean;
  undo: number;
  redo: number;
}

export interface Format {
  format: string;
  title: string;
  suffix: string;
}

export interface Server {
  version: string;
  readOnly: boolean;
  needsToken: boolean; // changes need the one in the printed address
  engine: string | null;
  writable: Format[];
  books: Book[];
}

export interface LegalMove {
  uci: string;
  san: string;
}

export type Mark = "passive" | "avoided";

export interface BookMove extends Partial<Results> {
  uci: string;
  san: string;
  fen: string;
  weight?: number;
  share?: number;
  games?: number;
  averageRating?: number;
  first?: string;
  last?: string;
  played?: number;
  reached?: number;
  mark?: Mark;
  nags?: number[];
  remark?: string;
  comment?: string;
  eval?: Eval;
  opening?: Opening | null;
}

export interface PositionData {
  name?: string;
  eco?: string;
  comment?: string;
  eval?: Eval;
  depth?: number;
}

export interface Player {
  name: string;
  rating: number;
}

export interface Game {
  id: string;
  uci?: string;
  winner: Color | null;
  white: Player;
  black: Player;
  year?: number;
  month?: string | null;
  speed?: string;
}

export interface Month extends Results {
  month: string;
}

export interface Found {
  fen: string;
  turn: Color;
  check: boolean;
  ply: number;
  legal: LegalMove[];
  opening: Opening | null;
  known: boolean;
  position?: PositionData;
  results?: Results | null;
  total: number;
  moves: BookMove[];
  topGames?: Game[];
  recentGames?: Game[];
  history?: Month[];
}

export interface GraphNode {
  id: number;
  x: number;
  y: number;
  turn: Color;
  ply: number;
  kind: "root" | "leaf" | "inner";
  fen: string;
  eval?: Eval;
  name?: string;
  comment?: string;
}

export interface GraphEdge {
  from: number;
  to: number;
  uci: string;
  san: string;
  remark?: string;
  mark?: Mark;
  tree: boolean;
}

export interface Graph {
  whole: boolean;
  total: number;
  current: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface Hit {
  eco?: string;
  name: string;
  fen: string;
  play?: string;
  start?: string;
  in?: "book" | "names";
}

export interface LineMove {
  uci: string;
  san: string;
  mark?: Mark;
}

export interface Line {
  fen: string;
  moves: LineMove[];
  name?: string;
}

export interface Lines {
  side: Color;
  total: number;
  lines: Line[];
  more?: boolean;
}

export interface Puzzle {
  text: string;
  fen: string;
  solution: string;
}

export interface Puzzles {
  title: string;
  puzzles: Puzzle[];
}

export interface Loss {
  count: number;
  what: string;
}

export type Value = string | number | number[] | Results | null;

export interface Change {
  do: "add" | "remove" | "set";
  fen?: string;
  uci?: string;
  field?: string;
  value?: Value;
}

export interface Edited {
  revision: number;
  undo: number;
  redo: number;
  dirty: boolean;
  removed?: Removed;
  losses?: Loss[];
}

export interface Removed {
  moves: number;
  kept: number;
}
