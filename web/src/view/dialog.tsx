// dialog.tsx - a modal dialog; the browser keeps the focus inside

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";

interface Props {
  title: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

let count = 0;

export function Dialog(props: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useRef(`dialog-${++count}`);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    return () => {
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={props.class}
      aria-labelledby={id.current}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) props.onClose();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={id.current}>{props.title}</h2>
          <button class="icon" aria-label="Close" onClick={props.onClose}>
            <Icon name="close" />
          </button>
        </div>
        {props.children}
      </div>
    </dialog>
  );
}
