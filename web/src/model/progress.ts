// progress.ts - the progress of practice: on the server, or a visitor's own
//
// With the token the server keeps it, in a file beside the book. A visitor's is
// the text of such a file, in this browser, and goes along with every request.

import { api, type Params } from "./api";
import { memory } from "../lib/store";
import { oldLines, readDeck, readSolved } from "./old_decks";
import { state } from "./state";
import type {
  Color,
  PracticeAnswer,
  PracticeImport,
  PracticeOverview,
  PracticeSession,
  PracticeSolved,
} from "../lib/types";

const HEAD = "tabia-progress 1\n";
const LINES_MAX = 2000; // of a book whose old decks are taken over

const isVisitor = () => state.get().server?.readOnly ?? true;
const nameOf = (book: string) => `progress.${book}`;

/* What goes along with a request. */
function own(book: string): { progress?: string } {
  const progress = isVisitor() ? memory.get(nameOf(book)) : null;
  return progress ? { progress } : {};
}

/* Appends lines to the text of a progress file, each once. */
export function appended(text: string | null, lines: string): string {
  const known = new Set((text || HEAD).split("\n"));
  for (const line of lines.split("\n")) known.add(line);
  known.delete("");
  return [...known].map((line) => `${line}\n`).join("");
}

function append(book: string, from: { saved: boolean; lines: string }): void {
  if (from.saved || !from.lines) return;
  memory.set(nameOf(book), appended(memory.get(nameOf(book)), from.lines));
}

export interface Part extends Params {
  book: string;
  side?: Color; // of a book; puzzles have none
}

export function askSession(part: Part, body: object): Promise<PracticeSession> {
  return api.session(isVisitor(), part, { ...body, ...own(part.book) });
}

export async function sendAnswer(
  part: Part,
  body: object,
): Promise<PracticeAnswer> {
  const sent = { ...body, ...own(part.book) };
  const answer = await api.answer(isVisitor(), part, sent);
  append(part.book, answer);
  return answer;
}

export function askOverview(
  part: Part,
  body: object = {},
): Promise<PracticeOverview> {
  return api.overview(isVisitor(), part, { ...body, ...own(part.book) });
}

export async function exportProgress(book: string): Promise<string> {
  if (isVisitor()) return memory.get(nameOf(book)) || HEAD;
  return (await api.exportProgress(book)).progress;
}

async function importBody(part: Part, body: object): Promise<PracticeImport> {
  const done = await api.importProgress(isVisitor(), part, body);
  append(part.book, done);
  return done;
}

export function importProgress(
  part: Part,
  progress: string,
): Promise<PracticeImport> {
  return importBody(part, { progress });
}

/*
 * Takes over, once, what this browser kept: a former page's decks of lines, and
 * the progress of a visitor who has the token now. Nothing is deleted here: what
 * was taken over is only marked.
 */
export async function takeOver(book: string, side: Color): Promise<void> {
  const deck = memory.get(`deck.${book}.${side}`);
  const mark = `taken.${book}.${side}`;
  if (deck && !memory.get(mark)) {
    const answer = await api.lines({ book, fen: "", play: "" }, side, LINES_MAX);
    const lines = oldLines(readDeck(deck), answer.lines);
    const body = { lines, ...own(book) };
    if (lines.length) await importBody({ book, side }, body);
    memory.set(mark, "1");
  }
  await takeVisited({ book, side });
}

/* The progress of a visitor who has the token now. */
async function takeVisited(part: Part): Promise<void> {
  const visited = isVisitor() ? null : memory.get(nameOf(part.book));
  if (!visited) return;
  await importProgress(part, visited);
  memory.set(nameOf(part.book), "");
}

/* Records puzzles as solved, by FEN; gives all that are. */
export async function sendSolved(
  book: string,
  solved: string[],
): Promise<PracticeSolved> {
  const sent = { solved, ...own(book) };
  const answer = await api.solved(isVisitor(), { book }, sent);
  append(book, answer);
  return answer;
}

/* Which puzzles are solved; takes over what this browser kept, as above. */
export async function askSolved(book: string): Promise<PracticeSolved> {
  const mark = `taken.${book}.solved`;
  await takeVisited({ book });
  const old = memory.get(mark) ? [] : readSolved(memory.get("solved"));
  const answer = await sendSolved(book, old);
  memory.set(mark, "1");
  return answer;
}
