// practice.tsx - what there is to practise; sessions, games, puzzles

import { useEffect, useRef } from "preact/hooks";
import { START } from "../../lib/fen";
import { dateText, grouped, plural } from "../../lib/format";
import { fields, useStore, whole } from "../../lib/store";
import type { Book, Color, PracticeCounts } from "../../lib/types";
import { filterWords, isFiltered } from "../../model/filters";
import {
  BUILT_IN,
  newWords,
  type Order,
  type Range,
} from "../../model/practice_choices";
import {
  choose,
  loadPuzzles,
  loadOffer,
  nextDue,
  openPractice,
  practice,
  startSession,
  type Practice as Session,
} from "../../model/practice_state";
import { endSpar, spar, startSpar } from "../../model/spar";
import { currentBook, currentPlay, state } from "../../model/state";
import { Waiting } from "../waiting";
import { Overview } from "./overview";
import { Puzzles } from "./puzzles";
import { ReviewList } from "./review";
import { Asking, SparOn, Sparring, Summary } from "./session";

function ProgressBar({ counts }: { counts: PracticeCounts }) {
  const { due, waiting, learnt, cards } = counts;
  if (!cards) return null;
  const part = (kind: string, count: number) =>
    count > 0 && <span class={kind} style={{ flexGrow: count }} />;
  const words =
    `${grouped(due)} due, ${grouped(counts.new)} new, ` +
    `${grouped(waiting)} later; ${grouped(learnt)} of ${grouped(cards)} learnt`;
  return (
    <div class="progress">
      <div class="progress-bar" role="img" aria-label={words}>
        {part("resting", waiting)}
        {part("due", due)}
        {part("fresh", counts.new)}
      </div>
      <p>{words}</p>
    </div>
  );
}

function SideChoice({ book, side }: { book: Book; side: Color }) {
  return (
    <fieldset class="sides">
      <legend>Practise as</legend>
      {(["white", "black"] as const).map((one) => (
        <label class="chip" key={one}>
          <input
            type="radio"
            name="side"
            checked={side === one}
            onChange={() => openPractice(book.id, one)}
          />
          <span>{one === "white" ? "White" : "Black"}</span>
        </label>
      ))}
    </fieldset>
  );
}

const VIEWS = {
  start: "Practise",
  overview: "Overview",
  review: "Review games",
} as const;

function ViewChoice({ view }: { view: Session["view"] }) {
  const readOnly = useStore(state, (from) => from.server?.readOnly);
  const views = (Object.keys(VIEWS) as Session["view"][]).filter(
    (one) => one !== "review" || !readOnly,
  );
  return (
    <fieldset class="sides views">
      <legend class="hidden">Show</legend>
      {views.map((one) => (
        <label class="chip" key={one}>
          <input
            type="radio"
            name="practice-view"
            checked={view === one}
            onChange={() => practice.set({ view: one, isOver: false })}
          />
          <span>{VIEWS[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/* A list to choose from, with its name. */
function Choice<T extends string>(props: {
  name: string;
  value: T;
  options: [T, string][];
  onChoose: (value: T) => void;
}) {
  return (
    <label>
      <span>{props.name}</span>
      <select
        value={props.value}
        onChange={(event) => props.onChoose(event.currentTarget.value as T)}
      >
        {props.options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/* The parts of the book; decks are what a review wrote to an EPD file. */
function ranges({ book, found }: Session, books: Book[]): [Range, string][] {
  const list: [Range, string][] = [
    ["book", "The whole book"],
    ["from", "From the position on the board"],
    ["through", "Lines through the position on the board"],
  ];
  if (found.length) list.push(["found", "What the review found"]);
  for (const { id, title, kind, format } of books)
    if (id !== book && kind === "book" && format === "epd")
      list.push([`deck:${id}`, `Positions of “${title}”`]);
  return list;
}

function orders(books: Book[]): [Order, string][] {
  const likely = (id: string, name: string): [Order, string] => [
    `likely:${id}`,
    `Likeliest first, by ${name}`,
  ];
  return [
    ["tree", "In the order of the book"],
    ...books
      .filter((one) => one.kind === "store")
      .map(({ id, title }) => likely(id, `“${title}”`)),
    likely(BUILT_IN, "the built-in book"),
  ];
}

/* Which cards, in which order, and how many new ones. */
function Choices({ session }: { session: Session }) {
  const { range, ahead, fresh, offer } = session;
  const books = useStore(state, (from) => from.server?.books) ?? [];
  const filters = useStore(state, (from) => from.filters);
  const isLikely = offer?.order === "likely";
  const order: Order = isLikely ? `likely:${offer.sources[0]}` : "tree";
  return (
    <div class="chooser practice-choices">
      <Choice
        name="Part of the book"
        value={range}
        options={ranges(session, books)}
        onChoose={(range) => choose({ range })}
      />
      <Choice
        name="New moves"
        value={order}
        options={orders(books)}
        onChoose={(order) => choose({ order })}
      />
      {isLikely && isFiltered(filters) && (
        <p class="hint">
          Counted as in the table: {filterWords({ ...filters, news: "", player: "" })}.
        </p>
      )}
      <label class="per-day">
        <input
          type="number"
          min="0"
          max="999"
          value={fresh}
          onChange={(event) =>
            choose({ fresh: Math.max(0, Number(event.currentTarget.value)) })
          }
        />{" "}
        new per day
      </label>
      {(ahead || (offer?.counts.waiting ?? 0) > 0) && (
        <label class="check">
          <input
            type="checkbox"
            checked={ahead}
            onChange={(event) => choose({ ahead: event.currentTarget.checked })}
          />
          Study ahead
        </label>
      )}
    </div>
  );
}

/* Why there is nothing to ask. */
function Nothing({ session }: { session: Session }) {
  const { counts } = session.offer!;
  const next = nextDue(session.overview);
  if (!counts.cards)
    return (
      <p class="empty">
        {session.range === "book"
          ? "This book has no moves for this side."
          : "The book has no moves for this side there."}
      </p>
    );
  return (
    <p class="hint">
      Nothing is due today.{" "}
      {next && `Next: ${plural(next.due, "card")} on ${dateText(next.day)}. `}
      {counts.waiting > 0 &&
        "With “Study ahead” you can practise cards before their time."}
    </p>
  );
}

function Start({ book, session }: { book: Book; session: Session }) {
  const offer = session.offer;
  if (!offer) return <Waiting />;
  const { counts } = offer;
  const shown = Math.min(offer.total, offer.cards.length);
  return (
    <>
      {shown > 0 ? (
        <button class="primary large" onClick={() => void startSession()}>
          Start: {plural(shown, "card")}
        </button>
      ) : (
        <Nothing session={session} />
      )}
      <p>
        The board shows a position of the book, and you play the book’s move.
        Cards come back when you are about to forget them.
      </p>
      <SideChoice book={book} side={session.side} />
      <Choices session={session} />
      <ProgressBar counts={counts} />
      {session.range !== "found" && counts.cards > 0 && (
        <p class="hint new-left">{newWords(counts, session.fresh)}</p>
      )}
      <p class="hint">
        {offer.saved
          ? `Your progress is kept in ${offer.file ?? "a file beside the book"}.`
          : "Your progress is kept in this browser."}
      </p>
      <button
        onClick={() =>
          startSpar(book.id, session.side, {
            kind: "book",
            id: book.id,
            title: book.title,
          })
        }
      >
        Play against the book
      </button>
      <SparOn
        session={session}
        from={{ start: START, play: [] }}
        words="Or against"
      />
    </>
  );
}

/* Reloads what there is to practise when the position it depends on changes. */
function useOffer(session: Session): void {
  const isHere = session.range === "from" || session.range === "through";
  const place = useStore(state, (from) =>
    isHere ? `${from.root} ${currentPlay(from).join()}` : "",
  );
  useEffect(() => {
    if (place && !practice.get().drill) void loadOffer();
  }, [place]);
}

function Panel({ book, session }: { book: Book; session: Session }) {
  useOffer(session);
  return (
    <div class="practice-start">
      <h2>Practise “{book.title}”</h2>
      <ViewChoice view={session.view} />
      {session.view === "start" && <Start book={book} session={session} />}
      {session.view === "overview" && (
        <Overview book={book} session={session} />
      )}
      {session.view === "review" && <ReviewList book={book} />}
    </div>
  );
}

export function Practice() {
  const session = useStore(practice, whole);
  const game = useStore(spar, fields("book"));
  const book = useStore(state, currentBook);
  const ownSide = useRef<Color | null>(null); // of the book, when last seen
  useEffect(() => {
    const { book: known, revision, side } = practice.get();
    if (!book || (known === book.id && revision === book.revision)) return;
    endSpar();
    const isKept = known === book.id && ownSide.current === (book.side ?? null);
    const usual = state.get().flipped ? "black" : "white";
    const again = isKept ? side : (book.side ?? usual);
    ownSide.current = book.side ?? null;
    if (book.kind === "puzzles") void loadPuzzles(book.id);
    else if (book.kind === "book") openPractice(book.id, again);
  }, [book?.id, book?.revision]);

  if (!book) return <Waiting />;
  if (book.kind === "store" || book.kind === "table")
    return (
      <div class="empty">
        <p>
          {book.kind === "store"
            ? "A store only counts games. "
            : "This file is too large to load. "}
          Practice needs a book with lines: choose one above.
        </p>
      </div>
    );
  if (session.problem)
    return (
      <div class="empty problem">
        <p>{session.problem}</p>
        <p class="actions">
          <button onClick={() => void loadOffer()}>Try again</button>
        </p>
      </div>
    );
  if (book.kind === "puzzles")
    return session.puzzle ? <Puzzles session={session} /> : <Waiting />;
  if (game.book === book.id) return <Sparring book={book} />;
  if (session.book !== book.id) return <Waiting />;
  if (session.drill) return <Asking session={session} drill={session.drill} />;
  if (session.isOver) return <Summary session={session} />;
  return <Panel book={book} session={session} />;
}
