// types.ts - what the server answers
//
// Written by tools/http_types.py from docs/http.schema.json: change that.

/* A side. */
export type Color = "white" | "black";

/* passive: known and answered, never played; avoided: playable, but not chosen. */
export type Mark = "passive" | "avoided";

/* An evaluation, White's view: one of the two. */
export interface Eval {
  cp?: number;
  mate?: number;
}

/* The name of a position. */
export interface Opening {
  name: string;
  eco?: string;
}

/* Games won by White, drawn, won by Black. */
export interface Results {
  white: number;
  draws: number;
  black: number;
  unknown?: number; // games without a known result
}

/* A book, a store of games, a set of puzzles or a table that is searched. */
export interface Book {
  id: string;
  title: string;
  format: string;
  kind: "book" | "store" | "puzzles" | "table";
  file: string | null; // without its folder
  player: string | null;
  editable: boolean;
  imported: boolean;
  revision: number;
  dirty: boolean;
  undo: number;
  redo: number;
  positions?: number; // puzzles have none
  moves?: number;
  roots?: number;
  games?: number; // of stores
  puzzles?: number; // of puzzles, their number
  first?: string; // of stores, a month
  last?: string;
  has?: string[];
  by?: string[]; // of stores
  side?: Color | null; // to practise
  savable?: boolean;
  problem?: string; // why it does not answer
}

/* A format that books can be exported in. */
export interface Format {
  format: string;
  title: string;
  suffix: string;
}

/* The server and its books. */
export interface Server {
  version: string;
  readOnly: boolean;
  needsToken: boolean; // changes need the token of the printed address
  engine: string | null;
  writable: Format[];
  books: Book[];
}

/* A move, both ways. */
export interface LegalMove {
  uci: string;
  san: string;
}

/* A move of a book or store. */
export interface BookMove {
  uci: string;
  san: string;
  fen: string; // after the move
  weight?: number;
  share?: number; // 0 to 1
  white?: number;
  draws?: number;
  black?: number;
  unknown?: number; // games without a known result
  games?: number;
  averageRating?: number;
  first?: string; // a month
  last?: string;
  played?: number; // how often the book has this move here
  reached?: number; // how often it has the position after it
  mark?: Mark;
  nags?: number[];
  remark?: string;
  comment?: string; // of the position after it
  eval?: Eval;
  depth?: number;
  opening?: Opening | null;
}

/* What a book has about a position itself. */
export interface PositionData {
  name?: string;
  eco?: string;
  comment?: string;
  eval?: Eval;
  depth?: number;
  reached?: number;
}

/* A player of a game. */
export interface Player {
  name: string;
  rating: number;
}

/* A sample game. */
export interface Game {
  id: string;
  winner: Color | null;
  white: Player;
  black: Player;
  uci?: string;
  san?: string;
  year?: number;
  month?: string | null;
  speed?: string;
  mode?: "rated" | "casual";
  event?: string;
}

/* The results of a month. */
export interface Month {
  white: number;
  draws: number;
  black: number;
  month: string;
  unknown?: number; // games without a known result
}

/* What a book knows about a position. */
export interface Found {
  fen: string;
  turn: Color;
  check: boolean;
  ply: number;
  legal: LegalMove[];
  opening: Opening | null;
  known: boolean;
  total: number; // moves before the list was cut
  moves: BookMove[];
  position?: PositionData;
  results?: Results | null;
  topGames?: Game[];
  recentGames?: Game[];
  history?: Month[];
  damage?: string; // what is missing in a damaged store
}

/* A position of a graph. */
export interface GraphNode {
  id: number;
  x: number;
  y: number;
  turn: Color;
  ply: number;
  kind: "root" | "leaf" | "inner";
  fen: string;
  eval?: Eval;
  depth?: number;
  name?: string;
  eco?: string;
  comment?: string;
}

/* A move of a graph. */
export interface GraphEdge {
  from: number;
  to: number;
  uci: string;
  san: string;
  tree: boolean; // false: it closes a transposition
  weight?: number;
  mark?: Mark;
  nags?: number[];
  remark?: string;
}

/* A book as a graph. */
export interface Graph {
  whole: boolean;
  total: number;
  current: number | null;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/* A move of a tree, with what follows. */
export interface TreeMove {
  uci: string;
  san: string;
  weight?: number;
  mark?: Mark;
  nags?: number[];
  remark?: string;
  name?: string;
  eval?: Eval;
  transposition?: boolean;
  moves?: TreeMove[];
}

/* The moves from a position. */
export interface Tree {
  fen: string;
  moves: TreeMove[];
  more: boolean;
}

/* The move that the book plays. */
export interface Picked {
  move: LegalMove | null;
  reply: LegalMove | null;
}

/* An opening that was found by its name. */
export interface Hit {
  name: string;
  fen: string;
  play: string; // empty: no way to it is known
  in: "book" | "names";
  eco?: string;
  start?: string; // where the line does not begin with the usual position
}

/* Openings by name. */
export interface Hits {
  hits: Hit[];
}

/* A move of a line. */
export interface LineMove {
  uci: string;
  san: string;
  mark?: Mark;
  remark?: string;
}

/* A line from a start to a leaf. */
export interface Line {
  fen: string;
  moves: LineMove[];
  name?: string;
}

/* Lines to practise. */
export interface Lines {
  side: Color;
  total: number;
  lines: Line[];
  more?: boolean;
}

/* A puzzle. */
export interface Puzzle {
  text: string;
  fen: string;
  solution: string;
}

/* A set of puzzles. */
export interface Puzzles {
  title: string;
  puzzles: Puzzle[];
}

/* What a format cannot hold. */
export interface Loss {
  count: number;
  what: string;
}

/* What an export would lose. */
export interface Losses {
  losses: Loss[];
}

/* What a removal takes away. */
export interface Removed {
  moves: number;
  kept: number; // needed by other lines
}

/* What an edit would remove. */
export interface Preview {
  removed: Removed;
}

/* The state of a book after a change. */
export interface Edited {
  revision: number;
  undo: number;
  redo: number;
  dirty: boolean;
  removed?: Removed;
  losses?: Loss[];
}

/* Why a change was not made (status 409). */
export interface Refused {
  error: string;
  revision?: number;
  undo?: number;
  redo?: number;
  dirty?: boolean;
  losses?: Loss[];
}

/* A new value; null takes it away. */
export type Value = string | number | number[] | Results | null;

/* A change of an edit. */
export interface Change {
  do: "add" | "remove" | "set";
  fen?: string;
  uci?: string;
  field?: string;
  value?: Value;
}

/* What the engine says. */
export interface Evaluated {
  eval: Eval;
  depth: number;
  pv: LegalMove[];
}

/* The token for changes. */
export interface Session {
  token: string;
}

/* A file whose visit has ended. */
export interface Closed {
  closed: boolean;
}

/* The server answers. */
export interface Health {
  status: "ok";
}

/* A move, as on Lichess. */
export interface ExplorerMove {
  uci: string;
  san: string;
  white: number;
  draws: number;
  black: number;
  game: Game | null;
  opening: Opening | null;
  averageRating?: number;
  averageOpponentRating?: number;
  performance?: number;
}

/* What is not as on Lichess. */
export interface ExplorerOwn {
  book: string;
  total: number;
  ignored: string[]; // filters that did nothing
  synthetic?: boolean; // draws stand for weights
  leftOut?: number;
  damage?: string;
}

/* An answer of the explorer, as on Lichess. */
export interface Explorer {
  white: number;
  draws: number;
  black: number;
  moves: ExplorerMove[];
  opening: Opening | null;
  tabia: ExplorerOwn;
  topGames?: Game[];
  recentGames?: Game[];
  history?: Month[];
  queuePosition?: number;
}

/* The months of a position. */
export interface History {
  history: Month[];
  tabia?: ExplorerOwn;
}
