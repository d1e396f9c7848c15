// board_pane.tsx - the board with its buttons, the moves so far, the move box

import { useEffect, useRef, useState } from "preact/hooks";
import { announce, notify } from "../../model/announce";
import type { Arrow, BoardProps } from "../../model/board_props";
import { Board } from "./board";
import { drawShape, playMove, sketches } from "../../model/edits";
import { EngineBar, useEngineArrows } from "../engine";
import { drawable, plyOf, shownSquares } from "../../lib/fen";
import { lineText, moveNumber } from "../../lib/format";
import { readPasted, typedMove } from "../../lib/pasted";
import { GameBar } from "../game_bar";
import { Icon } from "../icons";
import { openPasted } from "../import";
import { goForward, movesAhead } from "../../model/keys";
import { shapesOf } from "../../model/notes";
import { outline } from "../../model/outline";
import { drillBoard, practice } from "../../model/practice_state";
import { spar, sparBoard } from "../../model/spar";
import {
  addressOf,
  currentFen,
  currentHere,
  flip,
  movesOf,
  state,
  stepTo,
  type State,
} from "../../model/state";
import { fields, useStore, whole } from "../../lib/store";
import type { LegalMove } from "../../lib/types";

type BoardState = Pick<
  State,
  "root" | "steps" | "at" | "tab" | "flipped"
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
  // No move is cut where the strip begins.
  const lefts = [...list.children].map((one) => one.getBoundingClientRect().left);
  list.scrollBy((lefts.find((left) => left > outer.left - 1) ?? 0) - outer.left, 0);
}

function MoveList({ from }: { from: BoardState }) {
  const { steps, at, root } = from;
  const ply = plyOf(root);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => showCurrent(list.current));
  if (!steps.length)
    return <p class="line" />;
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
  const { at } = from;
  useStore(outline, whole); // for the main line ahead
  const hasNext = movesAhead() > 0;
  const button = (
    name: string,
    label: string,
    go: () => void,
    able: boolean,
  ) => (
    <button
      class="icon"
      aria-label={label}
      title={label}
      aria-disabled={!able}
      onClick={() => able && go()}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div class="steps" role="group" aria-label="Step through the moves">
      {button("first", "Go to start (↑)", () => stepTo(0), at > 0)}
      {button("back", "Back (←)", () => stepTo(at - 1), at > 0)}
      {button("forward", "Forward (→)", () => goForward(1), hasNext)}
      {button("last", "Go to end (↓)", () => goForward(Infinity), hasNext)}
      <FlipButton />
    </div>
  );
}

/* Copies the position, the moves, or a link to this view. */
export function Copies() {
  const from = useStore(state, fields("root", "steps", "at"));
  const sans = from.steps.slice(0, from.at).map((step) => step.san);
  const copy = (what: string, text: string) => () => {
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject();
    done
      .then(() => notify(`Copied the ${what}.`))
      .catch(() => notify(`${what}: ${text}`));
  };
  const link = (label: string, what: string, text: string) => (
    <button class="link" title={`Copy the ${what}`} onClick={copy(what, text)}>
      {label}
    </button>
  );
  return (
    <span class="copies" role="group" aria-label="Copy">
      <span aria-hidden="true">Copy</span>
      {link("FEN", "position", currentFen(from))}
      {from.at > 0 && link("line", "line", lineText(plyOf(from.root), sans, " "))}
      {link("link", "link", new URL(addressOf(), location.href).href)}
    </span>
  );
}

function MoveBox(props: {
  legal: LegalMove[];
  opens: boolean; // a line, a position or games as well
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
    const other = !move && props.opens && readPasted(text, currentFen());
    const isRead = move || (other && other.kind !== "wrong");
    setWrong(!isRead);
    if (isRead) setText("");
    if (move) props.onMove(move);
    else if (other) openPasted(other);
    else announce(`${text} is not a legal move here`);
  };
  useEffect(() => setWrong(false), [props.legal]);
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
      <label class="hidden" for="move">
        Move
      </label>
      <input
        id="move"
        ref={input}
        value={text}
        placeholder="Move: Nf3"
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

const COLORS: Record<string, string> = {
  G: "green",
  R: "red",
  Y: "yellow",
  B: "blue",
};

/* Arrows and circles of the book, or drawn on the board. */
function useShapes(fen: string): Arrow[] {
  const here = useStore(state, currentHere);
  const byFen = useStore(sketches, (from) => from.byFen);
  const shapes = [...(here ? shapesOf(here) : []), ...(byFen[fen] ?? [])];
  return shapes.map(({ color, from, to }) => ({
    from,
    to,
    kind: COLORS[color] as Arrow["kind"],
  }));
}

/* The board of a drill; or with its shapes, and an arrow for the move under
 * the pointer. */
function OneBoard(props: { from: BoardState; drill: BoardProps | null }) {
  const { from, drill } = props;
  const fen = currentFen(from);
  const hover = useStore(state, (one) => one.hover);
  const { draws } = useStore(sketches, whole);
  const shapes = [...useEngineArrows(), ...useShapes(fen)];
  const { legal, check } = movesOf(fen);
  const step = from.steps[from.at - 1];
  const pointed = legal.find((move) => move.uci === hover);
  const squares = pointed && shownSquares(pointed);
  const arrows: Arrow[] = squares
    ? [...shapes, { from: squares[0], to: squares[1], kind: "move" }]
    : shapes;
  if (drill) return <Board {...drill} />;
  return (
    <Board
      fen={drawable(fen)}
      below={from.flipped ? "black" : "white"}
      legal={legal}
      check={check}
      onMove={playMove}
      onShape={drawShape}
      draws={draws}
      onWheel={(by) => (by > 0 ? goForward(by) : stepTo(state.get().at + by))}
      lastMove={step ? shownSquares(step) : undefined}
      arrows={arrows}
    />
  );
}

export function BoardPane() {
  const from = useStore(
    state,
    fields("root", "steps", "at", "tab", "flipped"),
  );
  useStore(practice, whole);
  useStore(spar, whole);
  const drill =
    from.tab === "practise" ? (sparBoard() ?? drillBoard()) : null;
  const legal = drill ? drill.legal : movesOf(currentFen(from)).legal;
  return (
    <section class="board-pane" aria-label="Board">
      <div class="board-row">
        {!drill && <EngineBar flipped={from.flipped} />}
        <OneBoard from={from} drill={drill} />
      </div>
      <div class="below">
        {drill ? <FlipButton /> : <Buttons from={from} />}
        {!drill && <Copies />}
        <MoveBox
          legal={legal}
          opens={!drill}
          onMove={drill?.onMove ?? playMove}
        />
      </div>
      {!drill && <GameBar />}
      {!drill && <MoveList from={from} />}
    </section>
  );
}
