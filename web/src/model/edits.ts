// edits.ts - editing a book: one change at a time, none lost
//
// The server keeps changes in a journal, so a reload loses nothing that was
// sent. What could not be sent stays here until it is sent or discarded.

import { announce, notify, type Notice } from "./announce";
import { forgetAnswers } from "./answers";
import { api, ApiError, type Query } from "./api";
import {
  bookOf,
  currentBook,
  currentFen,
  currentPlay,
  currentQuery,
  cutLine,
  hereAnswers,
  loadPosition,
  patchBook,
  play,
  reloadBooks,
  state,
  type State,
} from "./state";
import { NAGS_MAX, toggleNag } from "../lib/nags";
import { noteChanges, noteOf, shapesOf, toggleShape, type Shape } from "./notes";
import { plural } from "../lib/format";
import { createStore } from "../lib/store";
import type {
  Book,
  Change,
  Edited,
  Here,
  LegalMove,
  Loss,
  Removed,
} from "../lib/types";

export interface Conflict {
  kind: "book" | "file" | "offline";
  book: string;
  message: string;
  changes: Change[]; // not applied yet
  theirs?: string; // what the other tab has where this one wants another text
}

/* A change or a save that the server refused; kept until resolved. */
export interface Refused {
  book: string;
  message: string;
  changes: Change[]; // empty: it was a save
}

export const edits = createStore({
  sending: 0,
  drafts: 0, // fields with text that was not sent
  refused: null as Refused | null, // of one book; later changes are added
  conflict: null as Conflict | null,
  losses: null as Loss[] | null, // a save that needs confirmation
});

const TRIES = 3; // if other tabs change the book at the same time

let queue: Promise<unknown> = Promise.resolve();

function enqueue<T>(task: () => Promise<T>): Promise<T> {
  edits.set({ sending: edits.get().sending + 1 });
  const done = queue.then(task).finally(() => {
    edits.set({ sending: edits.get().sending - 1 });
  });
  queue = done.catch(() => {});
  return done;
}

/* True while leaving the page would lose something. */
function isUnsent(): boolean {
  const { sending, drafts, conflict } = edits.get();
  return sending + drafts > 0 || Boolean(conflict?.changes.length);
}

const drafts = new Set<() => void>();

/* A field has text that 'send' would send, or no longer. */
export function noteDraft(send: () => void, isUnsent: boolean): void {
  if (isUnsent) drafts.add(send);
  else drafts.delete(send);
  if (drafts.size !== edits.get().drafts) edits.set({ drafts: drafts.size });
}

export function sendDrafts(): void {
  for (const send of [...drafts]) send();
}

/* Waits until all changes are answered, with those that are being typed. */
export function settled(): Promise<unknown> {
  sendDrafts();
  return queue;
}

function applyEdited(id: string, edited: Edited, changes: Change[]): void {
  const { revision, undo, redo, dirty } = edited;
  forgetAnswers();
  patchBook(id, { revision, undo, redo, dirty });
  // What was refused before and is done now is no longer so.
  const done = changes.map((one) => JSON.stringify(one));
  const { refused } = edits.get();
  const rest = refused?.changes.filter(
    (one) => !done.includes(JSON.stringify(one)),
  );
  edits.set({
    refused: refused && rest?.length ? { ...refused, changes: rest } : null,
  });
  loadPosition();
}

function handleFailure(
  book: string,
  error: unknown,
  changes: Change[],
  theirs?: string,
): void {
  const status = error instanceof ApiError ? error.status : -1;
  const message = (error as Error).message;
  if (status === 409)
    edits.set({ conflict: { kind: "book", book, message, changes, theirs } });
  else if (status === 0)
    edits.set({ conflict: { kind: "offline", book, message, changes } });
  else showRefused({ book, message, changes });
  loadPosition();
}

function showRefused(refused: Refused): void {
  const { book, changes } = refused;
  const before = edits.get().refused;
  const isSame = changes.length && before?.book === book;
  edits.set({
    refused: isSame
      ? { ...refused, changes: [...before.changes, ...changes] }
      : refused,
  });
  const what = refused.changes.length ? "Change failed" : "Not saved";
  notify(`${what}: ${refused.message}`);
}

/* Retries what was refused, or discards it. */
export async function resolveRefused(again: boolean): Promise<void> {
  const { refused } = edits.get();
  if (!refused) return;
  edits.set({ refused: null });
  if (!again) return;
  if (refused.changes.length) await change(refused.changes, refused.book);
  else await save();
}

/* Looked up late: the book may have changed while the request waited. */
function revisionOf(id: string): number {
  return bookOf(id)?.revision ?? 0;
}

/* What a book has where a change would set something; undefined: not known. */
function valueAt(change: Change, here: Here, book: Book | null): unknown {
  const { fen, uci, field = "" } = change;
  const own = here.sources[0]!;
  const { last } = here;
  if (!fen) return (book as unknown as Record<string, unknown>)[field] ?? null;
  const place = !uci
    ? here.fen === fen && (own.position ?? {})
    : last?.from === fen && last.uci === uci
      ? last
      : here.fen === fen && own.moves.find((move) => move.uci === uci);
  if (!place) return undefined;
  return (place as unknown as Record<string, unknown>)[field] ?? null;
}

/*
 * After another tab changed the book: null if the changes can be made all the
 * same, since what they set is as this tab has seen it; else the other text.
 */
async function theirsOf(
  id: string,
  changes: Change[],
): Promise<string | null | undefined> {
  const revision = revisionOf(id);
  const { here, asked } = state.get();
  const seen = bookOf(id);
  await reloadBooks();
  if (revisionOf(id) === revision) return undefined;
  forgetAnswers();
  if (changes.every((one) => one.do === "add")) return null;
  if (!here || asked?.book !== id) return undefined;
  const { fen, play } = asked;
  const now = await hereAnswers.load({ book: id, fen, play, sources: id });
  for (const change of changes) {
    if (change.do === "add") continue;
    if (change.do !== "set") return undefined;
    const before = valueAt(change, here, seen);
    const theirs = valueAt(change, now, bookOf(id));
    if (before === undefined || theirs === undefined) return undefined;
    const text = JSON.stringify(theirs);
    if (text !== JSON.stringify(before) && text !== JSON.stringify(change.value))
      return typeof theirs === "string" ? theirs : text;
  }
  return null;
}

/* What is changed may depend on what was changed before it. */
export type Changes = Change[] | (() => Promise<Change[]>);

async function submit(
  call: (book: string, revision: number, changes: Change[]) => Promise<Edited>,
  wanted: Changes,
  id: string | null,
): Promise<Edited | null> {
  if (!id) return null;
  const send = async (tries: number): Promise<Edited | null> => {
    let changes: Change[] = [];
    try {
      changes = typeof wanted === "function" ? await wanted() : wanted;
      if (typeof wanted === "function" && !changes.length) return null;
      const edited = await call(id, revisionOf(id), changes);
      applyEdited(id, edited, changes);
      // In the queue, so that no older list can replace a newer revision.
      await reloadBooks().catch(() => {});
      return edited;
    } catch (error) {
      const isOld = error instanceof ApiError && error.status === 409;
      if (isOld && tries && changes.length) {
        const theirs = await theirsOf(id, changes).catch(() => undefined);
        if (theirs === null) return send(tries - 1);
        handleFailure(id, error, changes, theirs);
      } else {
        handleFailure(id, error, changes);
      }
      return null;
    }
  };
  return enqueue(() => send(TRIES));
}

/*
 * Callers name the book: while they wait, or while text is being typed, another
 * one may be shown.
 */
export function change(
  changes: Changes,
  id: string | null,
): Promise<Edited | null> {
  return submit(api.edit, changes, id);
}

/* "Undo: adding 3.Bb5". */
export function stepWords(step: string, what: string | undefined): string {
  return what ? `${step}: ${what}` : step;
}

/* The button of a notice: another book may be shown when it is clicked. */
export function undoButton(id: string | null): Notice["action"] {
  return { label: "Undo", run: () => void undo(id) };
}

export async function undo(id: string | null): Promise<void> {
  const book = bookOf(id);
  if (!book?.undo) return announce("Nothing to undo");
  if (!(await submit(api.undo, [], id))) return;
  const again = { label: "Redo", run: () => void redo(id) };
  notify(`${stepWords("Undone", book.undoes)}.`, again);
}

export async function redo(id: string | null): Promise<void> {
  const book = bookOf(id);
  if (!book?.redo) return announce("Nothing to redo");
  if (!(await submit(api.redo, [], id))) return;
  notify(`${stepWords("Redone", book.redoes)}.`, undoButton(id));
}

/* Loads the server's state, then reapplies the change if asked to. */
export async function resolveConflict(again: boolean): Promise<void> {
  const conflict = edits.get().conflict;
  if (!conflict) return;
  edits.set({ conflict: null });
  try {
    await reloadBooks();
  } catch (error) {
    return handleFailure(conflict.book, error, conflict.changes);
  }
  forgetAnswers();
  loadPosition();
  if (again && conflict.changes.length)
    await change(conflict.changes, conflict.book);
}

// Moves

/* The moves of a line after the last position of it that the book has. */
export function lineChange(fen: string, play: string[]): Change {
  return { do: "add", fen, play };
}

/* How many moves that adds, of those on the board; at most so many. */
export async function countMissing(from: State, most = from.at): Promise<number> {
  for (let n = 0; n < most; n++) {
    const at = from.at - n - 1;
    const { book, fen, play } = currentQuery(from, at);
    // The book alone, so that a slow source keeps no one waiting.
    const query = { book, fen, play, sources: book ?? undefined };
    const own = (await hereAnswers.load(query)).sources[0]!;
    if (own.moves.some((move) => move.uci === from.steps[at]!.uci)) return n;
    if (own.known) return n + 1;
  }
  return most;
}

export function canEdit(book: Book | null = currentBook()): boolean {
  return Boolean(book?.editable) && !state.get().server?.readOnly;
}

/*
 * Adds the moves of the line on the board that the book does not have. If they
 * are refused the last 'by' are taken back: those that were played to be added.
 */
export async function addLine(by = state.get().adding ? 1 : 0): Promise<void> {
  const from = state.get();
  const book = currentBook(from);
  if (!book || !canEdit(book) || !from.at) return;
  const line = from.steps.slice(0, from.at);
  const added = lineChange(from.root, currentPlay(from));
  const edited = await change(
    async () => ((await countMissing(from, 1).catch(() => 1)) ? [added] : []),
    book.id,
  );
  const last = line[line.length - 1]!.san;
  const count = edited?.added ?? 0;
  if (count > 1)
    notify(`${plural(count, "move")} added, up to ${last}.`, undoButton(book.id));
  else if (count) announce(`${last} added to the book`);
  else if (edits.get().refused?.changes.includes(added))
    takeBack(book.id, line, by);
}

/* Plays a move; if moves are to be added, a new one is. */
export function playMove(move: LegalMove): void {
  play(move);
  if (state.get().adding) void addLine();
}

/* Makes a move part of the book, and goes there. */
export function addMove(move: LegalMove): void {
  play(move);
  void addLine(1);
}

/* Takes back moves on the board that were not added to the book. */
function takeBack(book: string, line: { uci: string }[], by: number): void {
  const { bookId, steps } = state.get();
  if (bookId !== book || line.some(({ uci }, i) => steps[i]?.uci !== uci))
    return;
  if (by) cutLine(line.length - by);
}

export async function previewRemoval(
  book: string,
  fen: string,
  uci: string,
): Promise<Removed | null> {
  return api
    .preview(book, revisionOf(book), [{ do: "remove", fen, uci }])
    .then((answer) => answer.removed)
    .catch(() => null);
}

/* Deletes a move and what follows it; the board leaves what is deleted. */
export async function removeMove(
  book: string,
  fen: string,
  move: LegalMove,
): Promise<void> {
  const { steps, root, bookId } = state.get();
  const fens = [root, ...steps.map((step) => step.fen)];
  const index = steps.findIndex(
    (step, i) => step.uci === move.uci && fens[i] === fen,
  );
  if (index >= 0 && bookId === book) cutLine(index);
  const edited = await change([{ do: "remove", fen, uci: move.uci }], book);
  if (!edited) return;
  notify(`Deleted ${removedWords(edited.removed!, move)}`, undoButton(book));
}

/* What deleting a move deletes, and what it keeps. */
export function removedWords(removed: Removed, { san }: LegalMove): string {
  const after = removed.moves - 1;
  const deleted = `${san}${after > 0 ? ` and ${plural(after, "move")} after it` : ""}.`;
  if (!removed.kept) return deleted;
  return removed.kept === 1
    ? `${deleted} 1 move is kept because another line reaches it.`
    : `${deleted} ${removed.kept} moves are kept because other lines reach them.`;
}

// Annotations, comments, arrows and circles

/* Adds an annotation to the move that led here, or removes it; as 'setNote'. */
export function annotate(code: number, book: Book, { fen, play }: Query): void {
  const query = { book: book.id, fen, play, sources: book.id };
  void change(async () => {
    const { last } = await hereAnswers.load(query);
    const nags = toggleNag(last?.nags ?? [], code);
    if (nags.length > NAGS_MAX)
      notify(`A move has ${NAGS_MAX} annotations at most.`);
    if (!last || nags.length > NAGS_MAX) return [];
    const { from, uci } = last;
    const value = nags.length ? nags : null;
    return [{ do: "set", fen: from, uci, field: "nags", value }];
  }, book.id);
}

/*
 * Changes the text of a position. What it has is looked up when the changes
 * before are done, so that none of them is undone.
 */
export function setNote(text: string, book: Book, { fen, play }: Query): void {
  const query = { book: book.id, fen, play, sources: book.id };
  void change(async () => {
    const here = await hereAnswers.load(query);
    if (text.trim() === noteOf(here)) return [];
    return noteChanges(here, book, text, shapesOf(here));
  }, book.id);
}

/* Shapes on positions that cannot be changed last as long as the page. */
export const sketches = createStore({
  byFen: {} as Record<string, Shape[]>,
  draws: false, // the next drag on the board
});

/* In a position of the book a shape is part of its comment, else a sketch. */
export async function drawShape(shape: Shape): Promise<void> {
  sketches.set({ draws: false });
  const book = currentBook();
  const { fen: root, play } = currentQuery();
  const fen = currentFen();
  if (book && canEdit(book)) {
    const query = { book: book.id, fen: root, play, sources: book.id };
    await queue; // moves that are being added come first
    const here = await hereAnswers.load(query).catch(() => null);
    if (here?.sources[0]?.known) {
      const draw = (now: Here) =>
        noteChanges(now, book, noteOf(now), toggleShape(shapesOf(now), shape));
      await change(async () => draw(await hereAnswers.load(query)), book.id);
      return;
    }
  }
  const { byFen } = sketches.get();
  const shapes = toggleShape(byFen[fen] ?? [], shape);
  sketches.set({ byFen: { ...byFen, [fen]: shapes } });
}

// Saving

export async function save(confirm = false): Promise<void> {
  sendDrafts();
  const book = currentBook();
  if (book?.savable === false)
    return notify("This book has no file of its own: use “Save as…”.");
  if (!book) return;
  edits.set({ losses: null });
  await enqueue(async () => {
    if (!bookOf(book.id)?.dirty) return;
    const revision = revisionOf(book.id);
    try {
      const answer = await api.save(book.id, revision, confirm);
      if (answer.losses?.length && !confirm && answer.dirty !== false)
        return edits.set({ losses: answer.losses });
      await reloadBooks();
      edits.set({ refused: null });
      notify(`Saved to ${book.file ?? "the file"}.`);
    } catch (error) {
      handleSaveFailure(book.id, error as Error, revision);
    }
  });
}

function handleSaveFailure(book: string, error: Error, revision: number): void {
  const body = error instanceof ApiError ? error.body : {};
  if (Array.isArray(body["losses"]))
    return edits.set({ losses: body["losses"] as Loss[] });
  if (error instanceof ApiError && error.status === 409) {
    const kind = body["revision"] === revision ? "file" : "book";
    return edits.set({
      conflict: { kind, book, message: error.message, changes: [] },
    });
  }
  showRefused({ book, message: error.message, changes: [] });
}

export function warnBeforeLeaving(): void {
  window.addEventListener("beforeunload", (event) => {
    sendDrafts();
    if (isUnsent()) event.preventDefault();
  });
  // A phone may end the page without a question, but hides it before. At the end
  // itself no request would be completed.
  document.addEventListener("visibilitychange", sendDrafts);
}
