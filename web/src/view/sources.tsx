// sources.tsx - choosing what the table shows beside the book

import { useEffect, useRef, useState } from "preact/hooks";
import { currentBook, setSources, state } from "../model/state";
import { fields, useStore } from "../lib/store";
import type { Book } from "../lib/types";

const MAX = 7; // the server shows eight, with the book

export function SourcesMenu() {
  const { server, sources, here } = useStore(
    state,
    fields("server", "sources", "here"),
  );
  const own = useStore(state, currentBook);
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const onDown = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onDown);
    return () => document.removeEventListener("pointerdown", onDown);
  }, [open]);
  const others = (server?.books ?? []).filter(
    (book) => book.kind !== "puzzles" && book.id !== own?.id,
  );
  if (!others.length) return null;
  const shown = sources ?? here?.sources.slice(1).map((one) => one.book) ?? [];
  const chosen = shown.filter((id) => others.some((book) => book.id === id));
  const toggle = (book: Book) =>
    setSources(
      chosen.includes(book.id)
        ? chosen.filter((id) => id !== book.id)
        : [...chosen, book.id].slice(-MAX),
    );
  return (
    <div
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        setOpen(false);
        menu.current?.querySelector("button")?.focus();
      }}
    >
      <button
        class="sources-button"
        aria-expanded={open}
        aria-controls="sources"
        onClick={() => setOpen(!open)}
      >
        <span>Sources</span> {chosen.length} <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <fieldset id="sources" class="menu-list">
          <legend>Shown beside this book</legend>
          {others.map((book) => (
            <label class="check" key={book.id}>
              <input
                type="checkbox"
                checked={chosen.includes(book.id)}
                onChange={() => toggle(book)}
              />
              <span>
                {book.title || book.file || book.id}{" "}
                <small>{book.kind === "store" ? "games" : "book"}</small>
              </span>
            </label>
          ))}
          {sources && (
            <button class="link" onClick={() => setSources(null)}>
              Choose automatically
            </button>
          )}
        </fieldset>
      )}
    </div>
  );
}
