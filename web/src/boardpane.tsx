// boardpane.tsx - the board with its buttons, the moves so far, the move box

import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "./announce";
import { Board, type BoardProps } from "./board";
import type { Arrow } from "./boardmarks";
import { playInBook } from "./edits";
import { drawable, plyOf, shownSquares, typedMove } from "./fen";
import { moveNumber } from "./format";
import { Icon } from "./icons";
import { drillBoard, practice } from "./practicestate";
import { spar, sparBoard } from "./spar";
import {
  currentFen,
  currentFound,
  flip,
  play,
  state,
  stepTo,
  type State,
} from "./state";
import { useStore } from "./store";
import type { LegalMove } from "./types";

/* Scrolls the list, and nothing else, to the move on the board. */
function showCurrent(list: HTMLElement | null): void {
  const move = list?.querySelector<HTMLElement>(".current");
  if (!list || !move) return list?.scrollTo(0, 0);
  const outer = list.getBoundingClientRect();
  const inner = move.getBoundingClientRect();
  const past = (low: number, high: number, from: number, to: number) =>
    low < from ? low - from : Math.max(0, high - to);
  list.scrollBy(
    past(inner.left, inner.right, outer.left, outer.right),
    past(inner.top, inner.bottom, outer.top, outer.bottom),
  );
}

function MoveList({ from }: { from: State }) {
  const { steps, at, root } = from;
  const ply = plyOf(root);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showCurrent(list.current));
  if (!steps.length)
    return <p class="line empty-line">No moves yet: play one on the board.</p>;
  return (
    <ol class="line" aria-label="Moves so far" ref={list}>
      {steps.map((step, index) => (
        <li key={index}>
          <span class="number">{moveNumber(ply + index, index === 0)}</span>
          <button
            class={index === at - 1 ? "san current" : "san"}
            aria-current={index === at - 1 ? "step" : undefined}
            onClick={() => stepTo(index + 1)}
          >
            {step.san || step.uci}
          </button>
        </li>
      ))}
    </ol>
  );
}

function FlipButton() {
  return (
    <button class="icon" aria-label="Flip (f)" title="Flip (f)" onClick={flip}>
      <Icon name="flip" />
    </button>
  );
}

function Buttons({ from }: { from: State }) {
  const { at, steps } = from;
  const button = (name: string, label: string, to: number, able: boolean) => (
    <button
      class="icon"
      aria-label={label}
      title={label}
      aria-disabled={!able}
      onClick={() => able && stepTo(to)}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div class="steps" role="group" aria-label="Stepping">
      {button("first", "To the start (↑)", 0, at > 0)}
      {button("back", "Back (←)", at - 1, at > 0)}
      {button("forward", "Forward (→)", at + 1, at < steps.length)}
      {button("last", "To the end (↓)", steps.length, at < steps.length)}
      <FlipButton />
    </div>
  );
}

function MoveBox(props: {
  legal: LegalMove[];
  onMove: (move: LegalMove) => void;
}) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ready = props.legal.length > 0;
  const submit = () => {
    setWaiting(!ready);
    if (!ready || !text) return;
    const move = typedMove(props.legal, text);
    setWrong(!move);
    if (!move) return announce(`${text} is not a legal move here`);
    setText("");
    props.onMove(move);
  };
  // Fast fingers: the move is tried when its position is known.
  useEffect(() => {
    if (waiting && ready) submit();
  }, [ready]);
  return (
    <form
      class="movebox"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label for="move">Move</label>
      <input
        id="move"
        ref={input}
        value={text}
        placeholder="Nf3 or g1f3"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-invalid={wrong}
        aria-describedby={wrong ? "move-wrong" : undefined}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setWaiting(false);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") input.current?.blur();
        }}
      />
      {wrong && (
        <span id="move-wrong" class="wrong">
          not a legal move
        </span>
      )}
    </form>
  );
}

function hoverArrows(from: State): Arrow[] {
  const found = currentFound(from);
  const move = found?.moves.find((other) => other.uci === from.hover);
  if (!move) return [];
  const [a, b] = shownSquares(move);
  return [{ from: a, to: b, kind: "move" }];
}

function exploreBoard(from: State): BoardProps {
  const found = currentFound(from);
  const step = from.steps[from.at - 1];
  return {
    fen: drawable(currentFen(from)),
    below: from.flipped ? "black" : "white",
    legal: found?.legal ?? [],
    check: found?.check,
    onMove: from.mode === "build" ? playInBook : play,
    lastMove: step ? shownSquares(step) : undefined,
    arrows: hoverArrows(from),
  };
}

export function BoardPane() {
  const from = useStore(state);
  useStore(practice);
  useStore(spar);
  const drill =
    from.mode === "practice" ? (sparBoard() ?? drillBoard()) : null;
  const board = drill ?? exploreBoard(from);
  return (
    <section class="board-pane" aria-label="Board">
      <Board {...board} />
      <div class="below">
        {drill ? <FlipButton /> : <Buttons from={from} />}
        <MoveBox legal={board.legal} onMove={board.onMove} />
      </div>
      {!drill && <MoveList from={from} />}
    </section>
  );
}
