// sources.tsx - choosing what the table shows beside the book, in which order

import { useState } from "preact/hooks";
import { announce } from "../model/announce";
import { bookOf, currentBook, setSources, state } from "../model/state";
import { Icon } from "./icons";
import { useOutside } from "./outside";
import { fields, useStore } from "../lib/store";
import type { Book } from "../lib/types";

const MAX = 7; // the server shows eight, with the book

/* Those in the table in their order; what was taken out keeps its place. */
function listed(ids: string[], chosen: string[], order: string[]): string[] {
  const known = order.filter((id) => ids.includes(id));
  const isSame = known.filter((id) => chosen.includes(id)).join() === chosen.join();
  return [...new Set([...(isSame ? known : chosen), ...ids])];
}

const nameOf = (book: Book) => book.title || book.file || book.id;

export function SourcesMenu() {
  const { server, sources, sourceOrder, here } = useStore(
    state,
    fields("server", "sources", "sourceOrder", "here"),
  );
  const own = useStore(state, currentBook);
  const [open, setOpen] = useState(false);
  const menu = useOutside(open, () => setOpen(false));
  const others = (server?.books ?? []).filter(
    (book) => book.kind !== "puzzles" && book.id !== own?.id,
  );
  if (!others.length) return null;
  const shown = sources ?? here?.sources.slice(1).map((one) => one.book) ?? [];
  const chosen = shown.filter((id) => others.some((book) => book.id === id));
  const list = listed(others.map((book) => book.id), chosen, sourceOrder);
  const choose = (ids: string[], order = list) =>
    setSources(order.filter((id) => ids.includes(id)), order);
  const toggle = (id: string) =>
    choose(
      chosen.includes(id)
        ? chosen.filter((one) => one !== id)
        : [...chosen, id],
    );
  const first = [own?.id ?? null, ...chosen].find(
    (id) => bookOf(id)?.kind === "store",
  );
  /* Past the next one that is shown. */
  const mover = (book: Book, by: 1 | -1) => {
    const name = by < 0 ? "up" : "down";
    const next = chosen[chosen.indexOf(book.id) + by];
    return (
      <button
        class="icon small"
        aria-label={`Move ${nameOf(book)} ${name}`}
        title={`Move ${name}`}
        aria-disabled={!next}
        onClick={(event) => {
          const button = event.currentTarget;
          if (!next) return;
          const rest = list.filter((id) => id !== book.id);
          rest.splice(rest.indexOf(next) + (by > 0 ? 1 : 0), 0, book.id);
          choose(chosen, rest);
          announce(`${nameOf(book)} is source ${chosen.indexOf(next) + 1}`);
          setTimeout(() => button.focus());
        }}
      >
        <Icon name={name} />
      </button>
    );
  };
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
          {list.map((id) => {
            const book = bookOf(id)!;
            const isShown = chosen.includes(id);
            return (
              <div class="source" key={id}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={isShown}
                    disabled={!isShown && chosen.length >= MAX}
                    onChange={() => toggle(id)}
                  />
                  <span>
                    {nameOf(book)}{" "}
                    <small>{book.kind === "store" ? "games" : "book"}</small>
                  </span>
                </label>
                {id === first && (
                  <span
                    class="pill mine"
                    title="What is likely, holes and the map go by these games"
                  >
                    measure
                  </span>
                )}
                {isShown && mover(book, -1)}
                {isShown && mover(book, 1)}
              </div>
            );
          })}
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
