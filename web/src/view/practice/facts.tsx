// facts.tsx - a few figures with their names, and links to positions

import { plyOf } from "../../lib/fen";
import { moveNumber } from "../../lib/format";
import type { Opening } from "../../lib/types";

export function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl class="figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/* "4.d3" with the name of its opening; a click goes to the position. */
export function MoveLink(props: {
  fen: string;
  san: string;
  opening: Opening | null;
  onGo: () => void;
}) {
  return (
    <>
      <button class="link go" title="Go to the position" onClick={props.onGo}>
        {moveNumber(plyOf(props.fen), true)}
        {props.san}
      </button>
      {props.opening && <span class="hole-name">{props.opening.name}</span>}
    </>
  );
}
