// new_book.tsx - a new book: empty, or a copy of one that has no file

import { useState } from "preact/hooks";
import { notify } from "../model/announce";
import { api } from "../model/api";
import { Dialog } from "./dialog";
import { save } from "../model/edits";
import { Icon } from "./icons";
import { jump, reloadBooks, setAdding, state } from "../model/state";
import { START } from "../lib/fen";
import { useStore } from "../lib/store";
import type { Book } from "../lib/types";

/* Those that hold what a person writes: lines, comments, annotations. */
const FORMATS = ["pgn", "openings", "json"];

const NOWHERE =
  "The server cannot write into the folder of its books, nor into its own: " +
  "export a book to keep it.";

/* The revisions of open books that were saved under a new name. */
export const copies = new Map<string, number>();

/* True if the book has changes that were not saved under a new name either. */
export function isUnsaved(book: Book): boolean {
  return book.dirty && copies.get(book.id) !== book.revision;
}

/* With 'copy', that book gets a file: "Save as". */
export function NewBookDialog(props: {
  copy?: Book;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { copy, onClose } = props;
  const formats = useStore(state, (from) => from.server?.writable ?? []);
  const shown = FORMATS.flatMap(
    (name) => formats.find((one) => one.format === name) ?? [],
  );
  const known = copy?.title.replace(/\.[a-z0-9]{1,8}$/i, "") ?? "";
  const [title, setTitle] = useState(known);
  const [side, setSide] = useState(copy ? (copy.side ?? "") : "white");
  const [format, setFormat] = useState("pgn");
  const [problem, setProblem] = useState("");
  const folder = useStore(state, (from) => from.server?.folder);
  const create = async () => {
    if (!title.trim()) return setProblem("Give the book a title.");
    try {
      const book = await api.newBook(title.trim(), side, format, copy?.id);
      if (copy) copies.set(copy.id, copy.revision);
      await reloadBooks();
      onClose();
      jump(
        copy
          ? { bookId: book.id }
          : { bookId: book.id, fen: START, play: [] },
      );
      if (copy) await save();
      else {
        setAdding(true);
        notify(`“${book.title}” will be saved as ${book.file}.`);
      }
      props.onDone?.();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog title={copy ? "Save as a new book" : "New book"} onClose={onClose}>
      <form
        class="new-book"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label class="field">
          <span>Title</span>
          <input
            autofocus
            value={title}
            placeholder="My London"
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Your side</span>
          <select
            value={side}
            onChange={(event) => setSide(event.currentTarget.value)}
          >
            <option value="white">White</option>
            <option value="black">Black</option>
            <option value="">both</option>
          </select>
        </label>
        <label class="field">
          <span>Format</span>
          <select
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value)}
          >
            {shown.map((one) => (
              <option key={one.format} value={one.format}>
                {one.title} ({one.suffix})
              </option>
            ))}
          </select>
        </label>
        <p class={folder ? "hint" : "wrong"}>
          {folder
            ? `The file, named after the title, is ${copy ? "" : "created when you save the book, "}in the folder “${folder}” of the server.`
            : NOWHERE}
        </p>
        {problem && (
          <p class="wrong" role="alert">
            {problem}
          </p>
        )}
        <p class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button class="primary" disabled={!folder}>
            {copy ? "Save" : "Create"}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

export function NewBook({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false);
  const readOnly = useStore(state, (from) => from.server?.readOnly);
  if (readOnly) return null;
  return (
    <>
      <button class="new" title="New book" onClick={() => setOpen(true)}>
        <Icon name="plus" /> <span>New</span>
      </button>
      {open && (
        <NewBookDialog onClose={() => setOpen(false)} onDone={onDone} />
      )}
    </>
  );
}

/* For a book without a file of its own. */
export function SaveAs({ book }: { book: Book }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        class={book.dirty ? "primary save" : "save"}
        title="Save under a new name"
        onClick={() => setOpen(true)}
      >
        Save as…
      </button>
      {open && <NewBookDialog copy={book} onClose={() => setOpen(false)} />}
    </>
  );
}
