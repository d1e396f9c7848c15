// board.tsx - the board: pieces by cm-chessboard, marks and keys by us

import { Chessboard, INPUT_EVENT_TYPE } from "cm-chessboard/src/Chessboard.js";
import type {
  InputEvent,
  VisualMoveInput,
} from "cm-chessboard/src/Chessboard.js";
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../model/board_props";
import { Arrows, Marks } from "./board_marks";
import { movesBetween, shownSquares, spriteName, turnOf } from "../../lib/fen";
import { Promotion } from "./promotion";
import { Squares } from "./squares";
import type { Color, LegalMove } from "../../lib/types";

declare const PIECES_FILE: string;

const TILE = 40;
const letterOf = (below: Color) => (below === "white" ? "w" : "b");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/*
 * cm-chessboard places the dragged piece with a style attribute, which our
 * content security policy forbids; the same through the style object is fine.
 */
function dragWithoutAttributes(input: VisualMoveInput): void {
  input.createDraggablePiece = (piece) => {
    const side = input.view.squareHeight;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "dragged");
    svg.setAttribute("width", String(side));
    svg.setAttribute("height", String(side));
    svg.setAttribute("viewBox", `0 0 ${TILE} ${TILE}`);
    const use = document.createElementNS(svg.namespaceURI, "use");
    use.setAttribute("href", `#${piece}`);
    svg.append(use);
    document.body.append(svg);
    input.draggablePiece = svg as SVGSVGElement;
  };
  input.moveDraggablePiece = (x, y) => {
    const style = input.draggablePiece!.style;
    style.left = `${x - input.view.squareWidth / 2}px`;
    style.top = `${y - input.view.squareHeight / 2}px`;
  };
}

/*
 * A new size draws all pieces again, where they will be in the end; those that
 * are still to move are then missing. So it waits until all are there: once,
 * as several that wait would wait for each other without end.
 */
function resizeWhenStill(board: Chessboard): void {
  const { view, positionAnimationsQueue: moves } = board;
  const resize = view.handleResize.bind(view);
  let isWaiting = false;
  view.handleResize = () => {
    if (isWaiting) return;
    isWaiting = moves.workingOnPromise || moves.queue.length > 0;
    if (!isWaiting) return resize();
    const again = () => {
      isWaiting = false;
      view.handleResize();
    };
    void moves.enqueue(() => Promise.resolve()).then(again);
  };
}

function createBoard(element: HTMLElement, props: BoardProps): Chessboard {
  const board = new Chessboard(element, {
    position: props.fen,
    orientation: letterOf(props.below),
    assetsUrl: "./",
    style: {
      cssClass: "tabia",
      showCoordinates: false,
      pieces: { file: PIECES_FILE, tileSize: TILE },
      animationDuration: still.matches ? 0 : 180,
    },
  });
  board.view.svg.setAttribute("aria-hidden", "true");
  dragWithoutAttributes(board.view.visualMoveInput);
  resizeWhenStill(board);
  return board;
}

/* The board must not turn while it changes its size. */
function layout(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  );
}

/* The square under the pointer, by the cells of the board. */
function squareAt(frame: HTMLElement, event: MouseEvent): string | undefined {
  const { clientX: x, clientY: y } = event;
  const cells = [...frame.querySelectorAll<HTMLElement>("[data-name]")];
  return cells.find((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  })?.dataset["name"];
}

/* As on Lichess: plain green, Shift red, Alt blue, both yellow. */
function colorOf(event: MouseEvent): string {
  const red = event.shiftKey || event.ctrlKey;
  if (event.altKey) return red ? "Y" : "B";
  return red ? "R" : "G";
}

const WHEEL_PAUSE = 60; // milliseconds; a touchpad sends many small turns

/* Arrows and circles with the right button, or any while one draws; the wheel steps through moves. */
function useDrawing(
  frame: { current: HTMLDivElement | null },
  latest: { current: BoardProps },
): void {
  useEffect(() => {
    const element = frame.current!;
    let from: string | undefined;
    let turned = 0;
    const onDown = (event: MouseEvent) => {
      from = undefined;
      if (event.button === 2 || latest.current.draws)
        from = squareAt(element, event);
    };
    const onUp = (event: MouseEvent) => {
      if (!from) return;
      const to = squareAt(element, event);
      if (to) latest.current.onShape?.({ color: colorOf(event), from, to });
      from = undefined;
    };
    const onMenu = (event: Event) => {
      if (latest.current.onShape) event.preventDefault();
    };
    /* Neither a move nor scrolling */
    const onPress = (event: Event) => {
      if (!latest.current.draws) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onWheel = (event: WheelEvent) => {
      if (!latest.current.onWheel || event.ctrlKey || !event.deltaY) return;
      event.preventDefault();
      if (event.timeStamp - turned < WHEEL_PAUSE) return;
      turned = event.timeStamp;
      latest.current.onWheel(event.deltaY > 0 ? 1 : -1);
    };
    const end = new AbortController();
    const options = { signal: end.signal, passive: false, capture: true };
    element.addEventListener("pointerdown", onDown, options);
    document.addEventListener("pointerup", onUp, options);
    element.addEventListener("mousedown", onPress, options);
    element.addEventListener("touchstart", onPress, options);
    element.addEventListener("contextmenu", onMenu, options);
    element.addEventListener("wheel", onWheel, options);
    return () => end.abort();
  }, []);
}

export function Board(props: BoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Chessboard | null>(null);
  const latest = useRef(props);
  const [below, setBelow] = useState(props.below); // as the board shows it
  const turning = useRef(false);
  const moving = useRef<Promise<void> | undefined>(undefined);
  const shownFen = useRef(props.fen);
  const [selected, select] = useState<string | null>(null);
  const [choice, setChoice] = useState<LegalMove[]>([]);
  latest.current = props;

  const tryMove = (from: string, to: string): boolean => {
    const moves = movesBetween(latest.current.legal, from, to);
    if (!moves.length) return false;
    if (moves.length > 1) setChoice(moves);
    else latest.current.onMove(moves[0]!);
    // A move that was not accepted is taken back.
    setTimeout(() => {
      if (moves.length > 1) return;
      void board.current?.setPosition(latest.current.fen, false);
    }, 50);
    return true;
  };

  const onInput = (event: InputEvent): boolean | void => {
    const { legal } = latest.current;
    switch (event.type) {
      case INPUT_EVENT_TYPE.moveInputStarted: {
        const able = legal.some((move) =>
          move.uci.startsWith(event.squareFrom),
        );
        select(able ? event.squareFrom : null);
        return able;
      }
      case INPUT_EVENT_TYPE.validateMoveInput:
        if (!movesBetween(legal, event.squareFrom, event.squareTo!).length)
          return false;
        // Wait until the board has finished its own work.
        queueMicrotask(() => tryMove(event.squareFrom, event.squareTo!));
        return true;
      default:
        select(null);
    }
  };

  useEffect(() => {
    const created = createBoard(element.current!, props);
    board.current = created;
    created.enableMoveInput(onInput);
    return () => {
      board.current = null;
      created.destroy();
    };
  }, []);

  // What the board was created with need not be set again. A position that
  // comes while the board turns is set afterwards.
  useEffect(() => {
    select(null);
    if (shownFen.current === props.fen || turning.current) return;
    shownFen.current = props.fen;
    moving.current = board.current?.setPosition(props.fen, !still.matches);
  }, [props.fen]);

  // Turn one at a time, and not while pieces move: cm-chessboard ignores a turn
  // during another. Marks and arrows turn after the pieces.
  useEffect(() => {
    if (turning.current || props.below === below) return;
    const next = props.below;
    turning.current = true;
    const turn = async () => {
      await moving.current;
      await layout();
      await board.current?.setOrientation(letterOf(next), false);
      const { fen } = latest.current;
      if (shownFen.current !== fen) await board.current?.setPosition(fen, false);
      shownFen.current = fen;
      turning.current = false;
      if (board.current) setBelow(next);
    };
    void turn();
  }, [props.below, below]);

  useDrawing(frame, latest);

  const targets = selected
    ? props.legal
        .filter((move) => move.uci.startsWith(selected))
        .map((move) => shownSquares(move)[1])
    : [];
  useEffect(() => {
    const view = board.current!.view;
    const marks = { ...props, below, selected };
    render(<Marks {...marks} />, view.markersLayer);
    render(
      <Arrows arrows={props.arrows ?? []} targets={targets} {...marks} />,
      view.markersTopLayer,
    );
  });

  return (
    <div class="board" ref={frame}>
      <div class="board-pieces" ref={element} />
      <Squares
        fen={props.fen}
        below={below}
        legal={props.legal}
        selected={selected}
        onSelect={select}
        onMove={tryMove}
      />
      {choice.length > 0 && (
        <Promotion
          moves={choice}
          color={turnOf(props.fen)}
          onChoose={(move) => {
            setChoice([]);
            if (move) props.onMove(move);
            else void board.current?.setPosition(props.fen, false);
          }}
        />
      )}
    </div>
  );
}

/* A small board without input. Uses the sprite of the large board. */
export function MiniBoard({ fen, below }: { fen: string; below: Color }) {
  const ranks = (fen.split(" ")[0] ?? "").split("/");
  const pieces = ranks.flatMap((rank, down) => {
    let file = 0;
    return [...rank].flatMap((letter) => {
      if (/\d/.test(letter)) {
        file += Number(letter);
        return [];
      }
      const x = below === "white" ? file : 7 - file;
      const y = below === "white" ? down : 7 - down;
      file++;
      return [
        <use
          href={`#${spriteName(letter)}`}
          transform={`translate(${x * TILE} ${y * TILE})`}
        />,
      ];
    });
  });
  const dark = Array.from({ length: 64 }, (_, i) => [i % 8, i >> 3] as const)
    .filter(([x, y]) => (x + y) % 2 === 1)
    .map(([x, y]) => `M${x * TILE} ${y * TILE}h${TILE}v${TILE}h-${TILE}z`)
    .join("");
  return (
    <svg class="mini" viewBox="0 0 320 320" aria-hidden="true">
      <rect class="light" width="320" height="320" />
      <path class="dark" d={dark} />
      {pieces}
    </svg>
  );
}
