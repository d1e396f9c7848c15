// bars.ts - the three parts of a bar of results
//
// A part has text from 16 % on, with a percent sign from 28 %: with less, it
// has no room beside other sources.

import type { Results } from "./types";

export interface Part {
  kind: keyof Results;
  share: number; // of 1
  text: string;
}

const TEXT_FROM = 0.16;
const SIGN_FROM = 0.28;

export function gamesOf(results: Partial<Results>): number {
  return knownOf(results) + (results.unknown ?? 0);
}

export function knownOf(results: Partial<Results>): number {
  return (results.white ?? 0) + (results.draws ?? 0) + (results.black ?? 0);
}

export function partsOf(results: Partial<Results>): Part[] {
  const games = knownOf(results);
  if (games <= 0) return [];
  const kinds = ["white", "draws", "black"] as const;
  return kinds.map((kind) => {
    const share = (results[kind] ?? 0) / games;
    return { kind, share, text: partText(share) };
  });
}

function partText(share: number): string {
  if (share <= TEXT_FROM) return "";
  return Math.round(share * 100) + (share > SIGN_FROM ? "%" : "");
}

/* The bar in words, for screen readers and tooltips. */
export function barWords(results: Partial<Results>): string {
  const [white, draws, black] = partsOf(results).map(
    (part) => `${Math.round(part.share * 100)}%`,
  );
  if (!white) return gamesOf(results) ? "results unknown" : "no games";
  return `White wins ${white}, draws ${draws}, Black wins ${black}`;
}

export function sumResults(all: Partial<Results>[]): Results {
  const sum: Results = { white: 0, draws: 0, black: 0 };
  for (const one of all) {
    sum.white += one.white ?? 0;
    sum.draws += one.draws ?? 0;
    sum.black += one.black ?? 0;
    if (one.unknown) sum.unknown = (sum.unknown ?? 0) + one.unknown;
  }
  return sum;
}
