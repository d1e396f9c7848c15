import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { playUci } from "../src/lib/chess";
import { START } from "../src/lib/fen";
import { edgesAlong, holeAt, prepare, routeTo } from "../src/model/graph_data";
import type { Color, Graph, GraphEdge, GraphNode } from "../src/lib/types";

/* Two move orders that meet: 1.e4 Nc6 2.Nf3 e5 and 1.e4 e5 2.Nf3 Nc6. */
const orders = [
  ["e2e4", "b8c6", "g1f3", "e7e5", "f1b5"],
  ["e2e4", "e7e5", "g1f3", "b8c6"],
];

function build(): Graph {
  const graph: Graph = {
    whole: true,
    total: 0,
    current: 0,
    nodes: [],
    edges: [],
  };
  const ids = new Map<string, number>();
  const idOf = (fen: string) => {
    const key = fen.split(" ").slice(0, 3).join(" ");
    const known = ids.get(key);
    if (known !== undefined) return { id: known, fresh: false };
    ids.set(key, graph.nodes.length);
    graph.nodes.push({
      id: graph.nodes.length,
      x: 0,
      y: 0,
      turn: "white",
      ply: 0,
      kind: "inner",
      fen,
    });
    return { id: graph.nodes.length - 1, fresh: true };
  };
  idOf(START);
  for (const order of orders) {
    let fen = START;
    for (const uci of order) {
      const from = idOf(fen).id;
      fen = playUci(fen, uci);
      const { id: to, fresh } = idOf(fen);
      if (graph.edges.some((edge) => edge.from === from && edge.to === to))
        continue;
      graph.edges.push({ from, to, uci, san: uci, tree: fresh });
    }
  }
  return graph;
}

const steps = (play: string[]) => {
  let fen = START;
  return play.map((uci) => ({ uci, san: uci, fen: (fen = playUci(fen, uci)) }));
};
const data = prepare(build(), null);
const last = data.byFen.size;
const bishop = data.graph.nodes.findIndex((node) =>
  node.fen.includes("/1B2p3/"),
);

test("every position once", () => assert.equal(last, 8));
test("from the start down the tree", () =>
  assert.deepEqual(routeTo(data, bishop, START, []).play, orders[0]));
test("along the path we came by", () => {
  const route = routeTo(data, bishop, START, steps(orders[1]!));
  assert.deepEqual(route.play, [...orders[1]!, "f1b5"]);
  assert.equal(route.fen, START);
});
test("back up our own path", () => {
  const node = data.byFen.get(
    playUci(START, "e2e4").split(" ").slice(0, 3).join(" "),
  )!;
  assert.deepEqual(routeTo(data, node, START, steps(orders[1]!)).play, [
    "e2e4",
  ]);
});
test("the edges of our path", () => {
  const fens = [START, ...steps(orders[1]!).map((step) => step.fen)];
  const ucis = edgesAlong(data, fens).map((i) => data.graph.edges[i]!.uci);
  assert.deepEqual(ucis.sort(), [...orders[1]!].sort());
});

test("tabia draw has the colours of the page", () => {
  const root = process.env["TABIA_ROOT"]!;
  const css = readFileSync(`${root}/web/style/base.css`, "utf8");
  const c = readFileSync(`${root}/src/draw/draw_internal.h`, "utf8");
  const names: Record<string, string> = {
    START: "good",
    CURRENT: "accent",
    PLAIN: "graph-edge",
    EDGE: "graph-edge",
    EXTRA: "graph-extra",
    INK: "ink",
    PAPER: "panel",
    DARK: "square-dark",
    LIGHT: "square-light",
  };
  for (const [there, here] of Object.entries(names)) {
    const drawn = new RegExp(`DRAW_${there} +"(#\\w+)"`).exec(c)?.[1];
    const shown = new RegExp(`--${here}: (#\\w+);`).exec(css)?.[1];
    assert.ok(drawn, there);
    assert.equal(drawn, shown, there);
  }
  // From Black's win over equal to White's.
  const source = readFileSync(`${root}/src/draw/draw.c`, "utf8");
  for (const [there, step] of Object.entries({ black: 0, none: 3, white: 6 })) {
    const drawn = new RegExp(`${there}\\[3\\] = \\{ (.*?) \\}`).exec(source)?.[1];
    const shown = new RegExp(`--lean-${step}: #(\\w+);`).exec(css)?.[1];
    assert.ok(drawn, there);
    assert.equal(drawn.replace(/0x|, /g, "").toLowerCase(), shown, there);
  }
});

const node = (
  id: number,
  ply: number,
  turn: Color,
  kind: GraphNode["kind"],
): GraphNode => ({ id, x: id, y: ply, turn, ply, kind, fen: `${id} w -`, lines: 3 });

const edge = (from: number, to: number, uci: string, san: string): GraphEdge => ({
  from,
  to,
  uci,
  san,
  tree: true,
});

const named = prepare(
  {
    whole: true,
    placed: false,
    store: "games",
    total: 4,
    current: null,
    nodes: [
      node(0, 0, "white", "root"),
      { ...node(1, 1, "black", "inner"), name: "King's Pawn Game", lines: 3 },
      { ...node(2, 2, "white", "leaf"), name: "Sicilian Defense: X", lines: 1 },
      { ...node(3, 2, "white", "leaf"), name: "French Defense", lines: 2 },
    ],
    edges: [
      { ...edge(0, 1, "e2e4", "e4"), share: 0.5 },
      { ...edge(1, 2, "c7c5", "c5"), share: 0.4 },
      { ...edge(1, 3, "e7e6", "e6"), share: 0.2 },
    ],
  },
  "white",
);

test("likelihood: own moves take nothing away, replies their share", () => {
  const found = Array.from(named.reach, (value) => Math.round(100 * value));
  assert.deepEqual(found, [100, 100, 40, 20]);
});

test("likelihood: every order of moves counts", () => {
  const { reach } = prepare(
    {
      ...named.graph,
      nodes: [0, 1, 1, 2].map((ply, id) => node(id, ply, "black", "inner")),
      edges: [
        { ...edge(0, 1, "a", "a"), share: 0.5 },
        { ...edge(0, 2, "b", "b"), share: 0.5 },
        { ...edge(1, 3, "c", "c"), share: 0.4 },
        { ...edge(2, 3, "d", "d"), share: 0.8, tree: false },
        { ...edge(3, 1, "e", "e"), share: 1, tree: false },
      ],
    },
    "white",
  );
  const found = Array.from(reach, (value) => Math.round(100 * value));
  assert.deepEqual(found, [100, 50, 50, 60]);
});

test("families and variations are named, the likeliest first", () => {
  const names = named.labels.filter((label) => label.kind !== "move");
  assert.deepEqual(
    names.map((label) => [label.kind, label.text]),
    [
      ["family", "King's Pawn Game"],
      ["family", "Sicilian Defense"],
      ["variation", "X"],
      ["family", "French Defense"],
    ],
  );
});

test("holes and the ends of lines, for the side of the book", () => {
  const graph = build();
  const at = (...moves: string[]) => {
    const fen = moves.reduce(playUci, START).split(" ").slice(0, 3).join(" ");
    return graph.nodes.findIndex((node) => node.fen.startsWith(fen));
  };
  for (const node of graph.nodes)
    node.turn = node.fen.split(" ")[1] === "w" ? "white" : "black";
  const [first, end] = [at("e2e4"), at("e2e4", "e7e5", "g1f3")];
  Object.assign(graph.nodes[first]!, { unanswered: 0.25, end: false });
  Object.assign(graph.nodes[end]!, { unanswered: 1, end: true });
  for (const edge of graph.edges) edge.share = 0.5;
  const reply = at("e2e4", "e7e5", "g1f3", "b8c6");
  const other = at("e2e4", "b8c6");
  const data = prepare(graph, "white");
  assert.deepEqual(holeAt(data, first, "white"), { share: 0.25, isEnd: false });
  assert.deepEqual(holeAt(data, end, "white"), { share: 1, isEnd: true });
  assert.equal(holeAt(data, other, "white"), null); // it goes on from there
  graph.nodes[other]!.kind = "leaf"; // the book has the reply, and no answer
  assert.deepEqual(holeAt(data, other, "white"), { share: 1, isEnd: false });
  assert.equal(holeAt(data, other, "black"), null);
  assert.equal(holeAt(data, reply, "white"), null);
});
