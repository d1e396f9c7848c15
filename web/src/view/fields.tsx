// fields.tsx - a field that keeps what is being typed
//
// The page is rendered again whenever a response arrives. A focused field must
// not fall back to the old value then, so it keeps its own text until it loses
// the focus.

import { useRef, useState } from "preact/hooks";

interface Props {
  value: string;
  onCommit: (value: string) => void;
  label?: string; // for fields without a visible one
  class?: string;
  type?: "text" | "number";
  placeholder?: string;
  rows?: number; // more than one line
}

export function Field(props: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const given = useRef(props.value); // what Escape restores
  const commit = () => {
    if (draft !== null && draft !== props.value) props.onCommit(draft);
    if (draft !== null) given.current = draft;
    setDraft(null);
  };
  const common = {
    class: props.class,
    "aria-label": props.label,
    placeholder: props.placeholder,
    value: draft ?? props.value,
    onFocus: () => {
      given.current = props.value;
    },
    onInput: (event: Event) =>
      setDraft((event.currentTarget as HTMLInputElement).value),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape") setDraft(given.current);
      if (event.key === "Enter" && !props.rows) commit();
    },
  };
  if (props.rows) return <textarea rows={props.rows} {...common} />;
  return (
    <input type={props.type ?? "text"} min="0" list={undefined} {...common} />
  );
}
