// holes.ts - the holes of the book, loaded with each step while they are shown

import { Answers, Pace } from "./answers";
import { api, type Query } from "./api";
import { outline } from "./outline";
import { START } from "../lib/fen";
import { isMoves } from "./url";
import {
  currentBook,
  currentQuery,
  firstStore,
  shownTab,
  state,
  type State,
} from "./state";
import { createStore } from "../lib/store";
import type { Color, Holes } from "../lib/types";

interface Wanted {
  query: Query;
  side: Color;
  source: string | undefined;
  revision: number; // of the book
}

export const holes = createStore({
  side: null as Color | null, // chosen, for a book of both sides
  answer: null as Holes | null,
  wanted: "", // the latest request
  asked: "", // what the answer is for
  problem: null as string | null,
});

const answers = new Answers((wanted: Wanted, signal) =>
  api.holes(wanted.query, wanted.side, wanted.source, signal),
);
const pace = new Pace();

/* The side that a book without one is looked at for. */
export function chosenSide(from: State = state.get()): Color {
  return holes.get().side ?? (from.flipped ? "black" : "white");
}

/*
 * The first move of a repertoire for Black that is against this move alone: to
 * others it has no answer, and wants none.
 */
function onlyFirstMove(from: State): string {
  const { book, root } = outline.get();
  if (currentBook(from)?.side !== "black" || book !== from.bookId) return "";
  const only = root?.fen === START && root.children?.length === 1;
  return only ? root.children![0]!.move.uci : "";
}

/* From where on holes are shown: "here", "whole", or after these moves. */
export function holesFrom(from: State = state.get()): string {
  if (isMoves(from.holes) && from.root !== START) return "here";
  if (from.holes || from.at || from.root !== START) return from.holes || "here";
  return onlyFirstMove(from) || "here";
}

/* What to ask for, if holes are shown. */
function wantedOf(from: State): Wanted | null {
  const book = currentBook(from);
  if (!book || !from.here || shownTab(from) !== "holes") return null;
  if (book.kind !== "book" && book.kind !== "table") return null;
  const range = holesFrom(from);
  return {
    query: {
      ...currentQuery(from),
      ...(range !== "here" && {
        fen: "",
        play: range === "whole" ? "" : range,
      }),
      sources: undefined,
    },
    side: book.side ?? chosenSide(from),
    source: firstStore(from)?.id,
    revision: book.revision,
  };
}

function follow(): void {
  const from = state.get();
  const query = wantedOf(from);
  if (!query) return;
  const wanted = JSON.stringify(query);
  if (wanted === holes.get().wanted) return;
  const known = answers.get(query);
  if (known) {
    pace.stop();
    return holes.set({ wanted, asked: wanted, answer: known, problem: null });
  }
  holes.set({ wanted });
  pace.ask((signal) => {
    answers
      .load(query, signal)
      .then((answer) => {
        if (!signal.aborted)
          holes.set({ asked: wanted, answer, problem: null });
      })
      .catch((error: Error) => {
        if (!signal.aborted)
          holes.set({ asked: wanted, problem: error.message });
      });
  });
}

export function setHolesSide(side: Color): void {
  holes.set({ side });
  follow();
}

/* Asks for the holes of a line that may be next. */
export async function holesAhead(from: State): Promise<void> {
  const query = wantedOf(from);
  if (query) await answers.load(query);
}

export function startHoles(): void {
  state.watch(follow);
  outline.watch(follow);
}
