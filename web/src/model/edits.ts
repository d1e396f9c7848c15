// edits.ts - editing a book: one change at a time, none lost
//
// The server keeps changes in a journal, so a reload loses nothing that was
// sent. What could not be sent stays here until it is sent or discarded.

import { announce, notify } from "./announce";
import { api, ApiError } from "./api";
import {
  currentBook,
  currentFound,
  currentQuery,
  cutLine,
  findCached,
  clearCache,
  loadPosition,
  patchBook,
  play,
  reloadBooks,
  state,
} from "./state";
import { plural } from "../lib/format";
import { createStore } from "../lib/store";
import type { Change, Edited, LegalMove, Loss, Removed } from "../lib/types";

export interface Conflict {
  kind: "book" | "file" | "offline";
  book: string;
  message: string;
  changes: Change[]; // not applied yet
}

/* A change or a save that the server refused; kept until resolved. */
export interface Refused {
  book: string;
  message: string;
  changes: Change[]; // empty: it was a save
}

export const edits = createStore({
  sending: 0,
  refused: null as Refused | null,
  conflict: null as Conflict | null,
  losses: null as Loss[] | null, // a save that needs confirmation
});

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
  const { sending, conflict } = edits.get();
  return sending > 0 || Boolean(conflict?.changes.length);
}

function applyEdited(id: string, edited: Edited): void {
  const { revision, undo, redo, dirty } = edited;
  patchBook(id, { revision, undo, redo, dirty });
  edits.set({ refused: null });
  clearCache();
  loadPosition();
}

function handleFailure(book: string, error: unknown, changes: Change[]): void {
  const status = error instanceof ApiError ? error.status : -1;
  const message = (error as Error).message;
  if (status === 409)
    edits.set({ conflict: { kind: "book", book, message, changes } });
  else if (status === 0)
    edits.set({ conflict: { kind: "offline", book, message, changes } });
  else showRefused({ book, message, changes });
  loadPosition();
}

function showRefused(refused: Refused): void {
  edits.set({ refused });
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

type Call = (book: string, revision: number) => Promise<Edited>;

/* Looked up late: the book may have changed while the request waited. */
function revisionOf(id: string): number {
  const book = state.get().server?.books.find((one) => one.id === id);
  return book?.revision ?? 0;
}

async function submit(
  call: Call,
  changes: Change[],
  id = state.get().bookId,
): Promise<Edited | null> {
  if (!id) return null;
  return enqueue(async () => {
    try {
      const edited = await call(id, revisionOf(id));
      applyEdited(id, edited);
      // The title and side of the book are in the list of books.
      if (changes.every((one) => !one.fen)) await reloadBooks().catch(() => {});
      return edited;
    } catch (error) {
      handleFailure(id, error, changes);
      return null;
    }
  });
}

export function change(
  changes: Change[],
  id = state.get().bookId,
): Promise<Edited | null> {
  const call: Call = (book, revision) => api.edit(book, revision, changes);
  return submit(call, changes, id);
}

export async function undo(): Promise<void> {
  if (!currentBook()?.undo) return announce("Nothing to undo");
  if (await submit(api.undo, [])) announce("Undone");
}

export async function redo(): Promise<void> {
  if (!currentBook()?.redo) return announce("Nothing to redo");
  if (await submit(api.redo, [])) announce("Redone");
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
  clearCache();
  loadPosition();
  if (again && conflict.changes.length)
    await change(conflict.changes, conflict.book);
}

// Moves

/*
 * The moves to add so that the book has the position on the board: those after
 * the last position that it has.
 */
async function missingMoves(): Promise<Change[]> {
  const from = state.get();
  const changes: Change[] = [];
  for (let at = from.at; at > 0; at--) {
    const before = await findCached(currentQuery(from, at - 1));
    const uci = from.steps[at - 1]!.uci;
    if (before.moves.some((move) => move.uci === uci)) break;
    changes.unshift({ do: "add", fen: before.fen, uci });
    if (before.known) break;
  }
  return changes;
}

/* Plays a move in Edit mode; a new move is added to the book. */
export async function playInBook(move: LegalMove): Promise<void> {
  const found = currentFound();
  const book = currentBook();
  if (!found || !book?.editable || state.get().server?.readOnly)
    return play(move);
  if (found.moves.some((other) => other.uci === move.uci)) return play(move);

  const add: Change = { do: "add", fen: found.fen, uci: move.uci };
  const missing = found.known ? [] : await missingMoves().catch(() => null);
  if (!missing) return notify("The server is not responding.");
  const { steps, at } = state.get();
  play(move);
  if (await change([...missing, add])) announce(`${move.san} added to the book`);
  else if (edits.get().refused) takeBack(book.id, [...steps.slice(0, at), move]);
}

/* Takes back a move on the board that was not added to the book. */
function takeBack(book: string, line: { uci: string }[]): void {
  const { bookId, steps } = state.get();
  if (bookId !== book || line.some(({ uci }, i) => steps[i]?.uci !== uci))
    return;
  cutLine(line.length - 1);
}

export async function previewRemoval(
  fen: string,
  uci: string,
): Promise<Removed | null> {
  const book = currentBook();
  if (!book) return null;
  const changes: Change[] = [{ do: "remove", fen, uci }];
  return api
    .preview(book.id, book.revision, changes)
    .then((answer) => answer.removed)
    .catch(() => null);
}

export async function removeMove(fen: string, move: LegalMove): Promise<void> {
  const { steps, at } = state.get();
  if (steps[at]?.uci === move.uci) state.set({ steps: steps.slice(0, at) });
  const edited = await change([{ do: "remove", fen, uci: move.uci }]);
  if (!edited) return;
  notify(`Deleted ${move.san}. ${removedWords(edited.removed, true)}`, {
    label: "Undo",
    run: () => void undo(),
  });
}

/* What deleting a move deletes or has deleted ('done'), and what it keeps. */
export function removedWords(
  removed: Removed | undefined,
  done = false,
): string {
  if (!removed) return "";
  const moves = plural(removed.moves, "move");
  const deleted = done ? `${moves} deleted.` : `This deletes ${moves}.`;
  if (!removed.kept) return deleted;
  return removed.kept === 1
    ? `${deleted} 1 move is kept because another line reaches it.`
    : `${deleted} ${removed.kept} moves are kept because other lines reach them.`;
}

// Saving

export async function save(confirm = false): Promise<void> {
  const book = currentBook();
  if (!book?.dirty || book.savable === false) return;
  edits.set({ losses: null });
  await enqueue(async () => {
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
    if (isUnsent()) event.preventDefault();
  });
}
