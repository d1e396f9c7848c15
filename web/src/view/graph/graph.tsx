// graph.tsx - the map: the book, or the games of a store, as a graph

import { useEffect, useRef, useState } from "preact/hooks";
import { api, link } from "../../model/api";
import { MiniBoard } from "../board/board";
import type { Point } from "../../lib/camera";
import { Problem, Waiting } from "../waiting";
import {
  evalText,
  evalWords,
  grouped,
  moveNumber,
  percent,
  plural,
  proseOf,
} from "../../lib/format";
import { GraphCanvas, type Handle } from "./graph_canvas";
import {
  edgesAlong,
  fenKey,
  prepare,
  routeTo,
  wayTo,
  type GraphData,
} from "../../model/graph_data";
import type { Coloring } from "./graph_draw";
import { Icon } from "../icons";
import { playMove } from "../../model/edits";
import { inOrder } from "../../model/order";
import { screen } from "../../model/screen";
import {
  bookOf,
  currentBook,
  currentFen,
  currentQuery,
  jump,
  setSmallMap,
  setTab,
  shownTab,
  state,
  type State,
} from "../../model/state";
import { learntOf, type Learnt } from "../../model/learnt";
import { fields, memory, useLater, useStore, whole } from "../../lib/store";
import { theme } from "../../model/theme";
import type { Book, Color, Graph } from "../../lib/types";

const LIMITS = [300, 2000, 20000];
const SEARCHED = 2000; // positions of what is not loaded

/* What the map shows of the state. */
const seen = fields<State, keyof State>(
  "server",
  "bookId",
  "loading",
  "here",
  "sources",
  "filters",
  "root",
  "steps",
  "at",
  "flipped",
);

type Seen = ReturnType<typeof seen>;

/* Where the map was zoomed in, while a position was on the board. */
interface Zoomed {
  board: string; // keys of both positions
  middle: string;
  way: { fen: string; play: string };
}

/*
 * Reloads the graph when the book changes or the position is outside it, or
 * around what was zoomed in.
 */
function useGraph(
  now: Seen | null,
  limit: number,
  zoomed: Zoomed | null = null,
) {
  const book = now && bookOf(now.bookId, now as State);
  const key = now ? fenKey(currentFen(now)) : "";
  const [data, setData] = useState<GraphData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { returns } = useStore(link, whole);
  const loaded = useRef("");
  const around = useRef("");
  const place = zoomed?.board === key ? zoomed : null;

  useEffect(() => {
    if (!now || !book || book.kind === "puzzles") return;
    const query = currentQuery(now as State);
    const side = sideOf(book, now);
    const wanted = JSON.stringify([
      { ...query, fen: "", play: "" },
      book.revision,
      limit,
      side,
    ]);
    if (wanted === loaded.current && data) {
      if (data.graph.whole || place?.middle === around.current) return;
      if (!place && (data.byFen.has(key) || now.loading)) return;
      if (!place && !now.here?.sources[0]?.known) return;
    }
    const controller = new AbortController();
    api
      .graph({ ...query, ...place?.way }, limit, side, controller.signal)
      .then((graph) => {
        loaded.current = wanted;
        around.current = place?.middle ?? "";
        setProblem(null);
        const middle = place?.middle;
        setData({ ...prepare(graph, book.side ?? null), middle });
      })
      .catch((error: Error) => {
        if (error.name !== "AbortError") setProblem(error.message);
      });
    return () => controller.abort();
  }, [
    book?.id,
    book?.revision,
    limit,
    key,
    now?.loading,
    now?.sources,
    now?.filters,
    now?.flipped,
    returns,
    place,
  ]);
  return { data, problem, book };
}

const NONE: Learnt = new Map();

/* What has been practised, if that is shown. */
function useLearnt(isShown: boolean, book: Book | null): Learnt {
  const [learnt, setLearnt] = useState(NONE);
  useEffect(() => {
    setLearnt(NONE);
    if (!isShown || book?.kind !== "book") return;
    let isOver = false;
    learntOf(book.id, book.side ?? "white")
      .then((found) => !isOver && setLearnt(found))
      .catch(() => {}); // nothing is known
    return () => {
      isOver = true;
    };
  }, [isShown, book?.id, book?.revision]);
  return learnt;
}

/* The choices for which there is something to show. */
function coloringsOf(graph: Graph, book: Book): [Coloring, string][] {
  const all: [Coloring, string, boolean][] = [
    ["score", "score", graph.edges.some((edge) => edge.games)],
    ["eval", "evaluation", graph.nodes.some((node) => node.eval)],
    ["hole", "holes", graph.nodes.some((node) => node.unanswered !== undefined)],
    ["side", "side to move", true],
    ["learnt", "what you remember", book.kind === "book"],
  ];
  return all.flatMap(([kind, words, isThere]) =>
    isThere ? [[kind, words]] : [],
  );
}

/* "1.d4 Nf6 2.c4": the moves from the top of the map. */
function lineOf(data: GraphData, node: number): string {
  return wayTo(data, node)
    .map((index, i) => {
      const { ply } = data.graph.nodes[data.ends[2 * index]!]!;
      return moveNumber(ply, i === 0) + data.graph.edges[index]!.san;
    })
    .join(" ");
}

/* What is known about a position: lines, games, score, likelihood, holes. */
function numbersOf(
  data: GraphData,
  index: number,
  isLoaded: boolean,
  learnt: Learnt,
): string[] {
  const node = data.graph.nodes[index]!;
  const edge = data.graph.edges[data.parent[index]!];
  const words: string[] = [];
  if (node.lines && isLoaded) words.push(plural(node.lines, "line"));
  if (edge?.games) {
    const known = (edge.white ?? 0) + (edge.draws ?? 0) + (edge.black ?? 0);
    const white = (edge.white ?? 0) + (edge.draws ?? 0) / 2;
    words.push(plural(edge.games, "game"));
    if (known) words.push(`White scores ${percent(white / known)}`);
  }
  if (edge?.share !== undefined) words.push(`played ${percent(edge.share)}`);
  const reach = data.reach[index]!;
  if (data.graph.store && reach > 0 && reach < 1)
    words.push(`reached in ${percent(reach)}`);
  if (node.end) words.push("a line ends here");
  else if (node.unanswered)
    words.push(`${percent(node.unanswered)} of the replies have no answer`);
  if (node.eval) words.push(`${evalText(node.eval)}, ${evalWords(node.eval)}`);
  const retention = learnt.get(node.id);
  if (retention !== undefined) words.push(`remembered to ${percent(retention)}`);
  return words;
}

function Tip(props: {
  data: GraphData;
  index: number;
  at: Point;
  below: Color;
  learnt: Learnt;
}) {
  const { data, index, at, below, learnt } = props;
  const isLoaded = useStore(state, (from) => currentBook(from)?.kind === "book");
  const node = data.graph.nodes[index]!;
  const element = useRef<HTMLDivElement>(null);
  const comment = proseOf(node.comment ?? "");
  useEffect(() => {
    const tip = element.current!;
    const parent = tip.parentElement!;
    // Right of the pointer and below it, or where there is room.
    const place = (at: number, size: number, room: number) =>
      Math.max(4, at + 16 + size > room - 4 ? at - 16 - size : at + 16);
    const left = place(at.x, tip.offsetWidth, parent.clientWidth);
    const top = place(at.y, tip.offsetHeight, parent.clientHeight);
    const most = parent.clientWidth - tip.offsetWidth - 4;
    tip.style.left = `${Math.min(left, most)}px`;
    tip.style.top = `${top}px`;
  });
  return (
    <div class="tip" ref={element} aria-hidden="true">
      <MiniBoard fen={node.fen} below={below} />
      <div>
        <b>{lineOf(data, index)}</b>
        {node.name && (
          <p class="tip-name">
            {node.eco} {node.name}
          </p>
        )}
        <p>{numbersOf(data, index, isLoaded, learnt).join(" · ")}</p>
        {comment && <p class="comment">{comment}</p>}
      </div>
    </div>
  );
}

const MEANINGS: Record<Coloring, [string, string][]> = {
  score: [["none", "no games"]],
  eval: [["none", "not evaluated"]],
  hole: [
    ["soft", "all answered"],
    ["warn", "hole: above 1 % of the replies"],
    ["bad", "above 10 %"],
    ["end", "end of a line"],
  ],
  learnt: [
    ["soft", "not practised"],
    ["bad", "below 70 % remembered"],
    ["warn", "below 90 %"],
    ["good", "90 % and more"],
  ],
  side: [
    ["white", "White to move"],
    ["black", "Black to move"],
  ],
};

function Legend(props: { coloring: Coloring; side: Color; store: boolean }) {
  const { coloring, side, store } = props;
  const entry = (kind: string, words: string) => (
    <li key={kind}>
      <i class={kind} aria-hidden="true" /> {words}
    </li>
  );
  const whose = side === "white" ? "White" : "Black";
  const ends =
    coloring === "score"
      ? [`${whose} scores 25 %`, "75 %"]
      : ["Black is better", "White is better"];
  return (
    <ul class="legend">
      {entry("root", "start")}
      {entry("current", "current")}
      {(coloring === "score" || coloring === "eval") && (
        <li>
          {ends[0]} <i class="lean" aria-hidden="true" /> {ends[1]}
        </li>
      )}
      {MEANINGS[coloring].map(([kind, words]) => entry(kind, words))}
      {entry("thick", store ? "the wider, the likelier" : "the wider, the more lines")}
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

/* How the map is coloured: as was chosen, if there is something to show. */
function useColoring(data: GraphData | null, book: Book | null) {
  const [asked, setAsked] = useState(memory.get("coloring"));
  const choices = data && book ? coloringsOf(data.graph, book) : [];
  const coloring = (choices.find(([kind]) => kind === asked) ??
    choices[0] ?? ["side"])[0];
  const learnt = useLearnt(coloring === "learnt", book);
  const choose = (kind: string) => {
    memory.set("coloring", kind);
    setAsked(kind);
  };
  return { choices, coloring, learnt, choose };
}

/* Below a long table: scrolls only if less than half would be seen. */
function showMost(element: Element): void {
  const { top, height } = element.getBoundingClientRect();
  if (top + height / 2 > innerHeight)
    element.scrollIntoView({ block: "nearest" });
}

/* The map with the line on the board. A click on a position goes there. */
function MapView(props: {
  data: GraphData;
  now: Seen;
  side: Color;
  coloring: Coloring;
  learnt: Learnt;
  handle: { current: Handle | null };
  isSmall?: boolean;
  onZoomed?: (zoomed: Zoomed) => void;
}) {
  const { data, now, coloring, side, learnt, handle, isSmall, onZoomed } = props;
  const [hover, setHover] = useState<{ node: number; at: Point } | null>(null);
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isSmall && !screen.get().narrow) showMost(view.current!);
  }, []);
  const shade = useStore(theme, (from) => from.shown);
  const steps = now.steps.slice(0, now.at);
  const hovered = hover && data.graph.nodes[hover.node] ? hover : null;
  const zoomInto = (node: number) => {
    const { fen, play } = routeTo(data, node, now.root, steps);
    const middle = fenKey(data.graph.nodes[node]!.fen);
    const board = fenKey(currentFen(now));
    onZoomed?.({ board, middle, way: { fen, play: play.join() } });
  };
  return (
    <div
      class="graph-view"
      ref={view}
      title={isSmall && hovered ? lineOf(data, hovered.node) : undefined}
    >
      <GraphCanvas
        data={data}
        path={edgesAlong(data, [now.root, ...steps.map((step) => step.fen)])}
        current={currentIn(data, now)}
        coloring={coloring}
        side={side}
        learnt={learnt}
        theme={shade}
        handle={handle}
        isSmall={isSmall}
        onHover={(node, at) => setHover(node < 0 ? null : { node, at })}
        onChoose={(node) => jump(routeTo(data, node, now.root, steps))}
        onSparse={data.graph.whole ? undefined : zoomInto}
      />
      {hovered && !isSmall && (
        <Tip
          data={data}
          index={hovered.node}
          at={hovered.at}
          below={now.flipped ? "black" : "white"}
          learnt={learnt}
        />
      )}
    </div>
  );
}

const currentIn = (data: GraphData, now: Seen) =>
  data.byFen.get(fenKey(currentFen(now))) ?? -1;

const sideOf = (book: Book, now: Seen): Color =>
  book.side ?? (now.flipped ? "black" : "white");

/* The part of the map around the position, drawn when a step is over. */
function SmallMap() {
  const now = useLater(state, seen, (from) => !from.loading);
  const { data, book } = useGraph(now, LIMITS[0]!);
  const { coloring, learnt } = useColoring(data, book);
  const handle = useRef<Handle | null>(null);
  if (!now || !data || !book) return <div class="graph-view" />;
  return (
    <MapView
      data={data}
      now={now}
      side={sideOf(book, now)}
      coloring={coloring}
      learnt={learnt}
      handle={handle}
      isSmall
    />
  );
}

/* Beside the board in every mode. Folded, it neither loads nor draws. */
const isEmpty = (from: State) =>
  currentBook(from)?.kind === "book" && !currentBook(from)!.positions;

function EmptyMap() {
  return <p class="hint">The map is empty: it grows with the book.</p>;
}

export function MapPanel() {
  const { narrow } = useStore(screen, whole);
  const { smallMap } = useStore(state, fields("smallMap"));
  const isOpen = smallMap ?? !narrow;
  const kind = useStore(state, (from) => currentBook(from)?.kind);
  const isFull = useStore(state, (from) => shownTab(from) === "map");
  const hasNothing = useStore(state, isEmpty);
  if (!kind || kind === "puzzles" || isFull) return null;
  return (
    <section class="small-map" aria-label="Map around the position">
      <p>
        <button
          class="link"
          aria-expanded={isOpen}
          title={`${isOpen ? "Fold" : "Unfold"} the map`}
          onClick={() => setSmallMap(!isOpen)}
        >
          <span aria-hidden="true">{isOpen ? "⌃" : "⌄"}</span> Map
        </button>
        {isOpen && (
          <button
            class="icon small"
            aria-label="Enlarge the map (g)"
            title="Enlarge the map (g)"
            onClick={() => setTab("map")}
          >
            <Icon name="enlarge" />
          </button>
        )}
      </p>
      {isOpen && (hasNothing ? <EmptyMap /> : <SmallMap />)}
    </section>
  );
}

export function GraphMode() {
  const [limit, setLimit] = useState(Number(memory.get("graph") ?? LIMITS[0]));
  const [zoomed, setZoomed] = useState<Zoomed | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const handle = useRef<Handle | null>(null);
  const now = useStore(state, seen);
  const { data, problem, book } = useGraph(now, limit, zoomed);
  const { choices, coloring, learnt, choose } = useColoring(data, book);
  if (problem) return <Problem text={problem} />;
  if (!data || !book) return <Waiting />;
  if (!data.graph.edges.length) return <EmptyMap />;
  const side = sideOf(book, now);
  const current = currentIn(data, now);
  const center = () => {
    if (current >= 0) handle.current?.center(current);
    else setZoomed(null);
  };
  const tool = (name: string, label: string, run: () => unknown) => (
    <button class="icon" aria-label={label} title={label} onClick={run}>
      <Icon name={name} />
    </button>
  );
  const shown = data.graph.nodes.length;
  return (
    <div class="graph" ref={panel}>
      <div class="toolbar" role="toolbar" aria-label="Graph">
        {tool("plus", "Zoom in", () => handle.current?.zoom(1.5))}
        {tool("minus", "Zoom out", () => handle.current?.zoom(1 / 1.5))}
        {tool("fit", "Show the whole map", () => handle.current?.fit())}
        {document.fullscreenEnabled &&
          tool("enlarge", "Full screen", () =>
            document.fullscreenElement
              ? document.exitFullscreen()
              : panel.current!.requestFullscreen(),
          )}
        {tool("target", "Centre on the current position", center)}
        <select
          aria-label="Colour by"
          value={coloring}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {choices.map(([kind, words]) => (
            <option key={kind} value={kind}>
              Colour: {words}
            </option>
          ))}
        </select>
        <select
          aria-label="Maximum number of positions"
          value={book.kind === "book" ? limit : Math.min(limit, SEARCHED)}
          onChange={(event) => {
            memory.set("graph", event.currentTarget.value);
            setLimit(Number(event.currentTarget.value));
          }}
        >
          {LIMITS.filter(
            (count) => book.kind === "book" || count <= SEARCHED,
          ).map((count) => (
            <option key={count} value={count}>
              Up to {grouped(count)}
            </option>
          ))}
        </select>
        <span class="hint">
          {data.graph.whole
            ? `all ${plural(shown, "position")}`
            : book.kind === "book"
              ? `${grouped(shown)} of ${plural(data.graph.total, "position")}`
              : `the ${grouped(shown)} likeliest positions`}
        </span>
      </div>
      <MapView
        data={data}
        now={now}
        side={side}
        coloring={coloring}
        learnt={learnt}
        handle={handle}
        onZoomed={setZoomed}
      />
      <Legend coloring={coloring} side={side} store={!!data.graph.store} />
      <NextMoves />
    </div>
  );
}
