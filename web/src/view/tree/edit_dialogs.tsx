// edit_dialogs.tsx - the title and side of a book; conflicts and losses

import { Dialog } from "../dialog";
import {
  change,
  edits,
  resolveConflict,
  save,
  type Conflict,
} from "../../model/edits";
import { LossList } from "./export";
import { legalMove } from "../../lib/chess";
import { plyOf } from "../../lib/fen";
import { lineText, moveNumber } from "../../lib/format";
import { nagText } from "../../lib/nags";
import { Field } from "../fields";
import { stepsOf } from "../../model/state";
import { fields, useStore } from "../../lib/store";
import type { Book, Change, Loss } from "../../lib/types";

export function BookDialog(props: { book: Book; onClose: () => void }) {
  const { book } = props;
  const set = (field: string, value: string) =>
    void change([{ do: "set", field, value: value || null }], book.id);
  return (
    <Dialog title="Title and side" onClose={props.onClose}>
      <label class="field">
        <span>Title</span>
        <Field value={book.title} onCommit={(text) => set("title", text)} />
      </label>
      <label class="field">
        <span>Your side</span>
        <select
          value={book.side ?? ""}
          onChange={(event) => set("side", event.currentTarget.value)}
        >
          <option value="">both</option>
          <option value="white">White</option>
          <option value="black">Black</option>
        </select>
      </label>
      <p class="hint">
        {book.file ? `${book.file}, ` : ""}
        format {book.format}
      </p>
    </Dialog>
  );
}

function LossDialog({ losses }: { losses: Loss[] }) {
  const close = () => edits.set({ losses: null });
  return (
    <Dialog title="The format cannot store everything" onClose={close}>
      <p>If you save the book in its present format:</p>
      <LossList losses={losses} />
      <p class="actions">
        <button autofocus onClick={close}>
          Cancel
        </button>
        <button class="primary" onClick={() => void save(true)}>
          Save anyway
        </button>
      </p>
    </Dialog>
  );
}

const WORDS: Record<Conflict["kind"], { title: string; text: string }> = {
  book: {
    title: "Changed in another tab",
    text:
      "The book was changed in another tab or by another user since this " +
      "page loaded it.",
  },
  file: {
    title: "The file has changed",
    text:
      "Another program has changed the file, so it was not overwritten. " +
      "The server still has your changes; export them to another file.",
  },
  offline: {
    title: "The server is not responding",
    text: "Your change was not sent. This page keeps it until you retry.",
  },
};

const VERBS = { add: "add", remove: "delete", order: "order" };
const FIELDS: Record<string, string> = { remark: "comment", nags: "annotations" };

const sanOf = (fen: string, uci: string) => legalMove(fen, uci)?.san ?? uci;

export function describe(changes: Change[]): string {
  const words = changes.map((item) => {
    const { fen, uci, play, field = "", value } = item;
    const move = play
      ? ` ${lineText(plyOf(fen!), stepsOf(fen!, play).map(({ san }) => san))}`
      : fen && uci
        ? ` ${moveNumber(plyOf(fen), true)}${sanOf(fen, uci)}`
        : "";
    if (item.do !== "set") return `${VERBS[item.do]}${move}`;
    const shown = Array.isArray(value) ? nagText(value).trim() : String(value);
    const text = value === null ? "nothing" : `“${shown}”`;
    return `${FIELDS[field] ?? field}${move && " of"}${move}: ${text}`;
  });
  return words.join(", ");
}

function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { title, text } = WORDS[conflict.kind];
  const pending = conflict.changes.length > 0;
  const again =
    conflict.kind === "offline" ? "Retry" : "Reload and reapply";
  return (
    <Dialog title={title} onClose={() => void resolveConflict(false)}>
      <p>{text}</p>
      {pending && (
        <p>
          Pending: <b>{describe(conflict.changes)}</b>
        </p>
      )}
      {conflict.theirs !== undefined && (
        <p>
          In the book now: <b>{conflict.theirs || "nothing"}</b>
        </p>
      )}
      <p class="actions">
        <button onClick={() => void resolveConflict(false)}>
          {pending ? "Reload and discard" : "Reload"}
        </button>
        {pending && (
          <button
            class="primary"
            autofocus
            onClick={() => void resolveConflict(true)}
          >
            {again}
          </button>
        )}
      </p>
    </Dialog>
  );
}

/* What must be answered, wherever the page is. */
export function EditDialogs() {
  const { conflict, losses } = useStore(edits, fields("conflict", "losses"));
  return (
    <>
      {losses && <LossDialog losses={losses} />}
      {conflict && <ConflictDialog conflict={conflict} />}
    </>
  );
}
