// squares.tsx - the board for the keyboard and for screen readers
//
// A grid of 64 cells above the drawn board. Arrow keys move from square to
// square, Enter picks up a piece and puts it down, Escape cancels. Mouse events
// pass through to the board below.

import { useRef, useState } from "preact/hooks";
import { pieceName, readPieces, squareName } from "../../lib/fen";
import type { Color, LegalMove } from "../../lib/types";

interface Props {
  fen: string;
  below: Color;
  legal: LegalMove[];
  selected: string | null;
  onSelect: (square: string | null) => void;
  onMove: (from: string, to: string) => boolean;
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function Squares(props: Props) {
  const [column, setColumn] = useState(4);
  const [row, setRow] = useState(6);
  const grid = useRef<HTMLDivElement>(null);
  const pieces = readPieces(props.fen);

  const squareAt = (x: number, y: number) =>
    props.below === "white" ? squareName(x, 7 - y) : squareName(7 - x, y);

  const choose = (square: string) => {
    const { selected } = props;
    if (selected && selected !== square && props.onMove(selected, square))
      return props.onSelect(null);
    const able = props.legal.some((move) => move.uci.startsWith(square));
    props.onSelect(able && selected !== square ? square : null);
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    const step = STEPS[event.key];
    if (step) {
      const x = Math.max(0, Math.min(7, column + step[0]));
      const y = Math.max(0, Math.min(7, row + step[1]));
      setColumn(x);
      setRow(y);
      grid.current
        ?.querySelector<HTMLElement>(`[data-cell="${x},${y}"]`)
        ?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      choose(squareAt(column, row));
    } else if (event.key === "Escape" && props.selected) {
      props.onSelect(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const cell = (x: number, y: number) => {
    const square = squareAt(x, y);
    const piece = pieces.get(square);
    const words = [square, piece ? pieceName(piece) : "empty"];
    if (square === props.selected) words.push("picked up");
    return (
      <div
        role="gridcell"
        key={square}
        data-cell={`${x},${y}`}
        data-name={square}
        tabIndex={x === column && y === row ? 0 : -1}
        aria-label={words.join(", ")}
        aria-selected={square === props.selected}
        onFocus={() => (setColumn(x), setRow(y))}
      />
    );
  };

  const eight = [0, 1, 2, 3, 4, 5, 6, 7];
  return (
    <div
      class="squares"
      role="grid"
      aria-label={
        "Chessboard: arrow keys move from square to square, Enter picks up " +
        "or puts down a piece"
      }
      ref={grid}
      onKeyDown={onKey}
    >
      {eight.map((y) => (
        <div role="row" key={y}>
          {eight.map((x) => cell(x, y))}
        </div>
      ))}
    </div>
  );
}
