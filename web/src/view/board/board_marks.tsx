// board_marks.tsx - what is drawn under and over the pieces
//
// Units are squares: the picture is eight wide and eight high.

import { readPieces } from "../../lib/fen";
import type { Color } from "../../lib/types";
import type { Arrow, MarkedSquare } from "../../model/board_props";

interface View {
  fen: string;
  below: Color;
  lastMove?: [string, string] | undefined;
  check?: boolean | undefined;
  marks?: MarkedSquare[] | undefined;
  selected: string | null;
}

function corner(square: string, below: Color): { x: number; y: number } {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  return below === "white"
    ? { x: file, y: 7 - rank }
    : { x: 7 - file, y: rank };
}

function kingSquare(view: View): string | null {
  const king = view.fen.split(" ")[1] === "w" ? "K" : "k";
  for (const [square, piece] of readPieces(view.fen))
    if (piece === king) return square;
  return null;
}

function Coordinates({ below }: { below: Color }) {
  const signs = [];
  for (let i = 0; i < 8; i++) {
    const file = String.fromCharCode(97 + (below === "white" ? i : 7 - i));
    const rank = below === "white" ? 8 - i : i + 1;
    const shade = (odd: boolean) =>
      `coordinate ${odd ? "on-dark" : "on-light"}`;
    signs.push(
      <text class={shade(i % 2 === 0)} x={i + 0.95} y={7.94} text-anchor="end">
        {file}
      </text>,
      <text class={shade(i % 2 === 1)} x={0.05} y={i + 0.24}>
        {rank}
      </text>,
    );
  }
  return <g>{signs}</g>;
}

/* Under the pieces. */
export function Marks(view: View) {
  const marks: [string, string][] = [];
  for (const square of view.lastMove ?? []) marks.push([square, "last"]);
  for (const mark of view.marks ?? []) marks.push([mark.square, mark.kind]);
  const king = view.check ? kingSquare(view) : null;
  if (king) marks.push([king, "check"]);
  if (view.selected) marks.push([view.selected, "selected"]);
  return (
    <svg viewBox="0 0 8 8" width="100%" height="100%">
      {marks.map(([square, kind]) => {
        const { x, y } = corner(square, view.below);
        return <rect class={`mark ${kind}`} x={x} y={y} width="1" height="1" />;
      })}
      <Coordinates below={view.below} />
    </svg>
  );
}

function ArrowPath({ arrow, below }: { arrow: Arrow; below: Color }) {
  const a = corner(arrow.from, below);
  const b = corner(arrow.to, below);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy);
  if (!length)
    return (
      <circle
        class={`circle ${arrow.kind}`}
        cx={a.x + 0.5}
        cy={a.y + 0.5}
        r="0.45"
      />
    );
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const tip = length - 0.08;
  const neck = tip - 0.42;
  const path =
    `M.3-.09H${neck}V-.26L${tip} 0 ${neck} .26V.09H.3` +
    "a.1.1 0 0 1-.09-.09a.1.1 0 0 1 .09-.09z";
  return (
    <path
      class={`arrow ${arrow.kind}`}
      d={path}
      transform={`translate(${a.x + 0.5} ${a.y + 0.5}) rotate(${turn})`}
    />
  );
}

/* Over the pieces. */
export function Arrows(view: View & { arrows: Arrow[]; targets: string[] }) {
  const pieces = readPieces(view.fen);
  return (
    <svg viewBox="0 0 8 8" width="100%" height="100%">
      {view.targets.map((square) => {
        const { x, y } = corner(square, view.below);
        return pieces.has(square) ? (
          <circle class="target" cx={x + 0.5} cy={y + 0.5} r="0.44" />
        ) : (
          <circle class="target dot" cx={x + 0.5} cy={y + 0.5} r="0.15" />
        );
      })}
      {view.arrows.map((arrow) => (
        <ArrowPath arrow={arrow} below={view.below} />
      ))}
    </svg>
  );
}
