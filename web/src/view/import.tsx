// import.tsx - opening a file as a book for this visit

import { useEffect, useRef, useState } from "preact/hooks";
import { notify } from "../model/announce";
import { api } from "../model/api";
import { Icon } from "./icons";
import { plural } from "../lib/format";
import { addImports, knownImports, setImports } from "../model/imports";
import { takeGames } from "../model/review";
import {
  currentBook,
  jump,
  reloadBooks,
  setSources,
  setTab,
  state,
} from "../model/state";
import { START } from "../lib/fen";
import { useStore } from "../lib/store";
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
    run: () => void closeFile(book.id, () => importFile(file, as)),
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
    addImports([book.id]);
    await reloadBooks();
    showImport(book, file, book.format === "pgn");
  } catch (error) {
    notify(`Cannot read ${file.name}: ${(error as Error).message}`);
  }
}

/* Closes an imported book; shows the first one instead if it was shown. */
export async function closeFile(
  id: string,
  then?: () => Promise<void>,
): Promise<void> {
  try {
    await api.close(id);
    setImports(knownImports().filter((one) => one !== id));
    await reloadBooks();
    const { server, sources, bookId } = state.get();
    if (sources?.includes(id))
      setSources(sources.filter((one) => one !== id));
    const first = server?.books[0]?.id ?? null;
    if (bookId === id) jump({ bookId: first, fen: START, play: [] });
    await then?.();
  } catch (error) {
    notify(`Cannot close the book: ${(error as Error).message}`);
  }
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
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) void importFile(file);
        }}
      />
    </>
  );
}

/* A file can be dropped anywhere on the page. */
export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const isFile = (event: DragEvent) =>
      event.dataTransfer?.types.includes("Files") ?? false;
    const listen = (
      type: "dragenter" | "dragleave" | "dragover" | "drop",
      run: (event: DragEvent) => void,
    ) => {
      const listener = (event: DragEvent) => {
        if (!isFile(event)) return;
        event.preventDefault();
        run(event);
      };
      window.addEventListener(type, listener);
      return () => window.removeEventListener(type, listener);
    };
    const stops = [
      listen("dragenter", () => setOver(++depth > 0)),
      listen("dragleave", () => setOver(--depth > 0)),
      listen("dragover", () => {}),
      listen("drop", (event) => {
        depth = 0;
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) void importFile(file);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  if (!over) return null;
  return (
    <div class="drop" aria-hidden="true">
      <p>Drop a book or puzzles to open them, or games to review them</p>
    </div>
  );
}
