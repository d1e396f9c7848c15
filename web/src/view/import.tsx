// import.tsx - opening a file as a book for this visit

import { useEffect, useRef, useState } from "preact/hooks";
import { notify } from "../model/announce";
import { api } from "../model/api";
import { Icon } from "./icons";
import { jump, reloadBooks, state } from "../model/state";
import { START } from "../lib/fen";
import { useStore } from "../lib/store";

export async function importFile(file: File): Promise<void> {
  notify(`Reading ${file.name}…`);
  try {
    const book = await api.importFile(file);
    await reloadBooks();
    const place = { bookId: book.id, fen: START, play: [] };
    jump(book.kind === "puzzles" ? { ...place, tab: "practise" } : place);
    notify(`Opened “${book.title}” for this visit.`);
  } catch (error) {
    notify(`Cannot read ${file.name}: ${(error as Error).message}`);
  }
}

/* Closes an imported book and shows the first one. */
export async function closeFile(id: string): Promise<void> {
  try {
    await api.close(id);
    await reloadBooks();
    const first = state.get().server?.books[0]?.id ?? null;
    jump({ bookId: first, fen: START, play: [] });
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
      <p>Drop a book in any format to open it</p>
    </div>
  );
}
