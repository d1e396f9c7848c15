// practice_state.ts - a practice session: cards, the current drill, puzzles

import { announce, notify } from "./announce";
import { api } from "./api";
import type { BoardProps } from "./board_props";
import {
  afterAnswer,
  askedCards,
  continued,
  counted,
  lineAfter,
  NO_TALLY,
  playOn,
  startDrill,
  type AskedCard,
  type Drill,
  type Route,
  type Tally,
} from "./drill";
import {
  deckOf,
  NO_CHOICES,
  rememberChoices,
  rememberedChoices,
  sourceOf,
  type Choices,
} from "./practice_choices";
import { judgePuzzle, nextUnsolved } from "./puzzle";
import { playUci } from "../lib/chess";
import { plyOf, shownSquares, spokenMove, START, turnOf } from "../lib/fen";
import { filterQuery } from "./filters";
import { moveNumber, proseOf } from "../lib/format";
import {
  askOverview,
  askSession,
  askSolved,
  sendAnswer,
  sendSolved,
  takeOver,
  type Part,
} from "./progress";
import {
  currentBook,
  currentQuery,
  firstStore,
  movesOf,
  state,
  stepsOf,
} from "./state";
import { createStore, memory } from "../lib/store";
import type {
  Color,
  LegalMove,
  PracticeOverview,
  PracticeSession,
  PracticeSolved,
  Puzzle,
} from "../lib/types";

export interface Practice extends Choices {
  book: string | null; // the book that is practised
  revision: number; // ... and its revision
  view: "start" | "overview" | "review";
  side: Color;
  ahead: boolean; // also cards that are not due yet
  fresh: number; // new cards per day
  offer: PracticeSession | null; // what there is to practise
  queue: AskedCard[]; // the first is the current one
  tally: Tally;
  drill: Drill | null;
  note: string | null; // the comment of the last move that was right
  isOver: boolean; // a session has ended: its tally is shown
  overview: PracticeOverview | null;
  puzzle: {
    list: Puzzle[];
    title: string;
    index: number;
    play: LegalMove[];
    attempt: number; // how often this puzzle was started over
    wrong: string | null; // SAN of a move that was taken back
    solved: boolean;
    shown: boolean; // ... after a look at the solution, so it does not count
    waits: boolean; // for the reply, or until a wrong move is taken back
  } | null;
  solved: {
    known: Set<number>; // puzzles, by index
    file: string | null; // that has them; null: this browser
  } | null; // null: not known
  revealed: boolean;
  problem: string | null;
}

const FRESH = 10; // new cards per day, unless chosen otherwise

export const practice = createStore<Practice>({
  book: null,
  revision: 0,
  view: "start",
  side: "white",
  ...NO_CHOICES,
  ahead: false,
  fresh: Number(memory.get("new") ?? FRESH),
  offer: null,
  queue: [],
  tally: NO_TALLY,
  drill: null,
  note: null,
  isOver: false,
  overview: null,
  puzzle: null,
  solved: null,
  revealed: false,
  problem: null,
});

const LIMIT = 200; // cards of a session
const ALL = 9999; // new cards: as many as there are
const REPLY_PAUSE = 450;
const WAY_TIME = 1600; // for all moves to a position
const RIGHT_PAUSE = 700;
const WRONG_PAUSE = 900;
const SEEDS = 1_000_000;

// What there is to practise

function partOf(from = practice.get()): Part {
  return { book: from.book!, side: from.side };
}

/* Games that show what is likely; undefined: the server's first store. */
function likelySource(): string | undefined {
  return sourceOf(practice.get().order) ?? firstStore()?.id;
}

/* The part of the book that was chosen, as parameters. */
function rangeOf(from = practice.get()): Part {
  const isHere = from.range === "from" || from.range === "through";
  const { fen, play } = currentQuery();
  return {
    ...partOf(from),
    ...(isHere && { fen, play }),
    source: likelySource(),
    ...filterQuery(state.get().filters),
    limit: LIMIT,
  };
}

function requestSession(): Promise<PracticeSession> {
  const { range, order, found, ahead, fresh } = practice.get();
  const deck = deckOf(range);
  return askSession(rangeOf(), {
    new: range === "found" ? ALL : fresh,
    ahead,
    ...(order === "tree" && { order }),
    ...(range === "through" && { through: true }),
    ...(range === "found" && { only: found }),
    ...(deck && { deck }),
  });
}

let asked = 0; // requests, so that a late answer does not replace a newer one

/* Loads what there is to practise. */
export async function loadOffer(): Promise<void> {
  const turn = ++asked;
  try {
    const { book, side } = practice.get();
    if (!book) return;
    await takeOver(book, side).catch((error: Error) =>
      notify(`Earlier progress is not taken over yet: ${error.message}`),
    );
    const offer = await requestSession();
    if (turn !== asked) return;
    practice.set({ offer, problem: null });
    if (!offer.total && offer.counts.waiting) await loadOverview();
  } catch (error) {
    if (turn === asked) practice.set({ problem: (error as Error).message });
  }
}

/* Another book, or another side of it. */
export function openPractice(book: string, side: Color): void {
  const revision = currentBook()?.revision ?? 0;
  const isSame = practice.get().book === book;
  practice.set({
    ...(!isSame && {
      ...rememberedChoices(book, state.get().server?.books ?? []),
      isOver: false,
    }),
    book,
    revision,
    side,
    offer: null,
    overview: null,
    drill: null,
    puzzle: null,
    problem: null,
  });
  void loadOffer();
}

export function choose(
  patch: Partial<Omit<Choices, "rating"> & Pick<Practice, "ahead" | "fresh">>,
): void {
  practice.set(patch);
  const { book, fresh } = practice.get();
  memory.set("new", String(fresh));
  if (book) rememberChoices(book, practice.get());
  void loadOffer();
}

/* The rating of the games that one plays on against. */
export function chooseRating(rating: string): void {
  const { book } = practice.get();
  practice.set({ rating });
  if (book) rememberChoices(book, practice.get());
}

export async function loadOverview(): Promise<void> {
  const part = partOf();
  try {
    const { fresh } = practice.get();
    const overview = await askOverview(part, { new: fresh });
    const { book, side } = practice.get();
    if (part.book === book && part.side === side) practice.set({ overview });
  } catch (error) {
    notify(`The overview cannot be loaded: ${(error as Error).message}`);
  }
}

/* The next day after today on which cards are due. */
export function nextDue(
  overview: PracticeOverview | null,
): { day: string; due: number } | null {
  const days = overview?.forecast.slice(1) ?? [];
  return days.find((day) => day.due > 0) ?? null;
}

// A session

export async function startSession(): Promise<void> {
  try {
    const offer = await requestSession();
    practice.set({ offer, queue: askedCards(offer.cards), tally: NO_TALLY });
  } catch (error) {
    return notify(`Practice cannot start: ${(error as Error).message}`);
  }
  if (!practice.get().queue.length)
    return notify("The book has no moves to practise there.");
  practice.set({ isOver: false, note: null });
  state.set({ flipped: practice.get().side === "black" });
  askNext(null);
}

/* What a review of games has found, to be practised. */
export function noteFound(found: string[]): void {
  const { book } = practice.get();
  practice.set({ found });
  if (book) rememberChoices(book, practice.get());
}

/* Practises certain positions now, even if they are not due. */
export function practiseOnly(found: string[]): void {
  practice.set({ range: "found", ahead: true, view: "start" });
  noteFound(found);
  void startSession();
}

export function endSession(): void {
  const { tally } = practice.get();
  const isOver = tally.right + tally.wrong.length > 0;
  const none = { drill: null, queue: [], overview: null, ahead: false };
  practice.set({ ...none, isOver });
  if (isOver) void loadOverview();
  void loadOffer();
}

export function closeSummary(): void {
  practice.set({ isOver: false });
}

/* Asks the first card of the queue; the board shows the line 'before'. */
function askNext(before: Route | null): void {
  const [card] = practice.get().queue;
  if (!card) {
    endSession();
    return announce("Session finished");
  }
  const drill = startDrill(card, before);
  const { note } = practice.get();
  const isOther = drill.at < (before?.play.length ?? 0); // another line
  practice.set({ drill, note: note && isOther ? `Previous card, ${note}` : note });
  const rest = card.play.length - drill.at;
  walk(Math.min(REPLY_PAUSE, WAY_TIME / rest));
}

/* Plays the moves to the position of the card. */
function walk(pause: number): void {
  const { drill } = practice.get();
  if (drill?.phase === "asked") return announce(question(drill));
  if (drill?.phase !== "way") return;
  setTimeout(() => {
    if (practice.get().drill !== drill) return;
    practice.set({ drill: playOn(drill) });
    walk(pause);
  }, pause);
}

function question(drill: Drill): string {
  const last = stepsOf(drill.card.start, drill.card.play).pop();
  return `${last ? `${spokenMove(last.san)}. ` : ""}Your move`;
}

/* The user's answer; null: does not know it. */
async function submit(drill: Drill, played: LegalMove | null): Promise<void> {
  const { card, isHinted } = drill;
  const judged: Drill = { ...drill, phase: "judged", played };
  practice.set({ drill: judged });
  try {
    const answer = await sendAnswer(partOf(), {
      fen: card.fen,
      asked: card.asked.uci,
      uci: played?.uci ?? null,
      hint: isHinted,
      ahead: practice.get().ahead,
    });
    if (practice.get().drill !== judged) return;
    showVerdict({ ...judged, answer });
  } catch (error) {
    if (practice.get().drill !== judged) return;
    practice.set({ drill });
    notify(`Your answer was not recorded: ${(error as Error).message}`);
  }
}

function showVerdict(judged: Drill): void {
  const { answer, played, card } = judged;
  const isRight = answer!.right;
  const { queue, tally } = practice.get();
  const phase = isRight ? "right" : played ? "wrong" : "shown";
  const drill: Drill = { ...judged, phase };
  practice.set({
    drill,
    queue: afterAnswer(queue, isRight),
    tally: counted(tally, drill),
  });
  const right = `The book plays ${spokenMove(card.asked.san)}`;
  if (isRight) {
    announce("Correct");
    return void goOn(drill);
  }
  announce(played ? `Not ${spokenMove(played.san)}. ${right}` : right);
  if (!played) return;
  setTimeout(() => {
    if (practice.get().drill === drill)
      practice.set({ drill: { ...drill, phase: "shown" } });
  }, WRONG_PAUSE);
}

/* "2.c3: ..." It stays while the line goes on, to be read at leisure. */
function commentOf({ card, played }: Drill): string | null {
  const { uci, san } = played ?? card.asked;
  const move = card.moves.find((one) => one.uci === uci);
  const text = proseOf(move?.remark ?? "");
  return text ? `${moveNumber(plyOf(card.fen), true)}${san}: ${text}` : null;
}

/* After the right move: the line goes on, ends, or gives way to another. */
async function goOn(drill: Drill): Promise<void> {
  const line = lineAfter(drill);
  const { book } = practice.get();
  practice.set({ note: commentOf(drill) });
  const fen = line.start === START ? "" : line.start;
  const filter = filterQuery(state.get().filters);
  const query = { book, fen, play: line.play.join(","), ...filter };
  const seed = Math.floor(Math.random() * SEEDS);
  const reply = await api.reply(query, likelySource(), seed).catch(() => null);
  if (practice.get().drill !== drill) return;
  if (reply && !reply.move)
    return practice.set({ drill: { ...drill, phase: "end" } });
  const after = reply?.move
    ? stepsOf(line.start, [...line.play, reply.move.uci]).pop()!.fen
    : null;
  setTimeout(() => {
    if (practice.get().drill !== drill) return;
    practice.set({ queue: continued(practice.get().queue, line, after) });
    askNext(line);
  }, RIGHT_PAUSE);
}

/* From the end of a line to the next card. */
export function goToNext(): void {
  const { drill } = practice.get();
  if (drill?.phase !== "end") return;
  practice.set({ note: null }); // it could be read at the end of the line
  askNext(lineAfter(drill));
}

function tryMove(move: LegalMove): void {
  const { drill } = practice.get();
  if (drill?.phase === "asked") return void submit(drill, move);
  if (drill?.phase !== "shown") return;
  const isRight = drill.card.moves.some((one) => one.uci === move.uci);
  const next: Drill = { ...drill, played: isRight ? move : null };
  if (!isRight) {
    practice.set({ drill: next });
    return announce(`Play ${spokenMove(drill.card.asked.san)}`);
  }
  const corrected: Drill = { ...next, phase: "right" };
  practice.set({ drill: corrected });
  void goOn(corrected);
}

/* First the piece, then the move, which counts as not known. */
export function giveHint(): void {
  const { drill } = practice.get();
  if (drill?.phase !== "asked") return;
  if (drill.isHinted) return void submit(drill, null);
  practice.set({ drill: { ...drill, isHinted: true } });
  announce(`Move the piece on ${drill.card.asked.uci.slice(0, 2)}`);
}

// Puzzles

const fresh = { wrong: null, solved: false, shown: false, waits: false };

export async function loadPuzzles(book: string): Promise<void> {
  const revision = currentBook()?.revision ?? 0;
  practice.set({ book, revision, puzzle: null, drill: null, problem: null });
  try {
    const [{ puzzles, title }, answer] = await Promise.all([
      api.puzzles(book),
      askSolved(book).catch((error: Error) =>
        notify(`What you solved is not known: ${error.message}`),
      ),
    ]);
    if (practice.get().book !== book) return;
    const start = { index: -1, play: [], attempt: 0, ...fresh };
    practice.set({
      puzzle: { list: puzzles, title, ...start },
      solved: answer ? solvedOf(answer) : null,
    });
    showPuzzle(unsolvedAfter() ?? 0);
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

function solvedOf({ solved, file }: PracticeSolved): Practice["solved"] {
  return { known: new Set(solved), file };
}

/* The next puzzle that is not solved; null: there is no other. */
export function unsolvedAfter(): number | null {
  const { puzzle, solved } = practice.get();
  const known = solved?.known ?? new Set<number>();
  return puzzle && nextUnsolved(puzzle.list.length, known, puzzle.index);
}

async function recordSolved(fen: string): Promise<void> {
  const book = practice.get().book!;
  try {
    const solved = solvedOf(await sendSolved(book, [fen]));
    if (practice.get().book === book) practice.set({ solved });
  } catch (error) {
    notify(`The solution was not recorded: ${(error as Error).message}`);
  }
}

function playPuzzle(move: LegalMove): void {
  const { puzzle, revealed: shown } = practice.get();
  const now = puzzle?.list[puzzle.index];
  if (!puzzle || !now || puzzle.waits || puzzle.solved) return;
  const play = [...puzzle.play, move];
  if (!now.moves.length) return practice.set({ puzzle: { ...puzzle, play } });
  const answer = judgePuzzle(now, puzzle.play, move, puzzle.attempt);
  const { right, solved, reply } = answer;
  const wrong = right ? null : move.san;
  const waits = !right || !!reply;
  const next = { ...puzzle, play, wrong, solved, shown, waits };
  practice.set({ puzzle: next });
  if (solved && !shown) void recordSolved(now.fen);
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
  const { puzzle } = practice.get();
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
  const { drill } = practice.get();
  if (!drill) return puzzleBoard();
  const { card, at, phase, played } = drill;
  const steps = stepsOf(card.start, card.play.slice(0, at));
  const fen = steps[at - 1]?.fen ?? card.start;
  const { legal, check } = movesOf(fen);
  const isAsked = phase === "asked" || phase === "shown";
  const last = steps[at - 1];
  const board: BoardProps = {
    fen,
    below: below(),
    legal: isAsked ? legal : [],
    check,
    onMove: tryMove,
    lastMove: last && shownSquares(last),
    arrows: [],
  };
  if (played && !isAsked) {
    board.fen = playUci(fen, played.uci);
    board.check = false;
    board.lastMove = shownSquares(played);
  }
  if (phase === "wrong" && played)
    board.marks = shownSquares(played).map((square) => ({
      square,
      kind: "wrong",
    }));
  if (phase === "shown" || (phase === "asked" && drill.isHinted)) {
    const [from, to] = shownSquares(card.asked);
    board.marks = [{ square: from, kind: "hint" }];
    if (phase === "shown") board.arrows = [{ from, to, kind: "hint" }];
  }
  return board;
}
