// explore.tsx - what the book knows about the position on the board

import { FilterPanel } from "./filter_panel";
import { isFiltered, NO_FILTERS } from "../../model/filters";
import { Games } from "./games";
import { History } from "./history";
import { MoveTable } from "./move_table";
import {
  currentBook,
  jump,
  setFilters,
  state,
  stepTo,
} from "../../model/state";
import { START } from "../../lib/fen";
import { fields, useStore } from "../../lib/store";
import { PositionHead } from "../position_head";
import { Problem, Waiting } from "../waiting";
import type { Book, Found } from "../../lib/types";

/* Explains an empty table, and what to do about it. */
function Empty({ found, book }: { found: Found; book: Book }) {
  const { at, filters, root } = useStore(
    state,
    fields("at", "filters", "root"),
  );
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
        <p>No games match the filter here. Try a wider one.</p>
        <p class="actions">
          <button onClick={() => setFilters(NO_FILTERS)}>
            Clear the filter
          </button>
          {back}
        </p>
      </div>
    );
  return (
    <div class="empty">
      <p>
        {found.known
          ? "The line ends here: the book has no moves from this position."
          : `This position is not in “${book.title}”.`}
        {book.editable && " In Edit mode, moves that you play are added to it."}
      </p>
      <p class="actions">
        {back}
        {root !== START && (
          <button onClick={() => jump({ fen: START, play: [] })}>
            Go to the starting position
          </button>
        )}
        {book.editable && (
          <button onClick={() => jump({ mode: "edit" })}>Edit</button>
        )}
      </p>
    </div>
  );
}

export function Explore() {
  const { found, loading, problem } = useStore(
    state,
    fields("found", "loading", "problem"),
  );
  const book = useStore(state, currentBook);
  if (problem) return <Problem text={problem} />;
  if (!found || !book) return <Waiting />;
  const legal = loading ? [] : found.legal;
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
      <Games title="Top games" games={found.topGames ?? []} legal={legal} />
      <Games
        title="Recent games"
        games={found.recentGames ?? []}
        legal={legal}
      />
    </div>
  );
}
