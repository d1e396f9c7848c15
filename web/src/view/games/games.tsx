// games.tsx - all games of the position in a store of the table, page by page

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Answers } from "../../model/answers";
import { api, link, type GamesQuery, type Query } from "../../model/api";
import { playMove } from "../../model/edits";
import {
  filterWords,
  isFiltered,
  NO_FILTERS,
  type Filters,
} from "../../model/filters";
import { dateText, grouped, plural, resultText } from "../../lib/format";
import { GameMoves } from "./game_moves";
import { closeGame, listedLine, openedGame, openGame } from "../../model/game_view";
import { PlayerChoice } from "../player_choice";
import { History } from "./history";
import {
  currentFen,
  currentQuery,
  movesOf,
  setFilters,
  shownStores,
  state,
} from "../../model/state";
import { createStore, memory, useStore, whole } from "../../lib/store";
import { Waiting } from "../waiting";
import type { Book, Game, Games, Month, Player } from "../../lib/types";

const PAGE = 20; // games

/* The store whose games are listed; null: the first one. */
const listed = createStore({ store: null as string | null });

const nameOf = (player: Player) => player.name || "?";

type Sort = GamesQuery["sort"];

function GameRow({ game, store }: { game: Game; store: string }) {
  const fen = useStore(state, (from) => currentFen(listedLine(from)));
  const isOpen = useStore(openedGame, (from) => from.game?.id === game.id);
  const move = movesOf(fen).legal.find((legal) => legal.uci === game.uci);
  const open = () => void openGame(store, game.id);
  return (
    <tr class={isOpen ? "open" : undefined} onClick={open}>
      <td>
        <button
          class="link"
          aria-pressed={isOpen}
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          {nameOf(game.white)} – {nameOf(game.black)}
        </button>
        {(game.white.rating || game.black.rating) && (
          <small class="ratings">
            {game.white.rating || "?"} – {game.black.rating || "?"}
          </small>
        )}
      </td>
      <td class={`result ${game.winner ?? "draw"}`}>{resultText(game)}</td>
      <td>
        {move && (
          <button
            class="san"
            onClick={(event) => {
              event.stopPropagation();
              closeGame();
              playMove(move);
            }}
          >
            {move.san}
          </button>
        )}
      </td>
      <td class="number">{dateText(game.date ?? game.month ?? "")}</td>
    </tr>
  );
}

function GameTable({ games, store }: { games: Game[]; store: string }) {
  return (
    <table>
      <thead class="hidden">
        <tr>
          <th scope="col">Players, ratings</th>
          <th scope="col">Result</th>
          <th scope="col">Move</th>
          <th scope="col">Date</th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <GameRow key={game.id} game={game} store={store} />
        ))}
      </tbody>
    </table>
  );
}

/* Which store, if there are several. */
function StoreChoice({ store }: { store: Book }) {
  const stores = useStore(state, shownStores);
  if (stores.length < 2) return null;
  return (
    <label>
      <span class="hidden">Store</span>
      <select
        value={store.id}
        onChange={(event) => listed.set({ store: event.currentTarget.value })}
      >
        {stores.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title || one.id}
          </option>
        ))}
      </select>
    </label>
  );
}

/* Sorting, and the player. */
function Chooser(props: {
  store: Book;
  sort: Sort;
  onSort: (sort: Sort) => void;
}) {
  return (
    <div class="chooser">
      <StoreChoice store={props.store} />
      <label>
        <span class="hidden">Sort</span>
        <select
          value={props.sort}
          onChange={(event) => props.onSort(event.currentTarget.value as Sort)}
        >
          <option value="rating">Best rated</option>
          <option value="date">Newest</option>
        </select>
      </label>
      <PlayerChoice store={props.store.id} />
    </div>
  );
}

/* Why there are no games, and what to do about it. */
function NoGames({ title, filters }: { title: string; filters: Filters }) {
  const words = isFiltered(filters)
    ? `No game in “${title}” reached this position and passes the filter (${filterWords(filters)}).`
    : `No game in “${title}” reached this position.`;
  return (
    <div class="empty">
      <p>{words}</p>
      {isFiltered(filters) && (
        <button onClick={() => setFilters(NO_FILTERS)}>Show all games</button>
      )}
    </div>
  );
}

interface Page {
  answer: Games;
  query: string;
  before: string[]; // the ends of the pages before this one
}

function Pager(props: { page: Page; onTurn: (before: string[]) => void }) {
  const { answer, before } = props.page;
  const first = before.length * PAGE;
  if (answer.games.length >= answer.total) return null;
  const turn = (label: string, ends: string[] | null) => (
    <button
      aria-disabled={!ends}
      onClick={() => {
        if (ends) props.onTurn(ends);
      }}
    >
      {label}
    </button>
  );
  return (
    <p class="pager" role="group" aria-label="Pages">
      {turn("Previous", before.length ? before.slice(0, -1) : null)}
      <span>
        {grouped(first + 1)} – {grouped(first + answer.games.length)} of{" "}
        {grouped(answer.total)}
      </span>
      {turn("Next", answer.next ? [...before, answer.next] : null)}
    </p>
  );
}

const pages = new Answers(api.games);
const histories = new Answers(api.find);

/* The page that belongs to a query, or the one before while it is loaded. */
function usePage(store: Book, query: string, sort: Sort) {
  const [page, setPage] = useState<Page | null>(null);
  const [before, setBefore] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = JSON.stringify([store.id, query, sort]);
  const { returns } = useStore(link, whole);
  const ends = page && page.query !== wanted ? [] : before;
  // The request need not wait until the step is drawn.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const asked: GamesQuery = {
      ...(JSON.parse(query) as Query),
      book: store.id,
      sort,
      limit: PAGE,
      after: ends[ends.length - 1],
    };
    pages
      .load(asked, signal)
      .then((answer) => {
        if (signal.aborted) return;
        setPage({ answer, query: wanted, before: ends });
        setBefore(ends);
        setProblem(null);
      })
      .catch((error: Error) => {
        if (!signal.aborted) setProblem(error.message);
      });
    return () => controller.abort();
  }, [wanted, ends.length, returns]);
  return { page, problem, isOld: page?.query !== wanted, turn: setBefore };
}

/* How often the position was played, month by month. */
function Months({ store, query }: { store: Book; query: string }) {
  const [months, setMonths] = useState<Month[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const asked = { ...(JSON.parse(query) as Query), book: store.id, moves: 0 };
    histories
      .load(asked, signal)
      .then((found) => !signal.aborted && setMonths(found.history ?? []))
      .catch(() => {});
    return () => controller.abort();
  }, [store.id, query]);
  return <History months={months} />;
}

function GamesOf({ store }: { store: Book }) {
  const query = useStore(state, (from) =>
    JSON.stringify({ ...currentQuery(listedLine(from)), sources: undefined }),
  );
  const filters = useStore(state, (from) => from.filters);
  const [sort, setSort] = useState<Sort>(
    memory.get("games.sort") === "date" ? "date" : "rating",
  );
  const { page, problem, isOld, turn } = usePage(store, query, sort);
  const title = store.title || store.file || store.id;
  const games = page?.answer.games ?? [];
  return (
    <>
      <Chooser
        store={store}
        sort={sort}
        onSort={(next) => {
          memory.set("games.sort", next);
          setSort(next);
        }}
      />
      {problem && <p class="wrong">{problem}</p>}
      {!page && !problem && <Waiting />}
      {page && !problem && (
        <section class={isOld ? "games dim" : "games"} aria-label="Games">
          <p class="hint" role="status">
            {plural(page.answer.total, "game")} in “{title}”
            {isFiltered(filters) && `, ${filterWords(filters)}`}
            {!page.answer.complete &&
              "; the list is made from the first 2,000,000 of them"}
          </p>
          {page.answer.damage && <p class="wrong">{page.answer.damage}</p>}
          {games.length > 0 ? (
            <GameTable games={games} store={store.id} />
          ) : (
            <NoGames title={title} filters={filters} />
          )}
          <Pager page={page} onTurn={turn} />
        </section>
      )}
      <Months store={store} query={query} />
    </>
  );
}

export function GamesTab() {
  const stores = useStore(state, shownStores);
  const chosen = useStore(listed, (from) => from.store);
  const store = stores.find((one) => one.id === chosen) ?? stores[0];
  const hasHere = useStore(state, (from) => from.here !== null);
  const isOpen = useStore(openedGame, (from) => from.game !== null);
  if (!store && !hasHere) return <Waiting />;
  return (
    <div class="games-panel">
      <GameMoves />
      {store && <GamesOf store={store} key={store.id} />}
      {!store && !isOpen && (
        <p class="hint">
          No games: drop a PGN file of games on the page, or build a store with
          “tabia build”, serve it beside this book, and choose it under Sources.
        </p>
      )}
    </div>
  );
}
