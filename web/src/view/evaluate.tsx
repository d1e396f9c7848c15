// evaluate.tsx - asks the server's engine about the position on the board

import { useState } from "preact/hooks";
import { announce } from "../model/announce";
import { api } from "../model/api";
import { plyOf } from "../lib/fen";
import { evalText, evalWords, moveNumber } from "../lib/format";
import { useStore } from "../lib/store";
import { state } from "../model/state";
import type { Eval, LegalMove } from "../lib/types";

const DEPTH = 15;
const SHOWN = 6; // moves of the principal variation

interface Evaluation {
  fen: string;
  value: Eval;
  line: string;
}

/* "1. e4 e5 2. Nf3", from the position. */
function lineText(fen: string, moves: LegalMove[]): string {
  const ply = plyOf(fen);
  return moves
    .slice(0, SHOWN)
    .map((move, i) => `${moveNumber(ply + i, i === 0)} ${move.san}`.trim())
    .join(" ");
}

export function Evaluate({ fen }: { fen: string }) {
  const [pending, setPending] = useState(""); // the position being evaluated
  const [evaluation, setEvaluation] = useState<Evaluation | null>(null);
  const [problem, setProblem] = useState("");
  const server = useStore(state, (from) => from.server);
  if (!server?.engine || server.readOnly) return null;
  const name = server.engine;
  const evaluate = async () => {
    setPending(fen);
    setProblem("");
    try {
      const { eval: value, pv } = await api.evaluate(fen, DEPTH);
      setEvaluation({ fen, value, line: lineText(fen, pv) });
      announce(evalWords(value));
    } catch (error) {
      setProblem((error as Error).message);
    }
    setPending("");
  };
  if (evaluation?.fen === fen)
    return (
      <>
        {" "}
        · <b>{evalText(evaluation.value)}</b> by {name}
        {evaluation.line && `: ${evaluation.line}`}
      </>
    );
  return (
    <>
      {" "}
      ·{" "}
      <button class="link" onClick={() => void evaluate()}>
        {pending === fen ? "evaluating…" : "evaluate"}
      </button>
      {problem && <span class="wrong"> {problem}</span>}
    </>
  );
}
