// url.ts - book, position and mode as an address: ?book=&fen=&play=&mode=
//
// The parameters are those of the explorer, so that an address can be turned
// into a request by hand.

import { START } from "../lib/fen";

export const MODES = ["explore", "graph", "edit", "practice"] as const;
export type Mode = (typeof MODES)[number];

export interface PageAddress {
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

export function parseAddress(search: string): PageAddress {
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

/* Spaces and slashes of a FEN need not look like %20 and %2F. */
function readable(fen: string): string {
  return encodeURIComponent(fen).replace(/%20/g, "+").replace(/%2F/g, "/");
}

export function formatAddress(address: PageAddress): string {
  const parts: string[] = [];
  if (address.book) parts.push(`book=${encodeURIComponent(address.book)}`);
  if (address.fen !== START) parts.push(`fen=${readable(address.fen)}`);
  if (address.play.length) parts.push(`play=${address.play.join(",")}`);
  if (address.mode !== "explore") parts.push(`mode=${address.mode}`);
  return parts.length ? `?${parts.join("&")}` : "./";
}
