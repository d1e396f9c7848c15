// new_book.tsx - a new, empty book, which is created when it is saved

import { useState } from "preact/hooks";
import { api } from "../model/api";
import { Dialog } from "./dialog";
import { fileName } from "../lib/format";
import { Icon } from "./icons";
import { jump, reloadBooks, setAdding, state } from "../model/state";
import { START } from "../lib/fen";
import { useStore } from "../lib/store";

/* Those that hold what a person writes: lines, comments, annotations. */
const FORMATS = ["pgn", "openings", "json"];

function NewBookDialog({ onClose }: { onClose: () => void }) {
  const formats = useStore(state, (from) => from.server?.writable ?? []);
  const shown = FORMATS.flatMap(
    (name) => formats.find((one) => one.format === name) ?? [],
  );
  const [title, setTitle] = useState("");
  const [side, setSide] = useState("white");
  const [format, setFormat] = useState("pgn");
  const [problem, setProblem] = useState("");
  const suffix = shown.find((one) => one.format === format)?.suffix ?? "";
  const create = async () => {
    if (!title.trim()) return setProblem("Give the book a title.");
    try {
      const book = await api.newBook(title.trim(), side || null, format);
      await reloadBooks();
      onClose();
      jump({ bookId: book.id, fen: START, play: [] });
      setAdding(true);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog title="New book" onClose={onClose}>
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
        <p class="hint">
          The file {fileName(title, suffix)} is created when you save the book.
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
          <button class="primary">Create</button>
        </p>
      </form>
    </Dialog>
  );
}

export function NewBook() {
  const [open, setOpen] = useState(false);
  const readOnly = useStore(state, (from) => from.server?.readOnly);
  if (readOnly) return null;
  return (
    <>
      <button class="new" title="New book" onClick={() => setOpen(true)}>
        <Icon name="plus" /> <span>New</span>
      </button>
      {open && <NewBookDialog onClose={() => setOpen(false)} />}
    </>
  );
}
