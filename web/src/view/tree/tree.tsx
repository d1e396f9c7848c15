// tree.tsx - the annotated tree: lines, variations, comments, links
//
// A line goes on as long as there is one move; where it branches, each branch
// is a line of its own below it. Branches away from the position on the board
// are folded in large books.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { START } from "../../lib/fen";
import { moveNumber, plural, proseOf } from "../../lib/format";
import { nagText } from "../../lib/nags";
import {
  loadBelow,
  nodeAt,
  outline,
  playTo,
  rootOf,
  type Outline,
  type TreeEntry,
  type TreeNode,
} from "../../model/outline";
import { shiftMove } from "../../model/branch";
import { canEdit, change } from "../../model/edits";
import { fenKey } from "../../model/graph_data";
import { screen } from "../../model/screen";
import { currentBook, currentPlay, flip, jump, state } from "../../model/state";
import { fields, memory, useStore, whole } from "../../lib/store";
import { Waiting } from "../waiting";
import type { Book, Chapter, Color } from "../../lib/types";

const SMALL = 200; // positions; all of a smaller tree is open
const INDENTS = 5;
const LABELS = [
  (i: number) => String.fromCharCode(65 + (i % 26)),
  (i: number) => String(i + 1),
  (i: number) => String.fromCharCode(97 + (i % 26)),
];

function goTo(node: TreeNode): void {
  jump({ fen: rootOf(node).fen, play: playTo(node) }, "replace");
}

/* What all parts of the tree need to know. */
interface View {
  current: TreeNode | null;
  way: Set<number>; // ids from the root to the current position
  side: Color | null;
  small: boolean;
  opened: Map<number, boolean>; // by the user
  toggle: (node: TreeNode, open: boolean) => void;
}

/* The moves that follow one another without a branch. */
function lineFrom(entry: TreeEntry): TreeEntry[] {
  const line = [entry];
  for (let node = entry.node; node?.children?.length === 1; ) {
    const next = node.children[0]!;
    line.push(next);
    node = next.node;
  }
  return line;
}

function isOpen(
  view: View,
  end: TreeNode,
  line: TreeEntry[],
  depth: number,
): boolean {
  const chosen = view.opened.get(end.id);
  if (chosen !== undefined) return chosen;
  return (
    view.small ||
    depth < 0 ||
    view.way.has(end.id) ||
    line.some((entry) => entry.node === view.current)
  );
}

/* The move that keeps the focus when the tree is drawn in another order. */
let focused: { key: string; uci: string } | null = null;

/* Alt with an arrow key moves a move up or down among those beside it. */
function orderKey(event: KeyboardEvent, entry: TreeEntry): void {
  const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
  if (!by || !event.altKey || !canEdit()) return;
  event.preventDefault();
  event.stopPropagation();
  const { from, move } = entry;
  focused = { key: fenKey(from.fen), uci: move.uci };
  void shiftMove(from, move.uci, by);
}

function restoreFocus(box: HTMLElement | null, tree: Outline): void {
  const from = focused && tree.byKey.get(focused.key);
  if (!from) return;
  const place = `[data-from="${from.id}"][data-uci="${focused!.uci}"]`;
  box?.querySelector<HTMLElement>(place)?.focus();
  focused = null;
}

function LinkView({ entry }: { entry: TreeEntry }) {
  const { same } = entry;
  if (!same) return null;
  return (
    <button
      class="link join"
      tabIndex={-1}
      title={`Transposes to the line that ends with ${same.line}: go there`}
      onClick={() =>
        jump({ fen: same.start ?? START, play: same.play.split(",") })
      }
    >
      = {same.line}
    </button>
  );
}

function MoveView(props: {
  entry: TreeEntry;
  before: number; // plies before the move
  first: boolean;
  view: View;
}) {
  const { entry, before, first, view } = props;
  const { move, node } = entry;
  const mover: Color = before % 2 ? "black" : "white";
  const isCurrent = node !== null && node === view.current;
  const names = ["san"];
  if (isCurrent) names.push("current");
  if (view.side === mover) names.push("own");
  // An answer may lead to a place elsewhere, with nothing below it here.
  const isEnd = node && (node.children ? !node.children.length : !move.below);
  const isHole = view.side && view.side !== mover && isEnd && !move.mark;
  const texts = [move.remark, node ? move.comment : undefined]
    .map((text) => proseOf(text ?? ""))
    .filter(Boolean);
  return (
    <>
      <button
        class={names.join(" ")}
        tabIndex={-1}
        data-from={entry.from.id}
        data-uci={move.uci}
        aria-current={isCurrent ? "step" : undefined}
        onKeyDown={(event) => orderKey(event, entry)}
        onClick={() => {
          if (node) goTo(node);
          else if (entry.same)
            jump({
              fen: entry.same.start ?? START,
              play: entry.same.play.split(","),
            });
        }}
      >
        <span class="number">{moveNumber(before, first)}</span>
        {move.san}
        {nagText(move.nags)}
        {move.mark && (move.mark === "passive" ? " ?" : " ×")}
      </button>{" "}
      {entry.same && (
        <>
          <LinkView entry={entry} />{" "}
        </>
      )}
      {isHole && (
        <>
          <span class="pill no-answer">no answer</span>{" "}
        </>
      )}
      {[...new Set(texts)].map((text) => (
        <em class="tree-comment" key={text}>
          {text}{" "}
        </em>
      ))}
    </>
  );
}

/* A line, and the branches after it. */
function LineView(props: {
  entry: TreeEntry;
  ply: number; // before its first move
  label: string;
  depth: number;
  view: View;
}) {
  const { entry, ply, label, depth, view } = props;
  const line = lineFrom(entry);
  const end = line[line.length - 1]!.node;
  const below = line[line.length - 1]!.move.below ?? 0;
  const branches = end?.children?.length ?? 0;
  const open = end ? isOpen(view, end, line, depth) : false;
  let commented = true; // a move number is needed again after a comment
  return (
    <li class={depth <= INDENTS ? "branch" : "branch flat"}>
      {label && (
        <span class="label" aria-hidden="true">
          {label}
        </span>
      )}{" "}
      {line.map((one, i) => {
        const first = commented;
        commented = Boolean(one.move.remark || one.move.comment);
        return (
          <MoveView
            key={one.move.uci + i}
            entry={one}
            before={ply + i}
            first={first}
            view={view}
          />
        );
      })}
      {end && below > 0 && (branches > 1 || !end.children) && (
        <button
          class="link fold"
          tabIndex={-1}
          aria-expanded={open && branches > 1}
          title={open ? "Fold" : `Unfold ${plural(below, "position")}`}
          onClick={() => {
            if (!end.children) void loadBelow(end);
            view.toggle(end, !open || !end.children);
          }}
        >
          {open && branches > 1 ? "⌃" : `⌄ ${below}`}
        </button>
      )}
      {end && open && branches > 1 && (
        <Branches node={end} depth={depth + 1} view={view} />
      )}
    </li>
  );
}

/* The moves of a position. Of a large book, above the current position, only
 * the one on the way there is shown until the others are opened. */
function Branches(props: { node: TreeNode; depth: number; view: View }) {
  const { node, depth, view } = props;
  const [all, setAll] = useState(false);
  const children = node.children ?? [];
  const onWay = children.find(
    (entry) => entry.node && view.way.has(entry.node.id),
  );
  const cut = !all && !view.small && onWay && node !== view.current?.parent;
  const shown = cut ? [onWay] : children;
  const label = LABELS[(depth + 3) % 3]!;
  return (
    <ul>
      {shown.map((entry) => (
        <LineView
          key={entry.move.uci}
          entry={entry}
          ply={node.ply}
          label={children.length > 1 ? label(children.indexOf(entry)) : ""}
          depth={depth}
          view={view}
        />
      ))}
      {cut && children.length > 1 && (
        <li>
          <button
            class="link fold others"
            tabIndex={-1}
            onClick={() => setAll(true)}
          >
            … {plural(children.length - 1, "other move")}
          </button>
        </li>
      )}
    </ul>
  );
}

const edge = (selector: string, side: "top" | "bottom") =>
  document.querySelector(selector)!.getBoundingClientRect()[side];

/* Scrolls the tree, and nothing else, to the current move. On a phone it is the
 * page that scrolls, between the board and the tabs. */
function showCurrent(box: HTMLElement | null): void {
  const move = box?.querySelector<HTMLElement>(".current");
  if (!box || !move) return;
  const { narrow } = screen.get();
  const scroller = narrow ? document.documentElement : box;
  const top = edge(narrow ? ".board-pane" : ".tree", narrow ? "bottom" : "top");
  const bottom = edge(narrow ? ".tabs" : ".tree", narrow ? "top" : "bottom");
  const inner = move.getBoundingClientRect();
  const room = (bottom - top) / 4;
  if (inner.top < top + 8) scroller.scrollTop += inner.top - top - room;
  else if (inner.bottom > bottom - 8)
    scroller.scrollTop += inner.bottom - bottom + room;
}

/* One move is reached with Tab: that with the focus, or else the current one. */
function setStop(box: HTMLElement | null, at?: HTMLElement): void {
  const find = (selector: string) => box?.querySelector<HTMLElement>(selector);
  const next = at ?? find(".current") ?? find(".san");
  const old = find('[tabindex="0"]');
  if (old) old.tabIndex = -1;
  if (next) next.tabIndex = 0;
}

/* Arrow keys go from move to move; left folds, right unfolds. */
function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const box = event.currentTarget as HTMLElement;
  const at = event.target as HTMLElement;
  const moves = [...box.querySelectorAll<HTMLElement>(".san, .others")];
  const index = moves.indexOf(at);
  if (index < 0) return;
  const fold = at.closest("li")?.querySelector<HTMLElement>(":scope > .fold");
  const isUnfolded = fold?.getAttribute("aria-expanded") === "true";
  if (event.key === "ArrowDown") moves[index + 1]?.focus();
  else if (event.key === "ArrowUp") moves[index - 1]?.focus();
  else if (event.key === "ArrowRight" && fold && !isUnfolded) fold.click();
  else if (event.key === "ArrowLeft" && fold && isUnfolded) fold.click();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/* The chapter that the line on the board is in: the longest way along it. */
function chapterOf(chapters: Chapter[], root: string, play: string): number {
  const length = chapters.map((one) =>
    fenKey(one.start ?? START) === fenKey(root) &&
    `${play},`.startsWith(one.play ? `${one.play},` : "")
      ? one.play.length
      : -1,
  );
  return Math.max(0, length.indexOf(Math.max(...length)));
}

/* The chapters of a study; a choice goes to where it begins. */
function Chapters({ chapters }: { chapters: Chapter[] }) {
  const line = useStore(state, fields("root", "steps", "at"));
  if (chapters.length < 2) return null;
  const play = currentPlay(line).join(",");
  return (
    <select
      class="chapters"
      aria-label="Chapter"
      value={chapterOf(chapters, line.root, play)}
      onChange={(event) => {
        const { start, play } = chapters[Number(event.currentTarget.value)]!;
        jump({ fen: start ?? START, play: play ? play.split(",") : [] });
      }}
    >
      {chapters.map((one, i) => (
        <option key={i} value={i}>
          {i + 1}. {one.title ?? "untitled"}
        </option>
      ))}
    </select>
  );
}

/* Answers, holes and practice need to know it. */
export function SideQuestion({ book }: { book: Book }) {
  const key = `both.${book.id}`;
  const [isOpen, setOpen] = useState(!memory.get(key));
  if (book.side || !isOpen || !canEdit(book)) return null;
  const choose = (value: Color) => {
    if (state.get().flipped !== (value === "black")) flip();
    void change([{ do: "set", field: "side", value }], book.id);
  };
  return (
    <p class="side-question" title="Answers and holes depend on it">
      Side
      <button class="small" onClick={() => choose("white")}>
        White
      </button>
      <button class="small" onClick={() => choose("black")}>
        Black
      </button>
      <button
        class="small"
        onClick={() => {
          memory.set(key, "1");
          setOpen(false);
        }}
      >
        both
      </button>
    </p>
  );
}

export function Tree() {
  const tree = useStore(outline, whole);
  const line = useStore(state, fields("root", "steps", "at"));
  const book = useStore(state, currentBook);
  const [opened, setOpened] = useState(new Map<number, boolean>());
  const box = useRef<HTMLDivElement>(null);
  const { node: current, beyond } = nodeAt(tree, line);
  useEffect(() => showCurrent(box.current), [current]);
  useLayoutEffect(() => setStop(box.current));
  useEffect(() => setOpened(new Map()), [tree.book]);
  useEffect(() => restoreFocus(box.current, tree), [tree.revision]);
  const problem = useStore(state, (from) => from.problem) ?? tree.problem;
  if (problem) return <p class="hint">No tree: {problem}</p>;
  if (!book || tree.book !== book.id) return <Waiting />;
  const { root } = tree;
  if (!root)
    return (
      <p class="hint">
        {book.positions
          ? "This file is only searched: it is loaded when you add a move or open the map."
          : "No moves yet: play one on the board to begin."}
      </p>
    );
  const way = new Set<number>();
  for (let at = current; at; at = at.parent) way.add(at.id);
  const view: View = {
    current: beyond ? null : current,
    way,
    side: book.side ?? null,
    small: tree.whole && tree.byKey.size <= SMALL,
    opened,
    toggle: (node, open) => setOpened(new Map(opened).set(node.id, open)),
  };
  const top = tree.roots.find((one) => one.id === root.id);
  const comment = proseOf(top?.comment ?? "");
  return (
    <div
      class="tree"
      ref={box}
      onKeyDown={onKey}
      onFocusIn={(event) => {
        const at = event.target as HTMLElement;
        if (at.matches("button")) setStop(box.current, at);
      }}
      tabIndex={-1}
    >
      <Chapters chapters={tree.chapters} />
      {comment && <p class="tree-comment">{comment}</p>}
      <Branches node={root} depth={-1} view={view} />
    </div>
  );
}
