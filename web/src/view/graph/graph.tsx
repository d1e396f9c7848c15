// graph.tsx - the book as a graph

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../model/api";
import { MiniBoard } from "../board/board";
import type { Point } from "../../lib/camera";
import { Problem, Waiting } from "../waiting";
import {
  evalText,
  evalWords,
  grouped,
  plural,
  proseOf,
} from "../../lib/format";
import { GraphCanvas, type Handle } from "./graph_canvas";
import {
  edgesAlong,
  fenKey,
  prepare,
  routeTo,
  type GraphData,
} from "../../model/graph_data";
import type { Coloring } from "./graph_draw";
import { Icon } from "../icons";
import { playMove } from "../../model/edits";
import { inOrder } from "../../model/order";
import {
  currentBook,
  currentFen,
  currentQuery,
  jump,
  state,
} from "../../model/state";
import { fields, memory, useStore } from "../../lib/store";
import { theme } from "../../model/theme";
import type { Color, GraphNode } from "../../lib/types";

const LIMITS = [300, 2000, 20000];

/* Reloads the graph when the book changes or the position is outside it. */
function useGraph(limit: number, visit: number) {
  const { loading, here } = useStore(state, fields("loading", "here"));
  const book = useStore(state, currentBook);
  const key = fenKey(useStore(state, currentFen));
  const [data, setData] = useState<GraphData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const loaded = useRef("");

  useEffect(() => {
    if (book?.kind !== "book") return;
    const wanted = [book.id, book.revision, limit, visit].join(" ");
    if (wanted === loaded.current && data) {
      if (data.graph.whole || data.byFen.has(key) || loading) return;
      if (!here?.sources[0]?.known) return;
    }
    const controller = new AbortController();
    api
      .graph(currentQuery(), limit, controller.signal)
      .then((graph) => {
        loaded.current = wanted;
        setProblem(null);
        setData(prepare(graph));
      })
      .catch((error: Error) => {
        if (error.name !== "AbortError") setProblem(error.message);
      });
    return () => controller.abort();
  }, [book?.id, book?.revision, limit, visit, key, loading]);
  return { data, problem };
}

function Tip({
  node,
  at,
  below,
}: {
  node: GraphNode;
  at: Point;
  below: Color;
}) {
  const element = useRef<HTMLDivElement>(null);
  const comment = proseOf(node.comment ?? "");
  useEffect(() => {
    const tip = element.current!;
    const parent = tip.parentElement!;
    const left =
      at.x + 18 + tip.offsetWidth > parent.clientWidth
        ? at.x - tip.offsetWidth - 18
        : at.x + 18;
    const top = Math.min(at.y + 12, parent.clientHeight - tip.offsetHeight - 8);
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${Math.max(4, top)}px`;
  });
  return (
    <div class="tip" ref={element} aria-hidden="true">
      <MiniBoard fen={node.fen} below={below} />
      <div>
        {node.name && <b>{node.name}</b>}
        <p>
          {node.turn === "white" ? "White" : "Black"} to move
          {node.eval && ` · ${evalText(node.eval)}, ${evalWords(node.eval)}`}
        </p>
        {comment && <p class="comment">{comment}</p>}
      </div>
    </div>
  );
}

function Legend({ leans }: { leans: boolean }) {
  const entry = (kind: string, words: string) => (
    <li>
      <i class={kind} aria-hidden="true" /> {words}
    </li>
  );
  return (
    <ul class="legend">
      {entry("root", "start")}
      {entry("current", "current")}
      {leans && (
        <li>
          Black is better <i class="lean" aria-hidden="true" /> White is better
        </li>
      )}
      {entry("white", "White to move")}
      {entry("black", "Black to move")}
      {entry("extra", "transposition")}
    </ul>
  );
}

/* The same moves as a list, for those who cannot use the canvas. */
function NextMoves() {
  const { here, order } = useStore(state, fields("here", "order"));
  const moves = here?.sources[0]?.moves ?? [];
  if (!moves.length) return <p class="hint">The line ends here.</p>;
  return (
    <nav class="next-moves" aria-label="Moves from here">
      <span class="hint">From here:</span>
      {inOrder(moves, order).map((move) => (
        <button class="san" key={move.uci} onClick={() => playMove(move)}>
          {move.san}
        </button>
      ))}
    </nav>
  );
}

export function GraphMode() {
  const [limit, setLimit] = useState(Number(memory.get("graph") ?? LIMITS[0]));
  const [coloring, setColoring] = useState<Coloring>("eval");
  const [visit, setVisit] = useState(0);
  const [hover, setHover] = useState<{ node: number; at: Point } | null>(null);
  const handle = useRef<Handle | null>(null);
  const { data, problem } = useGraph(limit, visit);
  const now = useStore(state, fields("root", "steps", "at", "flipped"));
  const view = useRef<HTMLDivElement>(null);
  // Below the table there may be little room; the board stays in sight.
  useEffect(() => view.current?.scrollIntoView({ block: "end" }), [!data]);
  const shade = useStore(theme, (from) => from.shown);
  const book = useStore(state, currentBook);
  if (book?.kind === "store" || book?.kind === "table")
    return (
      <div class="empty">
        <p>The map needs a book with lines: choose one above.</p>
      </div>
    );
  if (problem) return <Problem text={problem} />;
  if (!data) return <Waiting />;
  const current = data.byFen.get(fenKey(currentFen(now))) ?? -1;
  const hovered = hover && data.graph.nodes[hover.node];
  const choose = (node: number) =>
    jump(routeTo(data, node, now.root, now.steps.slice(0, now.at)));
  const center = () => {
    if (current >= 0 && data.graph.whole) handle.current?.center(current);
    else setVisit(visit + 1);
  };
  const tool = (name: string, label: string, run: () => void) => (
    <button class="icon" aria-label={label} title={label} onClick={run}>
      <Icon name={name} />
    </button>
  );
  const shown = data.graph.nodes.length;
  return (
    <div class="graph">
      <div class="toolbar" role="toolbar" aria-label="Graph">
        {tool("plus", "Zoom in", () => handle.current?.zoom(1.5))}
        {tool("minus", "Zoom out", () => handle.current?.zoom(1 / 1.5))}
        {tool("fit", "Show the whole map", () => handle.current?.fit())}
        {tool("target", "Centre on the current position", center)}
        <select
          aria-label="Colour by"
          value={coloring}
          onChange={(event) =>
            setColoring(event.currentTarget.value as Coloring)
          }
        >
          <option value="eval">Colour: evaluation</option>
          <option value="side">Colour: side to move</option>
        </select>
        <select
          aria-label="Maximum number of positions"
          value={limit}
          onChange={(event) => {
            memory.set("graph", event.currentTarget.value);
            setLimit(Number(event.currentTarget.value));
          }}
        >
          {LIMITS.map((count) => (
            <option key={count} value={count}>
              Up to {grouped(count)}
            </option>
          ))}
        </select>
        <span class="hint">
          {data.graph.whole
            ? `all ${plural(shown, "position")}`
            : `${grouped(shown)} of ${plural(data.graph.total, "position")}`}
        </span>
      </div>
      <div class="graph-view" ref={view}>
        <GraphCanvas
          data={data}
          path={edgesAlong(data, [
            now.root,
            ...now.steps.slice(0, now.at).map((step) => step.fen),
          ])}
          current={current}
          coloring={coloring}
          theme={shade}
          handle={handle}
          onHover={(node, at) => setHover(node < 0 ? null : { node, at })}
          onChoose={choose}
        />
        {hovered && (
          <Tip
            node={hovered}
            at={hover!.at}
            below={now.flipped ? "black" : "white"}
          />
        )}
      </div>
      <Legend
        leans={
          coloring === "eval" && data.graph.nodes.some((node) => node.eval)
        }
      />
      <NextMoves />
    </div>
  );
}
