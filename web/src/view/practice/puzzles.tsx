// puzzles.tsx - a puzzle: its description, a verdict, its solution on request

import { solutionText } from "../../model/puzzle";
import {
  practice,
  showPuzzle,
  unsolvedAfter,
  type Practice as Session,
} from "../../model/practice_state";
import { turnOf } from "../../lib/fen";

/* What is said about the last move, and its look. */
function verdictOf(session: Session): { text: string; look: string } {
  const { list, index, play, wrong, solved, shown } = session.puzzle!;
  const puzzle = list[index]!;
  const side = turnOf(puzzle.fen) === "white" ? "White" : "Black";
  const last = play[play.length - 1];
  if (!puzzle.moves.length)
    return {
      text: `${side} to move. This solution cannot be judged: ${puzzle.problem}.`,
      look: "other",
    };
  if (wrong) return { text: `${wrong} is not the solution.`, look: "wrong" };
  if (solved && shown)
    return { text: "Right. It does not count: you saw the solution.", look: "other" };
  if (solved) return { text: "Solved!", look: "right" };
  if (!last) return { text: `${side} to move.`, look: "" };
  if (play.length % 2) return { text: "Correct.", look: "right" };
  return { text: `Correct. The reply is ${last.san}. Go on.`, look: "right" };
}

export function Puzzles({ session }: { session: Session }) {
  const { list, index, title, play, solved } = session.puzzle!;
  const known = session.solved?.known;
  const puzzle = list[index];
  if (!puzzle) return <p class="empty">This file has no puzzles.</p>;
  const unsolved = unsolvedAfter();
  const isNext = unsolved === null || unsolved === index + 1;
  const { text, look } = verdictOf(session);
  const last = play[play.length - 1];
  const moves = solutionText(puzzle);
  return (
    <div class="puzzle">
      <header class="position">
        <h2>{title}</h2>
        <p>
          Puzzle {index + 1}
          {known?.has(index) && ", solved"} · {known?.size ?? "?"} of{" "}
          {list.length} solved
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
          class={isNext ? "primary" : undefined}
          aria-disabled={index === list.length - 1}
          onClick={() => showPuzzle(index + 1)}
        >
          Next puzzle
        </button>
        {!isNext && (
          <button class="primary" onClick={() => showPuzzle(unsolved)}>
            Next unsolved
          </button>
        )}
      </p>
      {known && (
        <p class="hint">
          {known.size === list.length && "You have solved all of them. "}
          What you solve is kept in {session.solved?.file ?? "this browser"}.
        </p>
      )}
    </div>
  );
}
