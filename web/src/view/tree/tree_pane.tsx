// tree_pane.tsx - the tree of the book, and what can be done with the book

import { useEffect, useState } from "preact/hooks";
import {
  addLine,
  canEdit,
  countMissing,
  edits,
  redo,
  resolveRefused,
  stepWords,
  undo,
} from "../../model/edits";
import { BookDialog, describe } from "./edit_dialogs";
import { ExportDialog } from "./export";
import { plyOf } from "../../lib/fen";
import { lineText } from "../../lib/format";
import { Icon } from "../icons";
import { printBook } from "./print";
import { nodeAt, outline } from "../../model/outline";
import { currentBook, currentHere, setAdding, state } from "../../model/state";
import { fields, useStore, whole } from "../../lib/store";
import { SideQuestion, Tree } from "./tree";
import type { Book, Here, Server } from "../../lib/types";

/* A refused change, until it is retried or discarded. */
export function RefusedBar() {
  const refused = useStore(edits, (from) => from.refused);
  const bookId = useStore(state, (from) => from.bookId);
  if (!refused || refused.book !== bookId) return null;
  const { length } = refused.changes;
  const what =
    length > 1
      ? `${length} changes failed`
      : length
        ? "The last change failed"
        : "The book was not saved";
  return (
    <div class="refused" role="alert">
      <p>
        {what}: {refused.message}. <b>{describe(refused.changes)}</b>
      </p>
      <button onClick={() => void resolveRefused(true)}>Try again</button>
      <button onClick={() => void resolveRefused(false)}>Discard</button>
    </div>
  );
}

function whyNot(book: Book, server: Server): string {
  if (server.readOnly && server.needsToken)
    return "To edit books, open the address that “tabia serve” printed: it contains the token.";
  if (server.readOnly)
    return "The server is read-only: it was started with --read-only, or for other machines without --allow-writes.";
  return `Books in the format ${book.format} cannot be edited in place.`;
}

function Toolbar({ book }: { book: Book }) {
  const [dialog, setDialog] = useState<"export" | "book" | null>(null);
  const adding = useStore(state, (from) => from.adding);
  const able = canEdit(book);
  const tool = (name: string, label: string, on: boolean, run: () => void) => (
    <button
      class="icon"
      aria-label={label}
      title={label}
      aria-disabled={!on}
      onClick={() => on && run()}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div class="toolbar" role="toolbar" aria-label="Book">
      {able && (
        <label class="check switch" title="Add the moves you play (d)">
          <input
            type="checkbox"
            role="switch"
            checked={adding}
            onChange={(event) => setAdding(event.currentTarget.checked)}
          />
          Add moves
        </label>
      )}
      <span class="gap" />
      {able &&
        tool(
          "undo",
          `${stepWords("Undo", book.undoes)} (Ctrl+Z)`,
          book.undo > 0,
          () => void undo(book.id),
        )}
      {able &&
        tool(
          "redo",
          `${stepWords("Redo", book.redoes)} (Ctrl+Shift+Z)`,
          book.redo > 0,
          () => void redo(book.id),
        )}
      {able &&
        tool("book", "Title and side", true, () => setDialog("book"))}
      {tool("export", "Export…", true, () => setDialog("export"))}
      {tool("print", "Print…", true, () => printBook(book))}
      {dialog === "export" && (
        <ExportDialog book={book} onClose={() => setDialog(null)} />
      )}
      {dialog === "book" && (
        <BookDialog key={book.id} book={book} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

const SHOWN = 10; // moves beyond the book; a game may have a hundred

/* The moves on the board that the book does not have. */
function Beyond({ book }: { book: Book }) {
  const tree = useStore(outline, whole);
  const line = useStore(state, fields("root", "steps", "at"));
  const here = useStore(state, currentHere);
  const [known, setKnown] = useState<{ here: Here; count: number }>();
  const isPart = !tree.whole && here?.sources[0]?.known === false;
  // Of a large book only a part of the tree is loaded.
  useEffect(() => {
    if (!isPart) return;
    countMissing(state.get())
      .then((count) => {
        if (here === currentHere()) setKnown({ here, count });
      })
      .catch(() => {});
  }, [isPart, here]);
  const counted = isPart && known?.here === here ? known.count : 0;
  const beyond = tree.whole ? nodeAt(tree, line).beyond : counted;
  if (!beyond || tree.book !== book.id) return null;
  const start = line.at - beyond;
  const beyondBook = line.steps.slice(start, line.at).map((step) => step.san);
  const words = lineText(plyOf(line.root) + start, beyondBook.slice(0, SHOWN));
  const more = beyond - SHOWN;
  return (
    <p class="beyond">
      <span>
        Not in the book: <b>{words}</b>
        {more > 0 && ` and ${more} more`}
      </span>
      {canEdit(book) && (
        <button title="Add these moves (M)" onClick={() => void addLine()}>
          <Icon name="plus" /> Add
        </button>
      )}
    </p>
  );
}

/* How long changes last, if not in the book's file. */
export function LastsNote() {
  const book = useStore(state, currentBook);
  if (!book?.file || !canEdit(book) || book.savable !== false) return null;
  return (
    <p class="hint">
      {book.imported
        ? "This file and your changes last until the server stops: “Save as” keeps them."
        : `The folder of ${book.file} is not writable. Changes last until the server stops; export the book to keep them.`}
    </p>
  );
}

export function TreePane() {
  const book = useStore(state, currentBook);
  const server = useStore(state, (from) => from.server);
  if (!book || !server) return null;
  if (book.kind !== "book")
    return (
      <div class="empty">
        <p>
          {book.kind === "store"
            ? "A store is built from games: it has no tree and cannot be edited. Use “tabia convert” to turn it into a book."
            : "This file is too large to load. It can be searched, but has no tree and cannot be edited."}
        </p>
      </div>
    );
  return (
    <>
      <Toolbar book={book} />
      {!canEdit(book) && <p class="hint why-not">{whyNot(book, server)}</p>}
      <LastsNote />
      <SideQuestion key={book.id} book={book} />
      <Tree />
      <Beyond book={book} />
    </>
  );
}
