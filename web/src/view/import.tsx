// import.tsx - opening a file as a book for this visit

import { useEffect, useRef, useState } from "preact/hooks";
import { notify } from "../model/announce";
import { forgetAnswers } from "../model/answers";
import { api } from "../model/api";
import { Icon } from "./icons";
import { plural } from "../lib/format";
import { Dialog } from "./dialog";
import { edits, settled } from "../model/edits";
import { copies, isUnsaved, NewBookDialog } from "./new_book";
import { addImports, knownImports, setImports } from "../model/imports";
import { takeGames } from "../model/review";
import {
  bookOf,
  currentBook,
  currentFen,
  currentPlay,
  jump,
  reloadBooks,
  setSources,
  setTab,
  state,
} from "../model/state";
import { START } from "../lib/fen";
import { readPasted, type Pasted } from "../lib/pasted";
import { createStore, useStore, whole } from "../lib/store";
import type { Book } from "../lib/types";

const MAX_SOURCES = 7; // beside the book

/*
 * Games are added to the table beside the book. The user's own are reviewed, and
 * come after the other sources, which stay the measure of what is likely.
 */
function showGames(store: Book, file: File): void {
  const { here, sources } = state.get();
  const shown = sources ?? here?.sources.slice(1).map((one) => one.book) ?? [];
  const others = shown.filter((id) => id !== store.id);
  others.splice(MAX_SOURCES - 1);
  void takeGames(file).then((isTaken) => {
    setSources(isTaken ? [...others, store.id] : [store.id, ...others]);
    if (!isTaken) setTab("games");
  });
}

function showImport(book: Book, file: File, isPgn: boolean): void {
  const other = (as: "book" | "games") => ({
    label: as === "book" ? "Open as a book" : "Open as games",
    run: () => closeFile(book.id, () => importFile(file, as)),
  });
  if (book.kind === "store" && currentBook()?.kind === "book") {
    showGames(book, file);
    const games = plural(book.games ?? 0, "game");
    notify(`Added ${games} of ${book.title} to the table.`, other("book"));
    return;
  }
  const place = { bookId: book.id, fen: START, play: [] };
  jump(book.kind === "puzzles" ? { ...place, tab: "practise" } : place);
  const words = `Opened “${book.title}” for this visit.`;
  if (book.kind === "store") notify(words, other("book"));
  else notify(words, isPgn ? other("games") : undefined);
}

export async function importFile(
  file: File,
  as?: "book" | "games",
): Promise<void> {
  notify(`Reading ${file.name}…`);
  try {
    const book = await api.importFile(file, as);
    forgetAnswers(); // another book may have had this id
    addImports([book.id]);
    await reloadBooks();
    showImport(book, file, book.format === "pgn");
  } catch (error) {
    notify(`Cannot read ${file.name}: ${(error as Error).message}`);
  }
}

/* One after the other; the last one is shown. */
async function importFiles(files: File[]): Promise<void> {
  for (const file of files) await importFile(file);
}

export function openPasted(pasted: Pasted): void {
  if (pasted.kind === "wrong") notify(`${pasted.problem}.`);
  else if (pasted.kind === "games")
    void importFile(new File([pasted.text], "pasted.pgn"));
  else if (pasted.kind === "position") jump({ fen: pasted.fen, play: [] });
  else if (pasted.fen === currentFen())
    jump({
      fen: state.get().root,
      play: [...currentPlay(), ...pasted.play],
    });
  else jump({ fen: pasted.fen, play: pasted.play });
}

/* Text that was dropped on the page, or pasted outside of fields. */
function openText(data: DataTransfer | null): void {
  const text = data?.getData("text") ?? "";
  const pasted = text && readPasted(text, currentFen());
  const [word] = text.trim().split(/\s/);
  if (pasted) openPasted(pasted);
  else if (word)
    notify(`“${word.slice(0, 30)}” is not a position, a move or PGN.`);
}

type Then = (() => Promise<void>) | undefined;

const closing = createStore({
  book: null as Book | null, // to be closed, with changes that are in no file
  then: undefined as Then,
});

/* Closes an imported book, after a question if it has changes. */
export async function closeFile(id: string, then?: Then): Promise<void> {
  await settled();
  const book = bookOf(id);
  const { conflict, refused } = edits.get();
  const hasFailed = [conflict, refused].some((one) => one?.book === id);
  if (book && (hasFailed || isUnsaved(book))) closing.set({ book, then });
  else await closeNow(id, then);
}

/*
 * Shows the first book instead if this one was shown: before it is gone, so
 * that no step in between asks for it.
 */
async function closeNow(id: string, then: Then): Promise<void> {
  const { server, sources, bookId } = state.get();
  const other = server?.books.find((one) => one.id !== id)?.id ?? null;
  if (sources?.includes(id)) setSources(sources.filter((one) => one !== id));
  if (bookId === id) jump({ bookId: other, fen: START, play: [] });
  try {
    await api.close(id);
    forgetAnswers();
    // Another file may have this id.
    if (edits.get().refused?.book === id) edits.set({ refused: null });
    copies.delete(id);
    setImports(knownImports().filter((one) => one !== id));
    await reloadBooks();
    await then?.();
  } catch (error) {
    notify(`Cannot close the book: ${(error as Error).message}`);
  }
}

export function CloseQuestion() {
  const { book, then } = useStore(closing, whole);
  const [saves, setSaves] = useState(false);
  if (!book) return null;
  const end = () => {
    closing.set({ book: null });
    setSaves(false);
  };
  const close = () => void closeNow(book.id, then);
  if (saves) return <NewBookDialog copy={book} onClose={end} onDone={close} />;
  return (
    <Dialog title="Close without saving?" onClose={end}>
      <p>“{book.title}” has changes that are in no file.</p>
      <p class="actions">
        <button autofocus onClick={end}>
          Cancel
        </button>
        <button
          onClick={() => {
            end();
            close();
          }}
        >
          Close
        </button>
        <button class="primary" onClick={() => setSaves(true)}>
          Save as…
        </button>
      </p>
    </Dialog>
  );
}

export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const readOnly = useStore(state, (from) => from.server?.readOnly);
  if (readOnly) return null;
  return (
    <>
      <button
        class="icon"
        aria-label="Open a book file for this visit"
        title="Open a file (or drop it anywhere)"
        onClick={() => input.current?.click()}
      >
        <Icon name="open" />
      </button>
      <input
        ref={input}
        id="file"
        type="file"
        hidden
        aria-label="File to open"
        multiple
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void importFiles(files);
        }}
      />
    </>
  );
}

/* A file, or text, can be dropped anywhere on the page; text can be pasted. */
export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const stop = new AbortController();
    const listen = (
      type: "dragenter" | "dragleave" | "dragover" | "drop" | "paste",
      run: (data: DataTransfer | null, isFile: boolean) => void,
    ) =>
      window.addEventListener(
        type,
        (event) => {
          const { target } = event;
          const data =
            event instanceof ClipboardEvent
              ? event.clipboardData
              : event.dataTransfer;
          const isFile = data?.types.includes("Files") ?? false;
          // Text that is dropped or pasted into a field is the field's.
          if (
            !isFile &&
            target instanceof Element &&
            target.closest("input, textarea, dialog")
          )
            return;
          event.preventDefault();
          run(data, isFile);
        },
        { signal: stop.signal },
      );
    const cover = (by: number) => (_: unknown, isFile: boolean) =>
      setOver(isFile && (depth += by) > 0);
    const take = (data: DataTransfer | null, isFile: boolean) => {
      depth = 0;
      setOver(false);
      if (isFile) void importFiles([...(data?.files ?? [])]);
      else openText(data);
    };
    listen("dragenter", cover(1));
    listen("dragleave", cover(-1));
    listen("dragover", () => {});
    listen("drop", take);
    listen("paste", take);
    return () => stop.abort();
  }, []);
  if (!over) return null;
  return (
    <div class="drop" aria-hidden="true">
      <p>Drop a book or puzzles to open them, or games to review them</p>
    </div>
  );
}
