// practice_state.ts - a practice session: lines, the current drill, puzzles

import { announce } from "./announce";
import { api } from "./api";
import type { BoardProps } from "./board_props";
import {
  applyMove,
  isAsked,
  isDone,
  judge,
  playReply,
  startDrill,
  takeBack,
  type Drill,
} from "./drill";
import { judgePuzzle, rememberSolved } from "./puzzle";
import { playUci } from "../lib/chess";
import { shownSquares, spokenMove, START, turnOf } from "../lib/fen";
import {
  lineKey,
  progressOf,
  readDeck,
  review,
  sessionOrder,
  type Deck,
} from "./srs";
import { currentBook, movesOf, state } from "./state";
import { createStore, memory } from "../lib/store";
import type { Color, LegalMove, Line, Puzzle } from "../lib/types";

export interface Practice {
  book: string | null; // the book that the lines are from
  revision: number; // ... and its revision
  side: Color;
  through: string[]; // the moves that all lines begin with
  lines: Line[];
  loaded: boolean;
  more: boolean; // the book has more lines than were loaded
  deck: Deck;
  queue: number[]; // indexes of 'lines'; the first is the current one
  finished: number;
  mistakes: number;
  drill: Drill | null;
  hint: 0 | 1 | 2; // nothing, the piece, the move
  verdict: "right" | "wrong" | "other" | "done" | null;
  puzzle: {
    list: Puzzle[];
    title: string;
    index: number;
    play: LegalMove[];
    attempt: number; // how often this puzzle was started over
    wrong: string | null; // SAN of a move that was taken back
    solved: boolean;
    waits: boolean; // for the reply, or until a wrong move is taken back
  } | null;
  revealed: boolean;
  problem: string | null;
}

export const practice = createStore<Practice>({
  book: null,
  revision: 0,
  side: "white",
  through: [],
  lines: [],
  loaded: false,
  more: false,
  deck: {},
  queue: [],
  finished: 0,
  mistakes: 0,
  drill: null,
  hint: 0,
  verdict: null,
  puzzle: null,
  revealed: false,
  problem: null,
});

const LIMIT = 2000; // lines to ask the server for
const REPLY_PAUSE = 450;
const WRONG_PAUSE = 900;
const AGAIN_AFTER = 4; // a line with mistakes comes back after this many others

const keyOf = (line: Line) =>
  lineKey(
    line.fen,
    line.moves.map((move) => move.uci),
  );
const deckName = () => `deck.${practice.get().book}.${practice.get().side}`;

export function progress() {
  const { lines, deck } = practice.get();
  return progressOf(lines.map(keyOf), deck, Date.now());
}

// Lines

/* Loads the lines of a side; with 'through', those that begin with it. */
export async function loadLines(
  book: string,
  side: Color,
  through: string[] = [],
): Promise<void> {
  const none = {
    lines: [],
    loaded: false,
    drill: null,
    verdict: null,
    puzzle: null,
    problem: null,
  };
  const revision = currentBook()?.revision ?? 0;
  practice.set({ ...none, book, revision, side, through });
  try {
    const { root } = state.get();
    const fen = through.length && root !== START ? root : "";
    const query = { book, fen, play: through.join(",") };
    const answer = await api.lines(query, side, LIMIT);
    const now = practice.get();
    if (now.book !== book || now.side !== side || now.through !== through)
      return;
    const lines = answer.lines.filter((line) => hasQuestion(line, side));
    const deck = readDeck(memory.get(deckName()));
    const more = answer.more ?? answer.total > answer.lines.length;
    practice.set({ lines, more, deck, loaded: true });
  } catch (error) {
    practice.set({ problem: (error as Error).message });
  }
}

function hasQuestion(line: Line, side: Color): boolean {
  const drill = startDrill(line, side);
  return line.moves.some((_, at) => isAsked({ ...drill, at }));
}

function beginsWith(line: Line, play: string[]): boolean {
  return play.every((uci, index) => line.moves[index]?.uci === uci);
}

export function startSession(): void {
  const { lines, deck } = practice.get();
  const keys = lines.map(keyOf);
  const queue = sessionOrder(keys, deck, Date.now(), Math.random);
  practice.set({ queue, finished: 0, mistakes: 0 });
  state.set({ flipped: practice.get().side === "black" });
  nextLine();
}

export function endSession(): void {
  practice.set({ drill: null, queue: [], verdict: null });
}

export function nextLine(): void {
  const { queue, lines, side } = practice.get();
  const line = lines[queue[0] ?? -1];
  if (!line) return practice.set({ drill: null, verdict: "done" });
  practice.set({ drill: startDrill(line, side), hint: 0, verdict: null });
  announce(line.name ? `New line: ${line.name}` : "New line");
  continueDrill();
}

/* The position of a drill after 'at' moves. */
function fenAt(drill: Drill, at = drill.at): string {
  return drill.line.moves
    .slice(0, at)
    .reduce((fen, move) => playUci(fen, move.uci), drill.line.fen);
}

/* Plays the other side's move, asks for the next one, or ends the line. */
function continueDrill(): void {
  const { drill } = practice.get();
  if (!drill) return;
  if (isDone(drill)) return lineDone(drill);
  if (isAsked(drill)) return;
  setTimeout(() => {
    if (practice.get().drill !== drill) return;
    const move = drill.line.moves[drill.at]!;
    announce(spokenMove(move.san));
    practice.set({ drill: playReply(drill) });
    continueDrill();
  }, REPLY_PAUSE);
}

function lineDone(drill: Drill): void {
  const { deck, queue, lines, finished } = practice.get();
  const key = keyOf(drill.line);
  const faults = drill.mistakes + (drill.hints ? 1 : 0);
  // A line with a move that had to be shown proves nothing either way.
  const isCounted = faults > 0 || !drill.isShown;
  const newer = isCounted
    ? { ...deck, [key]: review(deck[key], faults, Date.now()) }
    : deck;
  memory.set(deckName(), JSON.stringify(newer));
  const rest = queue.slice(1);
  if (faults) rest.splice(AGAIN_AFTER, 0, lines.indexOf(drill.line));
  practice.set({
    deck: newer,
    queue: rest,
    finished: finished + 1,
    verdict: "done",
  });
  announce(
    faults ? "Line finished with mistakes" : "Line finished without a mistake",
  );
}

function tryMove(move: LegalMove): void {
  const { drill, lines, mistakes } = practice.get();
  if (!drill || !isAsked(drill) || practice.get().verdict === "wrong") return;
  const verdict = judge(drill, move.uci, lines);
  const next = applyMove(drill, move.uci, verdict);
  practice.set({ drill: next, verdict });
  if (verdict === "right") {
    practice.set({ hint: 0 });
    return continueDrill();
  }
  if (verdict === "other") return switchLine(drill, move);
  practice.set({ mistakes: mistakes + 1 });
  announce(`Not ${move.san}. The book move is ${drill.line.moves[drill.at]!.san}`);
  setTimeout(() => {
    if (practice.get().drill !== next) return;
    practice.set({ drill: { ...next, wrong: null }, verdict: null, hint: 2 });
  }, WRONG_PAUSE);
}

/*
 * Another line of the book has this move. If that line is still in the queue,
 * the drill switches to it; otherwise this line goes on.
 */
function switchLine(drill: Drill, move: LegalMove): void {
  const { queue, lines } = practice.get();
  const way = drill.line.moves.slice(0, drill.at).map((one) => one.uci);
  const fits = (index: number) =>
    lines[index]!.fen === drill.line.fen &&
    beginsWith(lines[index]!, [...way, move.uci]);
  const index = queue.find(fits);
  const line = lines[index ?? -1];
  if (index === undefined || !line) {
    const next = takeBack(drill, move.san);
    practice.set({ drill: next, hint: drill.other ? 2 : 0 });
    announce(`${move.san} is also in the book. This line has another move.`);
    return;
  }
  practice.set({
    queue: [index, ...queue.filter((other) => other !== index)],
    drill: { ...drill, line, at: drill.at + 1, other: null },
    hint: 0,
  });
  announce(`${move.san} is also in the book. Now: ${line.name ?? "that line"}`);
  continueDrill();
}

export function giveHint(): void {
  const { drill, hint } = practice.get();
  if (!drill || !isAsked(drill)) return;
  const more = hint === 0 ? 1 : 2;
  practice.set({ hint: more, drill: { ...drill, hints: drill.hints + 1 } });
  const { uci, san } = drill.line.moves[drill.at]!;
  announce(more === 1 ? `Move the piece on ${uci.slice(0, 2)}` : spokenMove(san));
}

// Puzzles

const fresh = { wrong: null, solved: false, waits: false };

export async function loadPuzzles(book: string): Promise<void> {
  const revision = currentBook()?.revision ?? 0;
  practice.set({ book, revision, puzzle: null, drill: null, problem: null });
  try {
    const { puzzles, title } = await api.puzzles(book);
    if (practice.get().book !== book) return;
    practice.set({
      puzzle: { list: puzzles, title, index: 0, play: [], attempt: -1, ...fresh },
    });
    showPuzzle(0);
  } catch (error) {
    practice.set({ problem: (error as Error).message });
  }
}

export function showPuzzle(index: number): void {
  const { puzzle } = practice.get();
  if (!puzzle) return;
  const bounded = Math.max(0, Math.min(puzzle.list.length - 1, index));
  const attempt = bounded === puzzle.index ? puzzle.attempt + 1 : 0;
  practice.set({
    puzzle: { ...puzzle, index: bounded, play: [], attempt, ...fresh },
    revealed: false,
  });
  const fen = boardFen();
  if (!fen) return;
  state.set({ flipped: turnOf(fen) === "black" });
}

function playPuzzle(move: LegalMove): void {
  const { puzzle } = practice.get();
  const now = puzzle?.list[puzzle.index];
  if (!puzzle || !now || puzzle.waits || puzzle.solved) return;
  const play = [...puzzle.play, move];
  if (!now.moves.length) return practice.set({ puzzle: { ...puzzle, play } });
  const answer = judgePuzzle(now, puzzle.play, move, puzzle.attempt);
  const { right, solved, reply } = answer;
  const wrong = right ? null : move.san;
  const waits = !right || !!reply;
  const next = { ...puzzle, play, wrong, solved, waits };
  if (solved) rememberSolved(now.fen);
  practice.set({ puzzle: next });
  announce(
    right
      ? spokenMove(move.san) + (solved ? ". Solved" : "")
      : `${move.san} is not the solution`,
  );
  const goOn = (then: () => LegalMove[]) => () => {
    if (practice.get().puzzle !== next) return;
    practice.set({ puzzle: { ...next, play: then(), waits: false } });
  };
  if (!right) setTimeout(goOn(() => puzzle.play), WRONG_PAUSE);
  if (reply) setTimeout(goOn(() => [...play, replyMove(reply.uci)]), REPLY_PAUSE);
}

/* The defence's move on the board. */
function replyMove(uci: string): LegalMove {
  const move = movesOf(boardFen()!).legal.find((one) => one.uci === uci)!;
  announce(spokenMove(move.san));
  return move;
}

// The board

function boardFen(): string | null {
  const { drill, puzzle } = practice.get();
  if (drill) return fenAt(drill);
  const now = puzzle?.list[puzzle.index];
  if (!now) return null;
  return puzzle!.play.reduce((fen, move) => playUci(fen, move.uci), now.fen);
}

const below = () => (state.get().flipped ? "black" : "white");

function puzzleBoard(): BoardProps | null {
  const { puzzle } = practice.get();
  const fen = boardFen();
  if (!puzzle || !fen) return null;
  const last = puzzle.play[puzzle.play.length - 1];
  return {
    fen,
    below: below(),
    ...movesOf(fen),
    ...(puzzle.waits || puzzle.solved ? { legal: [] } : {}),
    onMove: playPuzzle,
    lastMove: last && shownSquares(last),
    arrows: [],
  };
}

/* What the board shows during practice; null: the position in the book. */
export function drillBoard(): BoardProps | null {
  const { drill, verdict, hint } = practice.get();
  if (!drill) return puzzleBoard();
  const last = drill.line.moves[drill.at - 1];
  const next = drill.line.moves[drill.at];
  const fen = fenAt(drill);
  const { legal, check } = movesOf(fen);
  const board: BoardProps = {
    fen,
    below: below(),
    legal: isAsked(drill) && verdict !== "wrong" ? legal : [],
    check,
    onMove: tryMove,
    lastMove: last && shownSquares(last),
    arrows: [],
  };
  if (drill.wrong) {
    board.fen = playUci(board.fen, drill.wrong);
    board.marks = [
      { square: drill.wrong.slice(0, 2), kind: "wrong" },
      { square: drill.wrong.slice(2, 4), kind: "wrong" },
    ];
  } else if (hint && next && isAsked(drill)) {
    const [from, to] = shownSquares(next);
    board.marks = [{ square: from, kind: "hint" }];
    if (hint === 2) board.arrows = [{ from, to, kind: "hint" }];
  }
  return board;
}
