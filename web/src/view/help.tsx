// help.tsx - keyboard shortcuts and credits

import { Dialog } from "./dialog";
import { help, KEYS } from "../model/keys";
import { state } from "../model/state";
import { useStore } from "../lib/store";

const SIGNS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
};

function KeyCap({ name }: { name: string }) {
  const parts = name.split("+").map((part) => SIGNS[part] ?? part);
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index > 0 && "+"}
          <kbd>{part}</kbd>
        </>
      ))}
    </>
  );
}

export function Help() {
  const open = useStore(help, (from) => from.open);
  const version = useStore(state, (from) => from.server?.version);
  if (!open) return null;
  return (
    <Dialog
      title="Keyboard shortcuts"
      class="help"
      onClose={() => help.set({ open: false })}
    >
      <dl class="keys">
        {KEYS.map(([names, words]) => (
          <div key={words}>
            <dt>
              {names.map((name) => (
                <span key={name}>
                  <KeyCap name={name} />
                </span>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        Arrows and circles: drag with the right mouse button, or click with it;
        red with Shift, blue with Alt, yellow with both. The same again removes
        one. They are saved with the comment.
      </p>
      <p class="hint">
        On the board: press Tab to get there, arrow keys to move from square to
        square, Enter to pick up a piece and to put it down.
      </p>
      <p class="hint">
        Tabia {version}, MIT licence. The board is cm-chessboard by Stefan Haack
        (MIT), with preact (MIT); the pieces are Tabia's own.
      </p>
    </Dialog>
  );
}
