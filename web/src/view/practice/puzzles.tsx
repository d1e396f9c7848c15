// puzzles.tsx - a puzzle: its description, and its solution on request

import { followsSolution, solutionMoves } from "../../model/drill";
import {
  practice,
  showPuzzle,
  type Practice as Session,
} from "../../model/practice_state";
import type { LegalMove } from "../../lib/types";

/* How far the moves played agree with the solution. */
function judgement(played: LegalMove[], solution: string[]): string {
  if (!played.length || !solution.length) return "";
  if (played.length > solution.length) return "You are past the end of the solution.";
  const wrong = played.findIndex(
    (_, at) => !followsSolution(played.slice(0, at + 1), solution),
  );
  if (wrong >= 0) return `${played[wrong]!.san} is not the solution.`;
  if (played.length === solution.length) return "Solved!";
  return "Correct so far.";
}

export function Puzzles({ session }: { session: Session }) {
  const { list, index, play, title } = session.puzzle!;
  const puzzle = list[index];
  if (!puzzle) return <p class="empty">This file has no puzzles.</p>;
  const verdict = judgement(play, solutionMoves(puzzle.solution));
  return (
    <div class="puzzle">
      <header class="position">
        <h2>{title}</h2>
        <p>
          Puzzle {index + 1} of {list.length}
        </p>
      </header>
      <p class="description">{puzzle.text}</p>
      <p class={verdict.startsWith("Solved") ? "verdict right" : "verdict"}>
        {verdict || "Play the solution on the board."}
      </p>
      {session.revealed ? (
        <p class="solution">{puzzle.solution}</p>
      ) : (
        <p>
          <button onClick={() => practice.set({ revealed: true })}>
            Show solution
          </button>
        </p>
      )}
      <p class="actions">
        <button
          aria-disabled={index === 0}
          onClick={() => showPuzzle(index - 1)}
        >
          Previous
        </button>
        <button onClick={() => showPuzzle(index)}>Start over</button>
        <button
          class="primary"
          aria-disabled={index === list.length - 1}
          onClick={() => showPuzzle(index + 1)}
        >
          Next puzzle
        </button>
      </p>
    </div>
  );
}
