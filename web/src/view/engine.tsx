// engine.tsx - the live engine: its lines, the bar, its values in the table

import { useState } from "preact/hooks";
import { plyOf, shownSquares } from "../lib/fen";
import {
  compact,
  evalLean,
  evalText,
  evalWords,
  moveNumber,
  plural,
} from "../lib/format";
import { fields, useStore, whole } from "../lib/store";
import type { Evaluated } from "../lib/types";
import type { Arrow } from "../model/board_props";
import {
  canWrite,
  hasEngine,
  live,
  MAX_LINES,
  playLine,
  setCount,
  thinkAgain,
  toggleLive,
  writeValue,
  type Live,
} from "../model/live";
import { screen } from "../model/screen";
import { currentHere, state } from "../model/state";

const ARROWS = 3;
const NEAR = 0.17; // of the bar's range from -1 to 1: about half a pawn
const SHOWN = 12; // moves of a line

/* White's share of the bar, from 0 to 1; at the side that White sits on. */
export function EngineBar({ flipped }: { flipped: boolean }) {
  const { fen, lines } = useStore(live, fields("fen", "lines"));
  if (!fen) return null;
  const value = lines[0]?.eval;
  const names = ["eval-bar", flipped && "flipped", !value && "unknown"];
  const share = value ? (evalLean(value) + 1) / 2 : 0.5;
  return (
    <div
      class={names.filter(Boolean).join(" ")}
      role="img"
      aria-label={value ? `Engine: ${evalWords(value)}` : "Engine: no value yet"}
      title={value && evalWords(value)}
    >
      <span style={{ height: `${(share * 100).toFixed(1)}%` }} />
    </div>
  );
}

/* Arrows for the best move and others that are nearly as good. */
export function useEngineArrows(): Arrow[] {
  const lines = useStore(live, (from) => from.lines);
  const lean = (line: Evaluated) => evalLean(line.eval);
  return lines
    .slice(0, ARROWS)
    .filter((line) => Math.abs(lean(line) - lean(lines[0]!)) < NEAR)
    .map((line, i) => {
      const [from, to] = shownSquares(line.pv[0]!);
      return { from, to, kind: i ? "good" : "best" };
    });
}

/* The value of one move of the table, if a line begins with it. */
export function EngineCell({ uci }: { uci: string }) {
  const value = useStore(
    live,
    (from) => from.lines.find((line) => line.pv[0]?.uci === uci)?.eval,
  );
  if (!value) return null;
  return <span title={evalWords(value)}>{evalText(value)}</span>;
}

function LineOfMoves({ line, fen }: { line: Evaluated; fen: string }) {
  const ply = plyOf(fen);
  return (
    <li>
      <span class="value" title={`${evalWords(line.eval)}, depth ${line.depth}`}>
        {evalText(line.eval)}
      </span>
      <span class="pv">
        {line.pv.slice(0, SHOWN).map((move, i) => (
          <button
            key={i}
            class="san"
            tabIndex={i ? -1 : 0}
            onClick={() => playLine(line.pv.slice(0, i + 1))}
            onMouseEnter={
              i ? undefined : () => state.set({ hover: move.uci })
            }
            onMouseLeave={i ? undefined : () => state.set({ hover: null })}
          >
            <span class="number">{moveNumber(ply + i, i === 0)}</span>
            {move.san}
          </button>
        ))}
      </span>
    </li>
  );
}

/* While the pointer is over them the lines stay, so that none is missed. */
function Lines({ from }: { from: Live }) {
  const [held, hold] = useState<Live | null>(null);
  const shown = held?.fen === from.fen && held ? held : from;
  const empty = Array.from({ length: from.count - shown.lines.length });
  return (
    <ol
      class="engine-lines"
      aria-label="Lines of the engine"
      onPointerEnter={() => hold(from.lines.length ? from : null)}
      onPointerLeave={() => hold(null)}
    >
      {shown.lines.map((line, i) => (
        <LineOfMoves key={i} line={line} fen={shown.fen!} />
      ))}
      {!from.end && empty.map((_, i) => <li key={`empty${i}`} class="blank" />)}
    </ol>
  );
}

function statusOf(from: Live): string {
  const { end, depth, nps, lines } = from;
  if (end === "over") return "The game is over here.";
  if (end === "replaced") return "Another visitor has the engine now.";
  if (!lines.length) return end ? "" : "thinking…";
  const words = [`depth ${depth}`];
  if (end) words.push("finished");
  else if (nps) words.push(`${compact(nps)} nodes/s`);
  return words.join(", ");
}

/* The switch, and below it the lines. */
export function EnginePanel() {
  const from = useStore(live, whole);
  const able = useStore(state, (one) => hasEngine(one));
  const { narrow } = useStore(screen, whole);
  const name = useStore(state, (one) => one.server?.engine ?? "");
  useStore(state, currentHere); // what canWrite depends on
  if (!able) return null;
  const best = from.lines[0];
  return (
    <section class="engine" aria-label="Engine">
      <div class="engine-head">
        <label class="check switch" title="On or off (l)">
          <input
            type="checkbox"
            role="switch"
            checked={from.on}
            onChange={toggleLive}
          />
          Engine
        </label>
        <span class="status" title={name}>
          {[(!narrow || !from.on) && name, from.on && statusOf(from)]
            .filter(Boolean)
            .join(": ")}
        </span>
        {from.on && (
          <>
            {(from.end === "failed" || from.end === "replaced") && (
              <button class="link" onClick={thinkAgain}>
                Try again
              </button>
            )}
            {best && canWrite() && (
              <button
                class="link"
                title="Write the value and its depth into the book"
                onClick={() => void writeValue()}
              >
                Write to book
              </button>
            )}
            <select
              aria-label="Number of lines"
              value={from.count}
              onChange={(event) => setCount(Number(event.currentTarget.value))}
            >
              {Array.from({ length: MAX_LINES }, (_, i) => (
                <option key={i} value={i + 1}>
                  {narrow ? i + 1 : plural(i + 1, "line")}
                </option>
              ))}
            </select>
          </>
        )}
      </div>
      {from.problem && (
        <p class="wrong" role="alert">
          {from.problem}
        </p>
      )}
      {from.fen && !from.problem && from.end !== "over" && <Lines from={from} />}
    </section>
  );
}
