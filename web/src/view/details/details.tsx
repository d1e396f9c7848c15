// details.tsx - the position on the board: its name, its comment, its move

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { copyBranch, orderMove } from "../../model/branch";
import type { Query } from "../../model/api";
import { annotate, canEdit, change, setNote, sketches } from "../../model/edits";
import { Field } from "../fields";
import { Icon } from "../icons";
import { MOVE_NAGS, nagGlyph, NAGS, nagWords } from "../../lib/nags";
import { hasOneText, noteOf } from "../../model/notes";
import { nodeAt, outline } from "../../model/outline";
import { PositionHead } from "../position_head";
import { RemoveDialog } from "../remove_dialog";
import { bookOf, currentQuery, state } from "../../model/state";
import { createStore, fields, useStore, whole } from "../../lib/store";
import type { Book, Here, LastMove, Value } from "../../lib/types";

function MoveFields({ last, book }: { last: LastMove; book: Book }) {
  const { from: fen, uci, san } = last;
  const set = (field: string, value: Value) =>
    void change([{ do: "set", fen, uci, field, value }], book.id);
  return (
    <>
      <label class="field">
        <span>Mark</span>
        <select
          aria-label={`Mark of ${san}`}
          value={last.mark ?? ""}
          onChange={(event) => set("mark", event.currentTarget.value || null)}
        >
          <option value="">play</option>
          <option value="passive">passive ?</option>
          <option value="avoided">avoided ×</option>
        </select>
      </label>
      <label class="field">
        <span>Weight</span>
        <Field
          class="weight"
          type="number"
          label={`Weight of ${san}`}
          value={String(last.weight ?? "")}
          onCommit={(text) =>
            set("weight", text === "" ? null : Number(text))
          }
        />
      </label>
      {!hasOneText(book) && (
        <label class="field whole">
          <span>Remark on the move</span>
          <Field
            label={`Remark on ${san}`}
            value={last.remark ?? ""}
            onCommit={(text) => set("remark", text || null)}
          />
        </label>
      )}
    </>
  );
}

function PositionFields({ here, book }: { here: Here; book: Book }) {
  const { fen } = here;
  const position = here.sources[0]?.position;
  const set = (field: string, value: Value) =>
    void change([{ do: "set", fen, field, value }], book.id);
  const text = (field: "name" | "eco", label: string) => (
    <label class={`field ${field}-field`}>
      <span>{label}</span>
      <Field
        value={position?.[field] ?? ""}
        onCommit={(value) => set(field, value || null)}
      />
    </label>
  );
  return (
    <>
      {text("eco", "ECO")}
      {text("name", "Name")}
    </>
  );
}

/* Buttons that give the move that led here another place among its kind. */
function OrderButtons({ last }: { last: LastMove }) {
  const line = useStore(state, fields("root", "steps", "at"));
  const tree = useStore(outline, fields("byKey"));
  const { node, beyond } = nodeAt(tree, line);
  const from = beyond ? null : node?.parent;
  const moves = from?.children ?? [];
  const place = moves.findIndex((entry) => entry.move.uci === last.uci);
  if (!from || place < 0) return null;
  const button = (words: string, to: number, key?: string) => (
    <button title={key} onClick={() => void orderMove(from, last.uci, to)}>
      {words}
    </button>
  );
  return (
    <>
      {place > 0 && button("Make main line", 0)}
      {place > 1 && button("Move up", place - 1, "Alt+↑")}
      {place < moves.length - 1 && button("Move down", place + 1, "Alt+↓")}
    </>
  );
}

function CopyTo({ book }: { book: Book }) {
  const books = useStore(state, (from) => from.server?.books ?? []);
  const others = books.filter((one) => one.editable && one.id !== book.id);
  if (!others.length) return null;
  return (
    <select
      aria-label="Copy this branch to another book"
      value=""
      onChange={(event) => {
        const id = event.currentTarget.value;
        event.currentTarget.value = "";
        if (id) void copyBranch(id);
      }}
    >
      <option value="">Copy branch to…</option>
      {others.map((one) => (
        <option key={one.id} value={one.id}>
          {one.title || one.file}
        </option>
      ))}
    </select>
  );
}

/* Six that judge the move, and those that it has; the others on request. */
function Annotations(props: { last: LastMove; book: Book; asked: Query }) {
  const { last, book, asked } = props;
  const [all, setAll] = useState(false);
  const nags = last.nags ?? [];
  const others = NAGS.slice(MOVE_NAGS).map(([code]) => code);
  const rest = new Set([...(all ? others : []), ...nags]);
  const toggle = (code: number) => (
    <button
      key={code}
      class="icon small"
      aria-pressed={nags.includes(code)}
      aria-label={nagWords(code)}
      title={nagWords(code)}
      onClick={() => annotate(code, book, asked)}
    >
      {nagGlyph(code)}
    </button>
  );
  return (
    <div class="nags" role="group" aria-label={`Annotations of ${last.san}`}>
      {NAGS.slice(0, MOVE_NAGS).map(([code]) => toggle(code))}
      <button
        class="icon small"
        aria-expanded={all}
        aria-label="All annotations"
        title="All annotations"
        onClick={() => setAll(!all)}
      >
        …
      </button>
      {[...rest].filter((code) => code > MOVE_NAGS).map(toggle)}
    </div>
  );
}

const editor = createStore({ isOpen: false });

/* Annotations, the comment, and what is changed seldom on request. */
function Editor(props: {
  here: Here;
  book: Book;
  asked: Query;
  children: ComponentChildren; // the comment
}) {
  const { here, book, asked } = props;
  const [removing, setRemoving] = useState(false);
  const { isOpen } = useStore(editor, whole);
  const { draws } = useStore(sketches, whole);
  const { last } = here;
  return (
    <div class="editor">
      <div class="toolbar">
        {last && <Annotations last={last} book={book} asked={asked} />}
        {last && (
          <button
            class="icon small danger"
            aria-label={`Delete ${last.san}`}
            title={`Delete ${last.san} and the moves after it`}
            onClick={() => setRemoving(true)}
          >
            <Icon name="trash" />
          </button>
        )}
        <button
          class="small"
          aria-expanded={isOpen}
          title="Name, order, mark, weight"
          onClick={() => editor.set({ isOpen: !isOpen })}
        >
          {isOpen ? "Less" : "More"}
        </button>
      </div>
      {props.children}
      {isOpen && (
        <div class="fields">
          {last && <MoveFields last={last} book={book} />}
          <PositionFields here={here} book={book} />
          <p class="actions whole">
            <button
              aria-pressed={draws}
              onClick={() => sketches.set({ draws: !draws })}
            >
              Draw an arrow
            </button>
            {last && <OrderButtons last={last} />}
            {last && <CopyTo book={book} />}
          </p>
        </div>
      )}
      {removing && last && (
        <RemoveDialog
          branch={{ book: book.id, fen: last.from, move: last }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

/* The name and what there is to read; or what can be changed; or both. */
export function Details({ part }: { part: "head" | "editor" | "all" }) {
  const { here, asked, loading, problem } = useStore(
    state,
    fields("here", "asked", "loading", "problem"),
  );
  // The book and the position of 'here', while the next one is loaded as well.
  const book = useStore(state, (from) =>
    bookOf(from.asked?.book ?? null, from),
  );
  // Once the board has moved on, what is typed or clicked would be for the wrong
  // move.
  const isOld = useStore(state, (from) => {
    const { book: id, fen, play } = currentQuery(from);
    const { asked: last } = from;
    return last?.fen !== fen || last.play !== play || last.book !== id;
  });
  if (!here || !asked || !book || problem) return null;
  if (book.kind === "puzzles") return null;
  // Text that is being typed stays with its field, so no two places share one.
  const place = [asked.book, asked.fen, asked.play].join();
  const able = canEdit(book) && here.sources[0]!.known;
  const note = noteOf(here);
  if (part === "editor" && !able) return null;
  return (
    <section
      class={loading ? "details dim" : "details"}
      aria-label={part === "editor" ? "Edit" : "About the position"}
      onBeforeInput={(event: Event) => isOld && event.preventDefault()}
      onClickCapture={(event: Event) => isOld && event.stopPropagation()}
    >
      {part !== "editor" && (
        <PositionHead here={here} note={able && part === "all" ? "" : note} />
      )}
      {part !== "head" && able && (
        <Editor key={place} here={here} book={book} asked={asked}>
          <Field
            class="note"
            label="Comment"
            placeholder="Comment"
            rows={1}
            value={note}
            onCommit={(text) => setNote(text, book, asked)}
          />
        </Editor>
      )}
    </section>
  );
}
