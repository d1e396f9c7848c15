// position_head.tsx - the name of a position, whose turn it is, evaluation

import { START } from "../lib/fen";
import { evalText, evalWords, plural, proseOf } from "../lib/format";
import type { Found } from "../lib/types";
import { Evaluate } from "./evaluate";

export function PositionHead({ found, dim }: { found: Found; dim: boolean }) {
  const name = found.position?.name ?? found.opening?.name;
  const eco = found.position?.eco ?? found.opening?.eco;
  const value = found.position?.eval;
  const turn = found.turn === "white" ? "White" : "Black";
  const comment = proseOf(found.position?.comment ?? "");
  return (
    <header class={dim ? "position dim" : "position"}>
      <h2>
        {eco && <span class="eco">{eco}</span>}{" "}
        {name ?? (found.fen === START ? "Starting position" : "Unnamed position")}
      </h2>
      <p>
        <span class={`turn ${found.turn}`} aria-hidden="true" /> {turn} to move
        {found.check && ", in check"}
        {found.total > 0 && <> · {plural(found.total, "move")}</>}
        {value && (
          <>
            {" "}
            · {evalText(value)} ({evalWords(value)})
          </>
        )}
        {!value && <Evaluate fen={found.fen} />}
      </p>
      {comment && <p class="comment">{comment}</p>}
    </header>
  );
}
