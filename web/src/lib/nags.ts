// nags.ts - annotation symbols (NAGs)

export const NAGS: [number, string, string][] = [
  [1, "!", "good move"],
  [2, "?", "mistake"],
  [3, "!!", "brilliant move"],
  [4, "??", "blunder"],
  [5, "!?", "interesting move"],
  [6, "?!", "dubious move"],
  [7, "□", "only move"],
  [10, "=", "equal"],
  [13, "∞", "unclear"],
  [14, "+=", "White is slightly better"], // few fonts have one sign for it
  [15, "=+", "Black is slightly better"],
  [16, "±", "White is better"],
  [17, "∓", "Black is better"],
  [18, "+−", "White is winning"],
  [19, "−+", "Black is winning"],
  [22, "⨀", "zugzwang"],
  [32, "⟳", "development"],
  [36, "↑", "initiative"],
  [40, "→", "attack"],
  [44, "=∞", "compensation"],
  [132, "⇆", "counterplay"],
  [138, "⊕", "time trouble"],
  [140, "∆", "with the idea"],
  [146, "N", "novelty"],
];

const byCode = new Map(NAGS.map((row) => [row[0], row]));

export function nagGlyph(code: number): string {
  return byCode.get(code)?.[1] ?? `$${code}`;
}

export function nagWords(code: number): string {
  return byCode.get(code)?.[2] ?? nagGlyph(code);
}

export const MOVE_NAGS = 6; // up to ?!
export const NAGS_MAX = 4; // of a move, in a book

/* Moves are judged by the first nine, positions by those before 22; a move has
 * one of each, and any of the others. */
const kindOf = (code: number) => (code < 10 ? 0 : code < 22 ? 1 : code);

/* Adds an annotation, in place of one of its kind; the same again removes it. */
export function toggleNag(nags: number[], code: number): number[] {
  const others = nags.filter((one) => kindOf(one) !== kindOf(code));
  if (nags.includes(code)) return nags.filter((one) => one !== code);
  return [...others, code].sort((a, b) => a - b);
}

/* After the move: "!? += N". */
export function nagText(nags: number[] = []): string {
  return nags
    .map((code) => (code > MOVE_NAGS ? " " : "") + nagGlyph(code))
    .join("");
}
