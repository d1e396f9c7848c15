// position_head.tsx - the name of a position, whose turn it is, its comment

import { START } from "../lib/fen";
import { evalText, evalWords } from "../lib/format";
import type { Here } from "../lib/types";

export function PositionHead({ here, note }: { here: Here; note: string }) {
  const position = here.sources[0]?.position;
  const name = position?.name ?? here.opening?.name;
  const eco = position?.eco ?? here.opening?.eco;
  const value = position?.eval;
  const turn = here.turn === "white" ? "White" : "Black";
  return (
    <header class="position">
      <h2>
        {eco && <span class="eco">{eco}</span>}{" "}
        {name || (here.fen === START ? "Starting position" : "Unnamed position")}
      </h2>
      <p>
        <span class={`turn ${here.turn}`} aria-hidden="true" /> {turn} to move
        {here.check && ", in check"}
        {value && (
          <>
            {" "}
            · {evalText(value)} ({evalWords(value)}
            {position.depth ? `, depth ${position.depth}` : ""})
          </>
        )}
      </p>
      {note && (
        <p class={/\n.*\n|.{80}/s.test(note) ? "note long" : "note"} tabIndex={0}>
          {note}
        </p>
      )}
    </header>
  );
}
