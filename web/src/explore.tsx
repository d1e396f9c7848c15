// explore.tsx - what the book says about the position on the board

import { Evaluate } from "./evaluate";
import { evalText, evalWords, plural, proseOf } from "./format";
import { FilterPanel } from "./filterpanel";
import { isFiltered, NO_FILTERS } from "./filters";
import { Games } from "./games";
import { History } from "./history";
import { MoveTable } from "./movetable";
import { currentBook, jump, look, setFilters, state, stepTo } from "./state";
import { START } from "./fen";
import { useStore } from "./store";
import type { Book, Found } from "./types";

/* The name of the position, and what is known about it. */
export function PositionHead({ found, dim }: { found: Found; dim: boolean }) {
  const name = found.position?.name ?? found.opening?.name;
  const eco = found.position?.eco ?? found.opening?.eco;
  const value = found.position?.eval;
  const turn = found.turn === "white" ? "White" : "Black";
  const comment = proseOf(found.position?.comment ?? "");
  return (
    <header class={dim ? "position dim" : "position"}>
      <h2>
        {eco && <span class="eco">{eco}</span>}{" "}
        {name ?? (found.ply ? "No name yet" : "Starting position")}
      </h2>
      <p>
        <span class={`turn ${found.turn}`} aria-hidden="true" /> {turn} to move
        {found.check && ", in check"}
        {found.total > 0 && <> · {plural(found.total, "move")} known</>}
        {value && (
          <>
            {" "}
            · {evalText(value)} ({evalWords(value)})
          </>
        )}
        {!value && <Evaluate fen={found.fen} />}
      </p>
      {comment && <p class="comment">{comment}</p>}
    </header>
  );
}

/* An empty table says why, and what to do about it. */
function Empty({ found, book }: { found: Found; book: Book }) {
  const { at, filters, root } = state.get();
  const back = at > 0 && (
    <button onClick={() => stepTo(at - 1)}>Back one move</button>
  );
  if (!found.legal.length)
    return (
      <div class="empty">
        <p>
          {found.check ? "Checkmate." : "Stalemate."} The game is over here.
        </p>
        {back}
      </div>
    );
  if (book.kind === "store" && isFiltered(filters))
    return (
      <div class="empty">
        <p>No game passes the filter here. A wider one may find some.</p>
        <p class="actions">
          <button onClick={() => setFilters(NO_FILTERS)}>
            Count all games
          </button>
          {back}
        </p>
      </div>
    );
  return (
    <div class="empty">
      <p>
        {found.known
          ? "The line ends here: the book knows this position, but no move."
          : `This position is not in “${book.title}”.`}
        {book.editable && " In Build mode, a move played here is added to it."}
      </p>
      <p class="actions">
        {back}
        {root !== START && (
          <button onClick={() => jump({ fen: START, play: [] })}>
            To the starting position
          </button>
        )}
        {book.editable && (
          <button onClick={() => jump({ mode: "build" })}>Build</button>
        )}
      </p>
    </div>
  );
}

export function Problem({ text }: { text: string }) {
  return (
    <div class="empty problem" role="alert">
      <p>{text}</p>
      <p class="actions">
        <button onClick={look}>Try again</button>
        <button onClick={() => jump({ fen: START, play: [] })}>
          To the starting position
        </button>
      </p>
    </div>
  );
}

export function Waiting() {
  return (
    <div class="waiting" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

export function Explore() {
  const { found, loading, problem } = useStore(state);
  const book = currentBook();
  if (problem) return <Problem text={problem} />;
  if (!found || !book) return <Waiting />;
  return (
    <div class="explore">
      <PositionHead found={found} dim={loading} />
      <FilterPanel book={book} />
      {found.moves.length ? (
        <MoveTable found={found} dim={loading} />
      ) : (
        <Empty found={found} book={book} />
      )}
      {found.history && <History months={found.history} />}
      <Games title="Top games" games={found.topGames ?? []} />
      <Games title="Recent games" games={found.recentGames ?? []} />
    </div>
  );
}
