// url.ts - everything that a link should show, as an address
//
//   ?book=&fen=&play=&tab=&sources=&side=&ratings=&speeds=&since=&until=
//   &player=&color=&new=&holes=&game=
//
// The parameters are those of the server, so that an address can be turned
// into a request by hand. mode=edit switches on adding.

import { START } from "../lib/fen";
import { filterQuery, parseFilters, playerQuery, type Filters } from "./filters";
import type { Color } from "../lib/types";

export const TABS = [
  "here",
  "tree",
  "holes",
  "games",
  "map",
  "practise",
] as const;
export type Tab = (typeof TABS)[number];

/* True for those below the table, one of which is always shown there. */
export function isLower(tab: Tab): boolean {
  return tab !== "here" && tab !== "tree";
}

export interface PageAddress {
  book: string | null; // null: the first
  fen: string;
  play: string[];
  tab: Tab;
  sources: string[] | null; // null: as the server chooses them
  side: Color | null; // at the bottom; null: the book's
  filters: Filters;
  holes: string; // from where on: "here", "whole", moves; "": as is sensible
  game: string | null; // on the board: STORE/ID
}

const MAX_PLIES = 400;

const isMove = (text: string) => /^[a-h][1-8][a-h][1-8][nbrq]?$/.test(text);

export function isMoves(text: string): boolean {
  return text.split(",").every(isMove);
}

export function parseAddress(search: string): PageAddress {
  const query = new URLSearchParams(search);
  const play = (query.get("play") ?? "")
    .split(",")
    .map((move) => move.trim().toLowerCase())
    .filter(isMove);
  const side = query.get("side");
  const holes = query.get("holes") ?? "";
  const tab = query.get("tab");
  const isRange = holes === "here" || holes === "whole" || isMoves(holes);
  return {
    book: query.get("book") || null,
    fen: query.get("fen")?.replace(/_/g, " ").trim() || START,
    play: play.slice(0, MAX_PLIES),
    tab: TABS.find((one) => one === tab) ?? "here",
    sources: query.has("sources")
      ? query.get("sources")!.split(",").filter(Boolean)
      : null,
    side: side === "white" || side === "black" ? side : null,
    filters: parseFilters((key) => query.get(key)),
    holes: isRange ? holes : "",
    game: query.get("game") || null,
  };
}

/* Spaces and slashes of a FEN need not look like %20 and %2F. */
function readable(text: string): string {
  return encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/%2F/g, "/")
    .replace(/%2C/g, ",");
}

export function formatAddress(address: PageAddress): string {
  const parts: string[] = [];
  const add = (key: string, value: string | null) => {
    if (value !== null) parts.push(`${key}=${readable(value)}`);
  };
  add("book", address.book);
  if (address.fen !== START) add("fen", address.fen);
  if (address.play.length) add("play", address.play.join(","));
  if (address.tab !== "here") add("tab", address.tab);
  // An empty list is not the same as none.
  add("sources", address.sources && address.sources.join(","));
  add("side", address.side);
  const { filters } = address;
  const asked = { ...filterQuery(filters), ...playerQuery(filters) };
  for (const [key, value] of Object.entries(asked)) add(key, value);
  add("new", address.filters.news || null);
  add("holes", address.holes || null);
  add("game", address.game || null);
  return parts.length ? `?${parts.join("&")}` : "./";
}
