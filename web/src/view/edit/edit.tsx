// edit.tsx - editing the book: moves, marks, weights, names, comments

import { useState } from "preact/hooks";
import { Dialog } from "../dialog";
import {
  change,
  edits,
  previewRemoval,
  redo,
  removedWords,
  removeMove,
  resolveRefused,
  save,
  undo,
} from "../../model/edits";
import { PositionHead } from "../position_head";
import { Problem, Waiting } from "../waiting";
import { BookFields, ConflictDialog, LossDialog } from "./edit_dialogs";
import { ExportDialog } from "./export";
import { Field } from "../fields";
import { Icon } from "../icons";
import { NAGS } from "../../lib/nags";
import { inOrder } from "../../model/order";
import { currentBook, play, state } from "../../model/state";
import { fields, useStore } from "../../lib/store";
import type {
  Book,
  BookMove,
  Found,
  Removed,
  Server,
  Value,
} from "../../lib/types";

function setMove(found: Found, move: BookMove, field: string, value: Value) {
  void change([{ do: "set", fen: found.fen, uci: move.uci, field, value }]);
}

function MoveRow(props: {
  found: Found;
  move: BookMove;
  onRemove: (move: BookMove) => void;
}) {
  const { found, move } = props;
  const hover = (uci: string | null) => () => state.set({ hover: uci });
  return (
    <tr onMouseEnter={hover(move.uci)} onMouseLeave={hover(null)}>
      <th scope="row">
        <button class="san" onClick={() => play(move)}>
          {move.san}
        </button>
      </th>
      <td>
        <Field
          class="weight"
          type="number"
          label={`Weight of ${move.san}`}
          value={String(move.weight ?? "")}
          onCommit={(text) =>
            setMove(found, move, "weight", text === "" ? null : Number(text))
          }
        />
      </td>
      <td>
        <select
          aria-label={`Mark of ${move.san}`}
          value={move.mark ?? ""}
          onChange={(event) =>
            setMove(found, move, "mark", event.currentTarget.value || null)
          }
        >
          <option value="">play</option>
          <option value="passive">passive ?</option>
          <option value="avoided">avoided ×</option>
        </select>
      </td>
      <td>
        <select
          aria-label={`Annotation of ${move.san}`}
          value={move.nags?.[0] ?? ""}
          onChange={(event) => {
            const code = Number(event.currentTarget.value);
            const others = move.nags?.slice(1) ?? [];
            const nags = code ? [code, ...others] : others;
            setMove(found, move, "nags", nags.length ? nags : null);
          }}
        >
          <option value="">–</option>
          {NAGS.map(([code, glyph, words]) => (
            <option key={code} value={code}>
              {glyph} {words}
            </option>
          ))}
        </select>
      </td>
      <td class="remark-cell">
        <Field
          label={`Remark on ${move.san}`}
          placeholder="Remark"
          value={move.remark ?? ""}
          onCommit={(text) => setMove(found, move, "remark", text || null)}
        />
      </td>
      <td>
        <button
          class="icon danger"
          aria-label={`Delete ${move.san} and the moves after it`}
          title="Delete this branch"
          onClick={() => props.onRemove(move)}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
}

function EditTable({ found }: { found: Found }) {
  const [going, setGoing] = useState<BookMove | null>(null);
  const order = useStore(state, (from) => from.order);
  return (
    <>
      <p class="hint">
        {found.moves.length
          ? "Play a move on the board to add it here."
          : "No moves here yet. Play one on the board to add it."}
      </p>
      {found.moves.length > 0 && (
        <div class="scroll">
          <table class="edit">
            <caption class="hidden">Moves of this position</caption>
            <thead>
              <tr>
                <th scope="col">Move</th>
                <th scope="col">Weight</th>
                <th scope="col">Mark</th>
                <th scope="col">Annotation</th>
                <th scope="col">Remark</th>
                <th scope="col">
                  <span class="hidden">Delete</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {inOrder(found.moves, order).map((move) => (
                <MoveRow
                  key={move.uci}
                  found={found}
                  move={move}
                  onRemove={setGoing}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {going && (
        <RemoveDialog
          found={found}
          move={going}
          onClose={() => setGoing(null)}
        />
      )}
    </>
  );
}

function RemoveDialog(props: {
  found: Found;
  move: BookMove;
  onClose: () => void;
}) {
  const { found, move } = props;
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [requested, setRequested] = useState(false);
  if (!requested) {
    setRequested(true);
    void previewRemoval(found.fen, move.uci).then(setRemoved);
  }
  return (
    <Dialog title={`Delete ${move.san}?`} onClose={props.onClose}>
      <p>
        {removed
          ? removedWords(removed)
          : `This deletes ${move.san} and the moves after it. Positions that ` +
            "other lines reach are kept."}
      </p>
      <p class="hint">You can undo this.</p>
      <p class="actions">
        <button autofocus onClick={props.onClose}>
          Cancel
        </button>
        <button
          class="primary danger"
          onClick={() => {
            props.onClose();
            void removeMove(found.fen, move);
          }}
        >
          Delete branch
        </button>
      </p>
    </Dialog>
  );
}

function PositionFields({ found }: { found: Found }) {
  const set = (field: string, value: string) =>
    void change([{ do: "set", fen: found.fen, field, value: value || null }]);
  const text = (field: "name" | "eco", label: string) => (
    <label class="field">
      <span>{label}</span>
      <Field
        key={found.fen}
        value={found.position?.[field] ?? ""}
        onCommit={(value) => set(field, value)}
      />
    </label>
  );
  return (
    <fieldset class="fields" disabled={!found.known}>
      <legend>This position</legend>
      {text("eco", "ECO")}
      {text("name", "Name")}
      <label class="field whole">
        <span>Comment</span>
        <Field
          key={found.fen}
          rows={3}
          value={found.position?.comment ?? ""}
          onCommit={(value) => set("comment", value)}
        />
      </label>
    </fieldset>
  );
}

function stateWords(book: Book): string {
  if (book.savable === false)
    return book.dirty ? "Unsaved changes: export to keep" : "No changes";
  if (book.dirty) return "Unsaved changes";
  return book.positions ? "Saved" : "No moves yet";
}

/* A refused change, until it is retried or discarded. */
function RefusedBar({ book }: { book: Book }) {
  const refused = useStore(edits, (from) => from.refused);
  if (refused?.book !== book.id) return null;
  const what = refused.changes.length
    ? "The last change failed"
    : "The book was not saved";
  return (
    <div class="refused" role="alert">
      <p>
        {what}: {refused.message}.
      </p>
      <button onClick={() => void resolveRefused(true)}>Try again</button>
      <button onClick={() => void resolveRefused(false)}>Discard</button>
    </div>
  );
}

function Toolbar({ book, onExport }: { book: Book; onExport: () => void }) {
  const { sending, refused } = useStore(edits, fields("sending", "refused"));
  const isRefused = refused?.book === book.id;
  const words = sending
    ? "Sending…"
    : isRefused
      ? "Failed"
      : stateWords(book);
  const kind = isRefused ? "failed" : book.dirty ? "dirty" : "";
  const able = book.editable;
  return (
    <div class="toolbar" role="toolbar" aria-label="Book">
      {able && (
        <>
          <button
            aria-disabled={!book.undo}
            title="Undo (Ctrl+Z)"
            onClick={() => void undo()}
          >
            <Icon name="undo" /> Undo
          </button>
          <button
            aria-disabled={!book.redo}
            title="Redo (Ctrl+Shift+Z)"
            onClick={() => void redo()}
          >
            <Icon name="redo" /> Redo
          </button>
          <span class={`saved ${kind}`} role="status">
            {words}
          </span>
          {book.savable !== false && (
            <button
              class="primary"
              aria-disabled={!book.dirty}
              title="Save to the file (Ctrl+S)"
              onClick={() => book.dirty && void save()}
            >
              Save
            </button>
          )}
        </>
      )}
      <button onClick={onExport}>Export…</button>
    </div>
  );
}

function whyNot(book: Book, server: Server): string {
  if (server.readOnly && server.needsToken)
    return "To edit books, open the address that “tabia serve” printed: it contains the token.";
  if (server.readOnly)
    return "The server is read-only: it was started with --read-only, or for other machines without --allow-writes.";
  if (book.imported)
    return "Files opened on this page are read-only.";
  if (book.kind === "store")
    return "A store is built from games and cannot be edited.";
  if (book.kind === "table")
    return "This file is too large to load. It can be searched, but not edited.";
  if (book.kind === "puzzles") return "Puzzles cannot be edited here.";
  return `Books in the format ${book.format} cannot be edited in place.`;
}

export function Edit() {
  const { found, problem, server, loading } = useStore(
    state,
    fields("found", "problem", "server", "loading"),
  );
  const { conflict, losses } = useStore(edits, fields("conflict", "losses"));
  const [exporting, setExporting] = useState(false);
  const book = useStore(state, currentBook);
  if (problem && !conflict) return <Problem text={problem} />;
  if (!found || !book || !server) return <Waiting />;
  return (
    <div class="edit-panel">
      {book.kind === "book" && (
        <Toolbar book={book} onExport={() => setExporting(true)} />
      )}
      {book.editable ? (
        <>
          <RefusedBar book={book} />
          {book.savable === false && book.file && (
            <p class="hint">
              The folder of {book.file} is not writable. Changes last until the
              server stops; export the book to keep them.
            </p>
          )}
          <PositionHead found={found} dim={loading} />
          <EditTable found={found} />
          <PositionFields found={found} />
          <BookFields book={book} />
        </>
      ) : (
        <div class="empty">
          <p>{whyNot(book, server)}</p>
          <p>
            {book.kind === "book"
              ? "You can export it in another format and edit that file."
              : "Use “tabia convert” to turn it into a book that can be edited."}
          </p>
        </div>
      )}
      {exporting && (
        <ExportDialog book={book} onClose={() => setExporting(false)} />
      )}
      {losses && <LossDialog losses={losses} />}
      {conflict && <ConflictDialog conflict={conflict} />}
    </div>
  );
}
