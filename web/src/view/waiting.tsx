// waiting.tsx - shown while a response is missing, or after an error

import { START } from "../lib/fen";
import { jump, loadPosition } from "../model/state";

export function Problem({ text }: { text: string }) {
  return (
    <div class="empty problem" role="alert">
      <p>{text}</p>
      <p class="actions">
        <button onClick={() => loadPosition()}>Try again</button>
        <button onClick={() => jump({ fen: START, play: [] })}>
          Go to the starting position
        </button>
      </p>
    </div>
  );
}

export function Waiting() {
  return (
    <div class="waiting" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
