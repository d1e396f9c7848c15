// evaluate.tsx - asks the server's engine about the position on the board

import { useState } from "preact/hooks";
import { announce } from "./announce";
import { api } from "./api";
import { evalText, evalWords } from "./format";
import { state } from "./state";
import type { Eval } from "./types";

const DEPTH = 15;

export function Evaluate({ fen }: { fen: string }) {
  const [asked, setAsked] = useState(""); // the position that was asked about
  const [answer, setAnswer] = useState<{ fen: string; value: Eval } | null>(
    null,
  );
  const [problem, setProblem] = useState("");
  const { server } = state.get();
  if (!server?.engine || server.readOnly) return null;
  const name = server.engine;
  const ask = async () => {
    setAsked(fen);
    setProblem("");
    try {
      const { eval: value } = await api.evaluate(fen, DEPTH);
      setAnswer({ fen, value });
      announce(evalWords(value));
    } catch (error) {
      setProblem((error as Error).message);
    }
    setAsked("");
  };
  if (answer?.fen === fen)
    return (
      <>
        {" "}
        · <b>{evalText(answer.value)}</b> by {name}
      </>
    );
  return (
    <>
      {" "}
      ·{" "}
      <button class="link" onClick={() => void ask()}>
        {asked === fen ? "evaluating…" : "evaluate"}
      </button>
      {problem && <span class="wrong"> {problem}</span>}
    </>
  );
}
