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
  [14, "⩲", "White is slightly better"],
  [15, "⩱", "Black is slightly better"],
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
  [146, " N", "novelty"],
];

const glyphs = new Map(NAGS.map(([code, glyph]) => [code, glyph]));

export function nagGlyph(code: number): string {
  return glyphs.get(code) ?? `$${code}`;
}
