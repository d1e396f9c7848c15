// remove_dialog.tsx - asks before a branch is deleted

import { useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { previewRemoval, removedWords, removeMove } from "../model/edits";
import type { LegalMove, Removed } from "../lib/types";

export interface Branch {
  book: string;
  fen: string; // before the move
  move: LegalMove;
}

export function RemoveDialog(props: { branch: Branch; onClose: () => void }) {
  const { book, fen, move } = props.branch;
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [requested, setRequested] = useState(false);
  if (!requested) {
    setRequested(true);
    void previewRemoval(book, fen, move.uci).then(setRemoved);
  }
  return (
    <Dialog title={`Delete ${move.san}?`} onClose={props.onClose}>
      <p>
        {removed
          ? `This deletes ${removedWords(removed, move)}`
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
            void removeMove(book, fen, move);
          }}
        >
          Delete branch
        </button>
      </p>
    </Dialog>
  );
}
