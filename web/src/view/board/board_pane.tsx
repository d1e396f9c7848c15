// board_pane.tsx - the board with its buttons, the moves so far, the move box

import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../model/announce";
import type { Arrow, BoardProps } from "../../model/board_props";
import { Board } from "./board";
import { playInBook } from "../../model/edits";
import { drawable, plyOf, shownSquares, typedMove } from "../../lib/fen";
import { moveNumber } from "../../lib/format";
import { Icon } from "../icons";
import { drillBoard, practice } from "../../model/practice_state";
import { spar, sparBoard } from "../../model/spar";
import {
  currentFen,
  currentFound,
  flip,
  play,
  state,
  stepTo,
  type State,
} from "../../model/state";
import { fields, useStore, whole } from "../../lib/store";
import type { LegalMove } from "../../lib/types";

type BoardState = Pick<
  State,
  "root" | "steps" | "at" | "mode" | "flipped" | "found" | "loading"
>;

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

function MoveList({ from }: { from: BoardState }) {
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
    <button
      class="icon"
      aria-label="Flip board (f)"
      title="Flip board (f)"
      onClick={flip}
    >
      <Icon name="flip" />
    </button>
  );
}

function Buttons({ from }: { from: BoardState }) {
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
    <div class="steps" role="group" aria-label="Step through the moves">
      {button("first", "Go to start (↑)", 0, at > 0)}
      {button("back", "Back (←)", at - 1, at > 0)}
      {button("forward", "Forward (→)", at + 1, at < steps.length)}
      {button("last", "Go to end (↓)", steps.length, at < steps.length)}
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
  // Typed before the position was loaded: try the move now.
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

/* The board with the arrows of a drill, or of the move under the pointer. */
function PointedBoard({ arrows, ...props }: BoardProps) {
  const pointed = useStore(state, (from) =>
    currentFound(from)?.moves.find((move) => move.uci === from.hover),
  );
  const squares = pointed && shownSquares(pointed);
  const arrow: Arrow[] = squares
    ? [{ from: squares[0], to: squares[1], kind: "move" }]
    : [];
  return <Board {...props} arrows={arrows ?? arrow} />;
}

function exploreBoard(from: BoardState): BoardProps {
  const found = currentFound(from);
  const step = from.steps[from.at - 1];
  return {
    fen: drawable(currentFen(from)),
    below: from.flipped ? "black" : "white",
    legal: found?.legal ?? [],
    check: found?.check,
    onMove: from.mode === "edit" ? playInBook : play,
    lastMove: step ? shownSquares(step) : undefined,
  };
}

export function BoardPane() {
  const from = useStore(
    state,
    fields("root", "steps", "at", "mode", "flipped", "found", "loading"),
  );
  useStore(practice, whole);
  useStore(spar, whole);
  const drill =
    from.mode === "practice" ? (sparBoard() ?? drillBoard()) : null;
  const board = drill ?? exploreBoard(from);
  return (
    <section class="board-pane" aria-label="Board">
      <PointedBoard {...board} />
      <div class="below">
        {drill ? <FlipButton /> : <Buttons from={from} />}
        <MoveBox legal={board.legal} onMove={board.onMove} />
      </div>
      {!drill && <MoveList from={from} />}
    </section>
  );
}
