// puzzles.tsx - a puzzle: its description, a verdict, its solution on request

import { solutionText, solvedPuzzles } from "../../model/puzzle";
import {
  practice,
  showPuzzle,
  type Practice as Session,
} from "../../model/practice_state";
import { turnOf } from "../../lib/fen";

/* What is said about the last move, and its look. */
function verdictOf(session: Session): { text: string; look: string } {
  const { list, index, play, wrong, solved } = session.puzzle!;
  const puzzle = list[index]!;
  const side = turnOf(puzzle.fen) === "white" ? "White" : "Black";
  const last = play[play.length - 1];
  if (!puzzle.moves.length)
    return {
      text: `${side} to move. This solution cannot be judged: ${puzzle.problem}.`,
      look: "other",
    };
  if (wrong) return { text: `${wrong} is not the solution.`, look: "wrong" };
  if (solved) return { text: "Solved!", look: "right" };
  if (!last) return { text: `${side} to move.`, look: "" };
  if (play.length % 2) return { text: "Correct.", look: "right" };
  return { text: `Correct. The reply is ${last.san}. Go on.`, look: "right" };
}

export function Puzzles({ session }: { session: Session }) {
  const { list, index, title, play, solved } = session.puzzle!;
  const puzzle = list[index];
  if (!puzzle) return <p class="empty">This file has no puzzles.</p>;
  const known = solvedPuzzles();
  const count = list.filter((one) => known.has(one.fen)).length;
  const { text, look } = verdictOf(session);
  const last = play[play.length - 1];
  const moves = solutionText(puzzle);
  return (
    <div class="puzzle">
      <header class="position">
        <h2>{title}</h2>
        <p>
          Puzzle {index + 1} of {list.length}
          {known.has(puzzle.fen) && ", solved"}; {count} solved in all
        </p>
      </header>
      <p class="description">{puzzle.text}</p>
      <p class={`verdict ${look}`} role="status">
        {text}
      </p>
      {solved && !last?.san.endsWith("#") && (
        <p class="note">The written solution ends with {last?.san}.</p>
      )}
      {session.revealed ? (
        <p class="solution">
          {moves && <span>{moves}</span>}
          {(!moves || puzzle.solution !== moves) && (
            <small>As written: {puzzle.solution}</small>
          )}
        </p>
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
