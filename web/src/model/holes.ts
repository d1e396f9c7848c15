// holes.ts - the holes of the book, loaded with each step while they are shown

import { Answers, Pace } from "./answers";
import { api, type Query } from "./api";
import { notify } from "./announce";
import { change, lineChange, undoButton } from "./edits";
import { outline } from "./outline";
import { plyOf, START } from "../lib/fen";
import { moveNumber, percent } from "../lib/format";
import { isMoves } from "./url";
import {
  bookOf,
  currentBook,
  currentPlay,
  currentQuery,
  firstStore,
  jump,
  setHolesFrom,
  shownTab,
  state,
  type State,
} from "./state";
import { createStore } from "../lib/store";
import type { Answer, Color, Hole, Holes } from "../lib/types";

const FIRST = 10; // are listed
const MORE = 20; // at a time, on request

interface Wanted {
  query: Query;
  side: Color;
  source: string | undefined;
  revision: number; // of the book
  limit: number;
}

export const holes = createStore({
  side: null as Color | null, // chosen, for a book of both sides
  answer: null as Holes | null,
  wanted: "", // the latest request
  asked: "", // what the answer is for
  problem: null as string | null,
  place: "", // what the list is about, whatever the book has there
  limit: FIRST,
  rows: [] as Hole[], // as they are listed
  filled: {} as Record<string, string>, // of these: answers (UCI) by FEN
  isHeld: false, // the rows stay where they are: someone is at work there
  fresh: [] as string[], // FENs of holes that answers of this visit brought
});

const answers = new Answers((wanted: Wanted, signal) =>
  api.holes(wanted.query, wanted.side, wanted.source, wanted.limit, signal),
);
const pace = new Pace();
const adding = new Map<string, string>(); // of 'filled': on their way

/* The side that a book without one is looked at for. */
export function chosenSide(from: State = state.get()): Color {
  return holes.get().side ?? (from.flipped ? "black" : "white");
}

/*
 * The first move of a repertoire for Black that is against this move alone: to
 * others it has no answer, and wants none.
 */
function onlyFirstMove(from: State): string {
  const { book, root } = outline.get();
  if (currentBook(from)?.side !== "black" || book !== from.bookId) return "";
  const only = root?.fen === START && root.children?.length === 1;
  return only ? root.children![0]!.move.uci : "";
}

/*
 * The list that a hole was opened from is kept on the line to this hole and
 * beyond: as long as the board's line and this one do not part.
 */
let kept: { range: string; line: string } | null = null;

const lineOf = (book: string | null, play: string[]) => [book, ...play, ""].join();

function isKept(from: State): boolean {
  const line = lineOf(from.bookId, currentPlay(from));
  if (!kept || from.root !== START) return false;
  const begin = kept.range === "whole" ? "" : kept.range + ",";
  return (
    line.startsWith(`${from.bookId},${begin}`) &&
    (line.startsWith(kept.line) || kept.line.startsWith(line))
  );
}

/* From where on holes are shown: "here", "whole", or after these moves. */
export function holesFrom(from: State = state.get()): string {
  if (isKept(from)) return kept!.range;
  if (isMoves(from.holes) && from.root !== START) return "here";
  if (from.holes || from.at || from.root !== START) return from.holes || "here";
  return onlyFirstMove(from) || "here";
}

/* The list stays what it is when one of its holes is shown. */
export function goToHole({ start, play }: Hole): void {
  const from = state.get();
  const range = holesFrom(from);
  kept =
    from.root === START && outline.get().roots.length < 2
      ? {
          range:
            range === "here" ? currentPlay(from).join() || "whole" : range,
          line: lineOf(from.bookId, play),
        }
      : null;
  jump({ fen: start, play });
}

/* What the user chooses. */
export function chooseRange(range: string): void {
  kept = null;
  setHolesFrom(range);
}

/*
 * What to ask for, if holes are shown. No position means every beginning of the
 * book, of which a study may have several.
 */
function wantedOf(from: State, limit = FIRST): Wanted | null {
  const book = currentBook(from);
  if (!book || !from.here || shownTab(from) !== "holes") return null;
  if (book.kind !== "book" && book.kind !== "table") return null;
  const range = holesFrom(from);
  const { book: known, roots } = outline.get();
  const hasParts = known === book.id && roots.length > 1;
  return {
    query: {
      ...currentQuery(from),
      ...(hasParts && { fen: from.root }),
      ...(range !== "here" && {
        fen: "",
        play: range === "whole" ? "" : range,
      }),
      sources: undefined,
    },
    side: book.side ?? chosenSide(from),
    source: firstStore(from)?.id,
    revision: book.revision,
    limit,
  };
}

/* True if the shares are those of games, and not of a book's moves. */
export function isOfGames({ measured, sources }: Holes): boolean {
  return measured && bookOf(sources[0] ?? null)?.kind === "store";
}

/* Holes that come after an answer that was just added. */
function broughtBy({ rows, filled }: Listed, found: Hole[]): Hole[] {
  const ways = rows
    .filter((hole) => filled[hole.fen])
    .map((hole) => hole.play.join() + ",");
  return found.filter((hole) =>
    ways.some((way) => hole.play.join().startsWith(way)),
  );
}

type Listed = ReturnType<typeof holes.get>;

/* What the answers since the list was made have brought. */
export function brought(from: Listed): Hole[] {
  return broughtBy(from, from.answer?.holes ?? []);
}

/* Lists what was found last; what was filled is no longer there. */
function listAgain(): void {
  const from = holes.get();
  const fresh = brought(from).map((hole) => hole.fen);
  holes.set({
    rows: from.answer?.holes ?? [],
    filled: Object.fromEntries(adding),
    isHeld: false,
    fresh: [...from.fresh, ...fresh],
  });
}

/*
 * Shows an answer. While someone fills holes the rows stay in their places, or
 * the next click would hit another one; what was undone is open again.
 */
function show(asked: string, answer: Holes): void {
  const { filled, isHeld } = holes.get();
  holes.set({ asked, answer, problem: null });
  if (!isHeld) return listAgain();
  const open = answer.holes.map((hole) => hole.fen);
  const done = Object.entries(filled).filter(
    ([fen]) => !open.includes(fen) || adding.has(fen),
  );
  holes.set({ filled: Object.fromEntries(done) });
}

function follow(): void {
  const from = state.get();
  if (!isKept(from)) kept = null;
  const first = wantedOf(from);
  if (!first) return;
  const place = JSON.stringify({ ...first, revision: 0 });
  if (place !== holes.get().place)
    holes.set({ place, limit: FIRST, isHeld: false, filled: {}, fresh: [] });
  const query = { ...first, limit: holes.get().limit };
  const wanted = JSON.stringify(query);
  if (wanted === holes.get().wanted) return;
  const known = answers.get(query);
  holes.set({ wanted });
  if (known) {
    pace.stop();
    return show(wanted, known);
  }
  pace.ask((signal) => {
    answers
      .load(query, signal)
      .then((answer) => {
        if (!signal.aborted) show(wanted, answer);
      })
      .catch((error: Error) => {
        if (!signal.aborted)
          holes.set({ asked: "", wanted: "", problem: error.message });
      });
  });
}

export function showMore(): void {
  holes.set({ limit: holes.get().limit + MORE, isHeld: false });
  follow();
}

/* The one who filled holes turns to something else. */
export function moveOn(): void {
  const { isHeld, asked, wanted } = holes.get();
  if (!isHeld) return;
  holes.set({ isHeld: false });
  if (asked === wanted) listAgain();
}

/*
 * Adds the reply and the answer as one change; with the moves before it, where
 * the book does not lead to it. An answer to the position on the board is not in
 * the list, so that this one need not stay.
 */
export async function fill(hole: Hole, answer: Answer): Promise<void> {
  const { fen, play, san, share, start } = hole;
  const { filled, answer: found, isHeld, rows } = holes.get();
  const { bookId } = state.get();
  if (filled[fen]) return;
  adding.set(fen, answer.uci);
  holes.set({
    isHeld: isHeld || rows.some((row) => row.fen === fen),
    filled: { ...filled, [fen]: answer.uci },
  });
  const edited = await change([lineChange(start, [...play, answer.uci])], bookId);
  adding.delete(fen);
  if (!edited) {
    const { [fen]: _, ...others } = holes.get().filled;
    return holes.set({ filled: others });
  }
  const ply = plyOf(fen);
  const reply = moveNumber(ply - 1, true) + san;
  const answered = `${reply} ${moveNumber(ply, false)}${answer.san}`;
  const isShare = found?.reached && isOfGames(found);
  const words = isShare
    ? `${answered}: ${percent(share)} more of the games are answered up to move ${Math.floor(ply / 2) + 1}`
    : answered;
  notify(`Added ${words}.`, undoButton(bookId));
}

export function setHolesSide(side: Color): void {
  holes.set({ side });
  follow();
}

/* Asks for the holes of a line that may be next. */
export async function holesAhead(from: State): Promise<void> {
  const query = wantedOf(from);
  if (query) await answers.load(query);
}

export function startHoles(): void {
  state.watch(follow);
  outline.watch(follow);
}
