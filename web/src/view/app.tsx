// app.tsx - the page: header, board, tabs, the panel of the mode

import { dismiss, voice } from "../model/announce";
import { BoardPane } from "./board/board_pane";
import { Edit } from "./edit/edit";
import { Explore } from "./explore/explore";
import { plural } from "../lib/format";
import { GraphMode } from "./graph/graph";
import { Help } from "./help";
import { Icon } from "./icons";
import { closeFile, DropZone, ImportButton } from "./import";
import { help } from "../model/keys";
import { Practice } from "./practice/practice";
import { Search } from "./search";
import { currentBook, jump, start, state } from "../model/state";
import { fields, useStore, whole } from "../lib/store";
import { nextTheme, theme } from "../model/theme";
import type { Book } from "../lib/types";
import { MODES, type Mode } from "../model/url";

const TITLES: Record<Mode, string> = {
  explore: "Explore",
  graph: "Graph",
  edit: "Edit",
  practice: "Practice",
};

function bookName(book: Book): string {
  const title = book.title || book.file || book.id;
  return book.dirty ? `${title} •` : title;
}

const isBook = (book: Book) => book.kind === "book" || book.kind === "table";

function BookChoice() {
  const { server, bookId } = useStore(state, fields("server", "bookId"));
  const book = useStore(state, currentBook);
  const group = (label: string, test: (book: Book) => boolean) => {
    const books = server?.books.filter(test) ?? [];
    return (
      books.length > 0 && (
        <optgroup label={label}>
          {books.map((one) => (
            <option key={one.id} value={one.id}>
              {bookName(one)}
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
          {book.format}
          {book.positions ? `, ${plural(book.positions, "position")}` : ""}
        </span>
      )}
    </div>
  );
}

function openBook(id: string): void {
  const book = state.get().server?.books.find((one) => one.id === id);
  const mode = book?.kind === "puzzles" ? "practice" : state.get().mode;
  jump({ bookId: id, mode });
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

function Head() {
  return (
    <header class="head">
      <h1>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <use href="#bn" />
        </svg>
        Tabia
      </h1>
      <BookChoice />
      <Search />
      <div class="tools">
        <ImportButton />
        <ThemeButton />
        <button
          class="icon"
          aria-label="Keyboard shortcuts (?)"
          title="Keyboard shortcuts (?)"
          onClick={() => help.set({ open: true })}
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

function Tabs({ mode }: { mode: Mode }) {
  const choose = (next: Mode) => jump({ mode: next });
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: 3, ArrowRight: 1 }[event.key];
    if (!by || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = MODES[(MODES.indexOf(mode) + by) % MODES.length]!;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Mode" onKeyDown={onKey}>
      {MODES.map((one) => (
        <button
          key={one}
          id={`tab-${one}`}
          role="tab"
          aria-selected={one === mode}
          aria-controls="panel"
          tabIndex={one === mode ? 0 : -1}
          onClick={() => choose(one)}
        >
          {TITLES[one]}
        </button>
      ))}
    </div>
  );
}

function Panel({ mode }: { mode: Mode }) {
  const kind = useStore(state, (from) => currentBook(from)?.kind);
  const puzzles = kind === "puzzles" && mode !== "practice";
  return (
    <div
      class="panel"
      id="panel"
      role="tabpanel"
      aria-labelledby={`tab-${mode}`}
    >
      {puzzles ? (
        <div class="empty">
          <p>This file is a set of puzzles.</p>
          <button onClick={() => jump({ mode: "practice" })}>Solve them</button>
        </div>
      ) : (
        <>
          {mode === "explore" && <Explore />}
          {mode === "graph" && <GraphMode />}
          {mode === "edit" && <Edit />}
          {mode === "practice" && <Practice />}
        </>
      )}
    </div>
  );
}

function Voice() {
  const { text, turn, notice } = useStore(voice, whole);
  return (
    <>
      <div class="hidden" aria-live="polite" data-turn={turn}>
        {text + (turn % 2 ? "\u00a0" : "")}
      </div>
      {notice && (
        <div class="notice">
          <span>{notice.text}</span>
          {notice.action && (
            <button
              onClick={() => {
                dismiss();
                notice.action!.run();
              }}
            >
              {notice.action.label}
            </button>
          )}
          <button class="icon" aria-label="Dismiss" onClick={dismiss}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </>
  );
}

function Fatal({ text }: { text: string }) {
  return (
    <main class="fatal">
      <h1>Tabia</h1>
      <p role="alert">{text}</p>
      <button onClick={() => void start()}>Try again</button>
    </main>
  );
}

export function App() {
  const { mode, fatal } = useStore(state, fields("mode", "fatal"));
  if (fatal) return <Fatal text={fatal} />;
  return (
    <>
      <Head />
      <main class={`main mode-${mode}`}>
        <BoardPane />
        <section class="side" aria-label={TITLES[mode]}>
          <Tabs mode={mode} />
          <Panel mode={mode} />
        </section>
      </main>
      <Voice />
      <Help />
      <DropZone />
    </>
  );
}
