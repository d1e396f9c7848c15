// promotion.tsx - choosing the piece to promote to

import { Dialog } from "../dialog";
import { pieceName } from "../../lib/fen";
import type { Color, LegalMove } from "../../lib/types";

interface Props {
  moves: LegalMove[];
  color: Color;
  onChoose: (move: LegalMove | null) => void;
}

export function Promotion({ moves, color, onChoose }: Props) {
  const ordered = [..."qrbn"].flatMap((piece) =>
    moves.filter((move) => move.uci.endsWith(piece)),
  );
  return (
    <Dialog title="Promote to" onClose={() => onChoose(null)}>
      <div class="promotion">
        {ordered.map((move) => {
          const piece = move.uci.charAt(4);
          return (
            <button
              key={move.uci}
              aria-label={pieceName(piece).split(" ")[1]}
              onClick={() => onChoose(move)}
            >
              <svg viewBox="0 0 40 40" aria-hidden="true">
                <use href={`#${color.charAt(0)}${piece}`} />
              </svg>
            </button>
          );
        })}
      </div>
    </Dialog>
  );
}
