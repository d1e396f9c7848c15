// head.tsx - the header: book, its state, search, sources, settings

import { useState } from "preact/hooks";
import { canEdit, edits, save } from "../model/edits";
import { grouped, monthText, plural } from "../lib/format";
import { Icon } from "./icons";
import { closeFile, ImportButton } from "./import";
import { help } from "../model/keys";
import { NewBook, SaveAs } from "./new_book";
import { useOutside } from "./outside";
import { Search } from "./search";
import { SourcesMenu } from "./sources";
import { currentBook, jump, state } from "../model/state";
import { fields, useStore } from "../lib/store";
import { nextTheme, theme } from "../model/theme";
import type { Book } from "../lib/types";

export function bookName(book: Book): string {
  return book.title || book.file || book.id;
}

/* With what others of the same name do not have: its file, or its id. */
function optionName(book: Book, books: Book[]): string {
  const name = bookName(book);
  const isSame = (one: Book) => bookName(one) === name;
  const same = books.filter(isSame);
  if (same.length < 2) return name;
  const files = same.filter((one) => one.file === book.file);
  const number = files.length > 1 ? ` ${files.indexOf(book) + 1}` : "";
  const file = book.file && book.file !== name ? book.file : "";
  return `${name} (${`${file}${number}`.trim() || book.id})`;
}

const isBook = (book: Book) => book.kind === "book" || book.kind === "table";

function openBook(id: string): void {
  const book = state.get().server?.books.find((one) => one.id === id);
  if (book?.kind === "puzzles") jump({ bookId: id, tab: "practise" });
  else jump({ bookId: id });
}

/* What the book is: "White · 166 positions", "69,327 games, 2018 to 2019". */
function factsOf(book: Book): string[] {
  const facts: string[] = [];
  if (book.side) facts.push(book.side === "white" ? "White" : "Black");
  if (book.kind === "store" && book.games !== undefined) {
    const dates =
      book.first && book.last
        ? `, ${monthText(book.first)} – ${monthText(book.last)}`
        : "";
    facts.push(plural(book.games, "game") + dates);
  } else if (book.positions) {
    facts.push(`${grouped(book.positions)} positions`);
  } else if (book.puzzles) {
    facts.push(plural(book.puzzles, "puzzle"));
  }
  if (!book.editable && !book.puzzles) facts.push("read-only");
  return facts;
}

function stateWords(book: Book): string {
  if (book.savable === false)
    return book.dirty ? "Unsaved changes" : "No changes";
  if (book.dirty) return "Unsaved changes";
  return book.positions ? "Saved" : "No moves yet";
}

/* Whether the book's changes are in its file. */
function SavedState({ book }: { book: Book }) {
  const { sending, drafts, refused } = useStore(
    edits,
    fields("sending", "drafts", "refused"),
  );
  if (!book.editable) return null;
  const isRefused = refused?.book === book.id;
  const dirty = book.dirty || drafts > 0;
  const words = stateWords({ ...book, dirty });
  const kind = isRefused ? "failed" : dirty ? "dirty" : "";
  return (
    <span class={`saved ${kind}`} role="status">
      {sending ? "Sending…" : isRefused ? "Failed" : words}
    </span>
  );
}

function BookChoice() {
  const { server, bookId } = useStore(state, fields("server", "bookId"));
  const book = useStore(state, currentBook);
  const failed = useStore(edits, (from) => from.refused?.book === book?.id);
  const isBusy = useStore(edits, (from) => from.sending + from.drafts > 0);
  const group = (label: string, test: (book: Book) => boolean) => {
    const books = server?.books.filter(test) ?? [];
    return (
      books.length > 0 && (
        <optgroup label={label}>
          {books.map((one) => (
            <option key={one.id} value={one.id}>
              {optionName(one, server!.books) + (one.dirty ? " •" : "")}
            </option>
          ))}
        </optgroup>
      )
    );
  };
  return (
    <div class="book-choice">
      <label class="hidden" for="book">
        Book
      </label>
      <select
        id="book"
        value={bookId ?? ""}
        onChange={(event) => openBook(event.currentTarget.value)}
      >
        {group("Books", (one) => isBook(one) && !one.imported)}
        {group("Games", (one) => one.kind === "store" && !one.imported)}
        {group("Puzzles", (one) => one.kind === "puzzles" && !one.imported)}
        {group("This visit", (one) => one.imported)}
      </select>
      {book?.imported && (
        <button
          class="icon"
          aria-label="Close this book"
          title="Close this book"
          onClick={() => void closeFile(book.id)}
        >
          <Icon name="close" />
        </button>
      )}
      {book && (
        <span class="book-facts">
          <span class="facts">{factsOf(book).join(" · ")}</span>
          <SavedState book={book} />
        </span>
      )}
      {book && canEdit(book) && book.savable !== false && (
        <button
          class={failed ? "primary save failed" : "primary save"}
          aria-disabled={!book.dirty && !isBusy}
          title="Save to the file (Ctrl+S)"
          onClick={() => void save()}
        >
          Save
        </button>
      )}
      {book && canEdit(book) && book.savable === false && (
        <SaveAs book={book} />
      )}
    </div>
  );
}

function ThemeButton() {
  const choice = useStore(theme, (from) => from.choice);
  const words = `Theme: ${choice === "auto" ? "system" : choice}`;
  return (
    <button class="icon" aria-label={words} title={words} onClick={nextTheme}>
      <Icon name={choice} />
    </button>
  );
}

/* On a phone the buttons that are pressed seldom are behind one. */
function Tools({ isPuzzles }: { isPuzzles: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const box = useOutside(isOpen, close);
  return (
    <div class="all-tools" ref={box}>
      <button
        class="icon more-tools"
        aria-label="New book, sources, files, theme"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        …
      </button>
      <div class={isOpen ? "tools open" : "tools"}>
        <NewBook onDone={close} />
        {!isPuzzles && <SourcesMenu />}
        <ImportButton />
        <ThemeButton />
        <button
          class="icon help-button"
          aria-label="Keyboard shortcuts (?)"
          title="Keyboard shortcuts (?)"
          onClick={() => help.set({ open: true })}
        >
          <Icon name="help" />
        </button>
      </div>
    </div>
  );
}

export function Head() {
  const isPuzzles = useStore(
    state,
    (from) => currentBook(from)?.kind === "puzzles",
  );
  return (
    <header class="head">
      <h1>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <use href="#bn" />
        </svg>
        <span>Tabia</span>
      </h1>
      <BookChoice />
      {!isPuzzles && <Search />}
      <Tools isPuzzles={isPuzzles} />
    </header>
  );
}
