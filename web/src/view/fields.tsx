// fields.tsx - a field that keeps what is being typed
//
// The page is rendered again whenever a response arrives. A focused field must
// not fall back to the old value then, so it keeps its own text until it loses
// the focus. Longer text is sent after a pause, too; what was not sent counts as
// unsaved, and is sent before the field goes.

import { useEffect, useState } from "preact/hooks";
import { notify } from "../model/announce";
import { edits, noteDraft } from "../model/edits";
import { useStore } from "../lib/store";

const PAUSE = 1000; // milliseconds of silence

interface Props {
  value: string;
  onCommit: (value: string) => void;
  label?: string; // for fields without a visible one
  class?: string;
  type?: "text" | "number";
  placeholder?: string;
  rows?: number; // more than one line
}

/* What is being typed in a field, between two renderings as well. */
class Draft {
  text: string | null = null; // null: nothing
  given = ""; // what Escape restores
  sent: string | null = null;
  last = ""; // sent before the field was left
  timer = 0;
  value = ""; // of the field
  commit: Props["onCommit"] = () => {};

  type(text: string): void {
    this.text = text;
    noteDraft(this.send, text !== (this.sent ?? this.value));
    clearTimeout(this.timer);
  }

  send = (): void => {
    const { text, sent, value } = this;
    clearTimeout(this.timer);
    noteDraft(this.send, false);
    if (text === null || text === (sent ?? value)) return;
    this.sent = text;
    this.commit(text);
  };
}

export function Field(props: Props) {
  const [draft] = useState(() => new Draft());
  const [text, setText] = useState<string | null>(null);
  // What was refused stays in its field for as long as it can be sent again.
  const refused = useStore(edits, (from) =>
    from.refused?.changes.some(({ value }) => draft.last && `${value}`.includes(draft.last)),
  );
  draft.value = props.value;
  draft.commit = props.onCommit;
  useEffect(() => draft.send, []);
  const type = (next: string) => {
    draft.type(next);
    setText(next);
    if (props.rows) draft.timer = window.setTimeout(draft.send, PAUSE);
  };
  const end = () => {
    draft.send();
    draft.last = draft.sent ?? draft.last;
    draft.text = draft.sent = null;
    setText(null);
  };
  const discard = () => {
    const { text, given, commit } = draft;
    if (text === null || text === given) return;
    type(given);
    const undo = { label: "Undo", run: () => commit(text) };
    notify("The text is as it was before.", undo);
  };
  const common = {
    class: props.class,
    "aria-label": props.label,
    placeholder: props.placeholder,
    value: text ?? (refused ? draft.last : props.value),
    "aria-invalid": refused,
    onFocus: () => {
      draft.given = props.value;
    },
    onInput: (event: Event) =>
      type((event.currentTarget as HTMLInputElement).value),
    onBlur: end,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape") discard();
      if (event.key === "Enter" && !props.rows) {
        end();
        draft.given = draft.value;
      }
    },
  };
  if (props.rows) return <textarea rows={props.rows} {...common} />;
  return (
    <input type={props.type ?? "text"} min="0" list={undefined} {...common} />
  );
}
