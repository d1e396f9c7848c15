// app.tsx - the page: header, board, tree, table, and the tabs below it

import { useEffect } from "preact/hooks";
import { gamesOf } from "../lib/bars";
import { compact } from "../lib/format";
import { dismiss, voice } from "../model/announce";
import { BoardPane, Copies } from "./board/board_pane";
import { Details } from "./details/details";
import { EnginePanel } from "./engine";
import { GamesTab } from "./games/games";
import { GraphMode, MapPanel } from "./graph/graph";
import { Head } from "./head";
import { Help } from "./help";
import { HereTable } from "./here/here";
import { Holes } from "./holes/holes";
import { Icon } from "./icons";
import { CloseQuestion, DropZone } from "./import";
import { requestEarly } from "../model/outline";
import { practice } from "../model/practice_state";
import { Practice } from "./practice/practice";
import { screen } from "../model/screen";
import { spar } from "../model/spar";
import {
  currentBook,
  firstStore,
  setTab,
  shownTab,
  start,
  state,
  tabsOf,
  type State,
} from "../model/state";
import { fields, useStore, whole } from "../lib/store";
import { EditDialogs } from "./tree/edit_dialogs";
import { LastsNote, RefusedBar, TreePane } from "./tree/tree_pane";
import type { Tab } from "../model/url";

const TITLES: Record<Tab, string> = {
  here: "Here",
  tree: "Tree",
  holes: "Holes",
  games: "Games",
  map: "Map",
  practise: "Practise",
};

/* The games of the position in the first store. */
function gamesHere(from: State): number {
  const store = firstStore(from)?.id;
  const found = from.here?.sources.find((source) => source.book === store);
  return found?.results ? gamesOf(found.results) : 0;
}

function Tabs({ shown, tabs }: { shown: Tab; tabs: readonly Tab[] }) {
  const games = useStore(state, gamesHere);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: tabs.length - 1, ArrowRight: 1 }[event.key];
    if (!by || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(shown) + by) % tabs.length]!;
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Panels" onKeyDown={onKey}>
      {tabs.map((one) => (
        <button
          key={one}
          id={`tab-${one}`}
          role="tab"
          aria-selected={one === shown}
          aria-controls="panel"
          tabIndex={one === shown ? 0 : -1}
          onClick={() => setTab(one)}
        >
          {TITLES[one]}
          {one === "games" && games > 0 && <small>{compact(games)}</small>}
        </button>
      ))}
    </div>
  );
}

function Panel({ shown, isTab }: { shown: Tab; isTab: boolean }) {
  const role = isTab && {
    role: "tabpanel" as const,
    "aria-labelledby": `tab-${shown}`,
  };
  return (
    <div class={`panel panel-${shown}`} id="panel" {...role}>
      {shown === "here" && (
        <>
          <Details part="head" />
          <EnginePanel />
          <HereTable />
          <Details part="editor" />
          <LastsNote />
          <Copies />
        </>
      )}
      {shown === "tree" && <TreePane />}
      {shown === "holes" && <Holes />}
      {shown === "games" && <GamesTab />}
      {shown === "map" && <GraphMode />}
      {shown === "practise" && <Practice />}
    </div>
  );
}

/* True while the book asks for moves, which must not be seen then. */
function useDrilling(): boolean {
  const tab = useStore(state, (from) => from.tab);
  const drilled = useStore(practice, fields("drill", "puzzle"));
  const game = useStore(spar, (from) => from.book);
  return Boolean(tab === "practise" && (drilled.drill || drilled.puzzle || game));
}

function Bench() {
  const { narrow } = useStore(screen, whole);
  const shown = useStore(state, shownTab);
  const drilling = useDrilling();
  const puzzles = useStore(
    state,
    (from) => currentBook(from)?.kind === "puzzles",
  );
  useEffect(() => {
    if (puzzles) setTab("practise");
  }, [puzzles]);
  const tabs = useStore(state, tabsOf);
  const hasTabs = tabs.length > 1;
  const open = !drilling && !narrow && !puzzles;
  // Most books have one, so the page need not change when that is known.
  const hasTree = useStore(
    state,
    (from) => (currentBook(from)?.kind ?? "book") === "book",
  );
  const names = ["main", `show-${shown}`];
  if (drilling) names.push("drilling");
  if (!hasTree) names.push("treeless");
  return (
    <main class={names.join(" ")}>
      <div class="left">
        <BoardPane />
        {open && <Details part="all" />}
        {open && !hasTree && <MapPanel />}
      </div>
      {open && hasTree && (
        <div class="middle">
          <section class="tree-pane card" aria-label="Tree of the book">
            <TreePane />
          </section>
          <MapPanel />
        </div>
      )}
      <section class="side card" aria-label="Position">
        <RefusedBar />
        {open && <EnginePanel />}
        {open && <HereTable />}
        {hasTabs && <Tabs shown={shown} tabs={tabs} />}
        <Panel shown={shown} isTab={hasTabs} />
        {narrow && !drilling && <MapPanel />}
      </section>
    </main>
  );
}

function Voice() {
  const { text, turn, notice } = useStore(voice, whole);
  return (
    <>
      <div class="hidden" aria-live="polite" data-turn={turn}>
        {text + (turn % 2 ? "\u00a0" : "")}
      </div>
      {notice && (
        <div class="notice">
          <span>{notice.text}</span>
          {notice.action && (
            <button
              onClick={() => {
                dismiss();
                notice.action!.run();
              }}
            >
              {notice.action.label}
            </button>
          )}
          <button class="icon" aria-label="Dismiss" onClick={dismiss}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </>
  );
}

function Fatal({ text }: { text: string }) {
  return (
    <main class="fatal">
      <h1>Tabia</h1>
      <p role="alert">{text}</p>
      <button onClick={() => void start(requestEarly)}>Try again</button>
    </main>
  );
}

export function App() {
  const fatal = useStore(state, (from) => from.fatal);
  if (fatal) return <Fatal text={fatal} />;
  return (
    <>
      <Head />
      <Bench />
      <EditDialogs />
      <CloseQuestion />
      <Voice />
      <Help />
      <DropZone />
    </>
  );
}
