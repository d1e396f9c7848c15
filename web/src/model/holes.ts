// holes.ts - the holes of the book, loaded with each step while they are shown

import { Answers, Pace } from "./answers";
import { api, type Query } from "./api";
import {
  currentBook,
  currentQuery,
  firstStore,
  shownTab,
  state,
  type State,
} from "./state";
import { createStore, memory } from "../lib/store";
import type { Color, Holes } from "../lib/types";

interface Wanted {
  query: Query;
  side: Color;
  source: string | undefined;
}

export const holes = createStore({
  isWhole: memory.get("holes") === "whole", // else from the position on
  side: null as Color | null, // chosen, for a book of both sides
  answer: null as Holes | null,
  wanted: "", // what is asked for
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

/* What to ask for, if holes are shown. */
function wantedOf(from: State): Wanted | null {
  const book = currentBook(from);
  if (!book || !from.here || shownTab(from) !== "holes") return null;
  if (book.kind !== "book" && book.kind !== "table") return null;
  const { isWhole } = holes.get();
  return {
    query: {
      ...currentQuery(from),
      ...(isWhole && { fen: "", play: "" }),
      sources: undefined,
    },
    side: book.side ?? chosenSide(from),
    source: firstStore(from)?.id,
  };
}

function follow(): void {
  const from = state.get();
  const query = wantedOf(from);
  if (!query) return;
  const wanted = JSON.stringify([query, currentBook(from)?.revision]);
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

export function setHoles(patch: { isWhole?: boolean; side?: Color }): void {
  if (patch.isWhole !== undefined)
    memory.set("holes", patch.isWhole ? "whole" : "here");
  holes.set(patch);
  follow();
}

/* Asks for the holes of a line that may be next. */
export async function holesAhead(from: State): Promise<void> {
  const query = wantedOf(from);
  if (query) await answers.load(query);
}

export function startHoles(): void {
  state.watch(follow);
}
