// url.ts - the place in a book as an address: ?book=&fen=&play=&mode=
//
// The names are those of the explorer's interface, so that an address can be
// turned into a request by hand.

import { START } from "../lib/fen";

export const MODES = ["explore", "graph", "edit", "practice"] as const;
export type Mode = (typeof MODES)[number];

export interface Place {
  book: string | null; // null: the first
  fen: string;
  play: string[];
  mode: Mode;
}

const MAX_PLIES = 400;

/* Old links still say "build", the former name of "edit". */
function modeOf(name: string | null): Mode {
  if (name === "build") return "edit";
  return MODES.find((mode) => mode === name) ?? "explore";
}

export function readPlace(search: string): Place {
  const query = new URLSearchParams(search);
  const play = (query.get("play") ?? "")
    .split(",")
    .map((move) => move.trim().toLowerCase())
    .filter((move) => /^[a-h][1-8][a-h][1-8][nbrq]?$/.test(move));
  return {
    book: query.get("book") || null,
    fen: query.get("fen")?.replace(/_/g, " ").trim() || START,
    play: play.slice(0, MAX_PLIES),
    mode: modeOf(query.get("mode")),
  };
}

/* Blanks and slashes of a FEN need not look like %20 and %2F. */
function readable(fen: string): string {
  return encodeURIComponent(fen).replace(/%20/g, "+").replace(/%2F/g, "/");
}

export function writePlace(place: Place): string {
  const parts: string[] = [];
  if (place.book) parts.push(`book=${encodeURIComponent(place.book)}`);
  if (place.fen !== START) parts.push(`fen=${readable(place.fen)}`);
  if (place.play.length) parts.push(`play=${place.play.join(",")}`);
  if (place.mode !== "explore") parts.push(`mode=${place.mode}`);
  return parts.length ? `?${parts.join("&")}` : "./";
}
