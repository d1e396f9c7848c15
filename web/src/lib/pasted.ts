// pasted.ts - a position, moves or games that were typed, pasted or dropped
//
// Moves are read as people and programs write them, and in several languages;
// without a request, because the move field answers at once.

import { isPosition, legalMoves, playUci } from "./chess";
import { shownSquares, START } from "./fen";
import type { LegalMove } from "./types";

export type Pasted =
  | { kind: "position"; fen: string }
  | { kind: "moves"; fen: string; play: string[] }
  | { kind: "games"; text: string }
  | { kind: "wrong"; problem: string };

/* Letters of king, queen, rook, bishop and knight; English comes first. */
const LANGUAGES =
  "KQRBN KDTLS RDTFC RDTAC RDTBC KDTLP KHWGS KDVSJ KVBFH KDTLR RDTNC".split(" ");

/* A move without its number and marks, and with letters for figurines. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/([\u2654-\u265f])[\ufe0e\ufe0f]?/g, (_, piece: string) =>
      "KQRBNP".charAt((piece.charCodeAt(0) - 0x2654) % 6),
    )
    .replace(/^\d*\s*[.…]+\s*/, "")
    .replace(/[‐‑–—−]/g, "-")
    .replace(/(\s*e\.?p\.?)?[-+#†‡!?⁇⁈⁉‼□⩲⩱±∓∞=\s]*$/, "")
    .replace(/^[0o]-[0o](-[0o])?$/i, (_, long) => (long ? "O-O-O" : "O-O"));
}

const SHAPE =
  /^([A-Z]?)([a-h]?)([1-8]?)[-x:×]?([a-h])([1-8]?)[=(/]?([A-Z]?)\)?$/;

/* The legal moves that fit, if the pieces have these letters. */
function fitting(legal: LegalMove[], text: string, letters: string): LegalMove[] {
  const [all, letter, ...others] = SHAPE.exec(text) ?? [];
  const [file, rank, , toRank, promotion] = others;
  if (!all || (!toRank && (letter || rank || !file))) return []; // but "ed"
  const english = (own: string) => "KQRBNP".charAt(`${letters}P`.indexOf(own));
  const becomes = promotion ? english(promotion).toLowerCase() : "q";
  return legal.filter(({ uci, san }) => {
    const piece = /^[A-Z]?/.exec(san)![0] || "P";
    // Two whole squares need no letter.
    const isPiece = letter
      ? piece === english(letter)
      : piece === "P" || (file && rank);
    return (
      isPiece &&
      piece !== "O" &&
      (uci[4] ? uci[4] === becomes : !promotion) &&
      others.slice(0, 4).every((part, i) => !part || part === uci[i])
    );
  });
}

/*
 * The legal move that was typed: SAN, short or long, however loosely written,
 * or UCI; in another language if only one move can be meant.
 */
export function typedMove(
  legal: LegalMove[],
  text: string,
  languages = LANGUAGES,
): LegalMove | undefined {
  const typed = plain(text);
  const lower = typed.toLowerCase();
  const known = legal.find(
    (move) =>
      move.uci === lower ||
      (move.san.startsWith("O") &&
        (move.san.replace(/[+#]/, "") === typed ||
          shownSquares(move).join("") === lower.replace(/^k|-/g, ""))),
  );
  if (known) return known;
  const [first = "", ...others] = languages;
  const upper = (at: RegExp) => (one: string) =>
    one.replace(at, (letter) => letter.toUpperCase());
  const ways = [typed, upper(/^./)(typed)]; // "b" may be a file
  for (const way of [...ways, ...ways.map(upper(/[a-z]\)?$/))]) {
    let found = fitting(legal, way, first);
    // A letter that English has means what it means there.
    if (!found.length && !/[KQRBN]/.test(way))
      found = others.flatMap((letters) => fitting(legal, way, letters));
    if (found.length) return new Set(found).size === 1 ? found[0] : undefined;
  }
  return undefined;
}

/* The words of a line that may be moves, without comments and numbers. */
function wordsOf(text: string): string[] {
  return text
    .replace(/\{[^}]*\}|\$\d+/g, " ")
    .replace(/(^|[\s,])\d+\s*[.…]+/g, " ")
    .split(/[\s,]+/)
    .filter((word) => !/^(1-0|0-1|(1\/2|½)-(1\/2|½)|\*|\d*|e\.?p\.?|[-.…!?+=±∓]+)$/.test(word));
}

/* The moves up to the first word that is not a move, in one language. */
function playWords(words: string[], start: string): LegalMove[] {
  let best: LegalMove[] = [];
  const isForeign = words.some((word) => /^[AC-JLMPS-Z][a-h1-8x:-]/.test(word));
  for (const letters of isForeign ? LANGUAGES : LANGUAGES.slice(0, 1)) {
    const moves: LegalMove[] = [];
    let fen = start;
    for (const word of words) {
      const move = typedMove(legalMoves(fen), word, [letters]);
      if (!move) break;
      moves.push(move);
      fen = playUci(fen, move.uci);
    }
    if (moves.length > best.length) best = moves;
  }
  return best;
}

/* The main line of a game in PGN, and where it begins. */
export function readGame(text: string): { fen: string; moves: LegalMove[] } {
  const tags = /^(\s*\[[^\n]*\n)*/.exec(text)![0];
  const fen = /\[FEN\s+"([^"]+)"/.exec(tags)?.[1] ?? START;
  let line = text.slice(tags.length).replace(/\{[^}]*\}|;.*$/gm, " ");
  for (let before = ""; before !== line; ) {
    before = line;
    line = line.replace(/\([^()]*\)/g, " "); // the innermost variations
  }
  return { fen, moves: playWords(wordsOf(line), fen) };
}

/* A FEN, perhaps cut short; blanks may be those of an address. */
const FEN =
  /((?:[pnbrqk1-8]+\/){7}[pnbrqk1-8]+)(?:[\s_]+([wb])(?:[\s_]+(-|[kqa-h]+)(?:[\s_]+(-|[a-h][36])(?:[\s_]+(\d+)(?:[\s_]+(\d+))?)?)?)?(?![\w.]))?/i;

const wrong = (problem: string): Pasted => ({ kind: "wrong", problem });

/* Moves from a position on, and how many words are moves before one is not. */
function readMoves(text: string, fen: string): { read: Pasted; count: number } {
  const words = wordsOf(text);
  const moves = playWords(words, fen);
  const count = moves.length;
  const word = words[count];
  const after = count ? ` after “${words[count - 1]}”` : "";
  const play = moves.map((move) => move.uci);
  const read: Pasted = word
    ? wrong(`“${word}”${after} is not a legal move`)
    : { kind: "moves", fen, play };
  return { read, count };
}

/*
 * What the text is; null for anything else, such as a name. Moves may go on
 * from the position 'here'.
 */
export function readPasted(pasted: string, here: string): Pasted | null {
  const isLink = /^\s*https?:\S+\s*$/.test(pasted);
  const text = isLink
    ? pasted.replace(/\+|%20/g, " ").replace(/%2F/gi, "/").replace(/%2C/gi, ",")
    : pasted.trim().replace(/^(position\s+)?(fen\s+)?/, "");
  const found = FEN.exec(text);
  const hasFen = found && (isLink || !found.index);
  if (hasFen || isLink) {
    const rest = text.slice(hasFen ? found[0].length : 0);
    const moves = isLink
      ? /[?&]play=([^&#]*)/.exec(text)?.[1]
      : /;\s*$/.test(rest) // the operations of an EPD
        ? ""
        : rest.replace(/^\s*moves\b/, "");
    if (!hasFen && !moves)
      return wrong("This link has no position: paste the PGN instead");
    const fen = hasFen
      ? found.slice(1).map((word, i) => word ?? "_w--01"[i]).join(" ")
      : START;
    if (!isPosition(fen)) return wrong(`“${found![1]}” is not a position`);
    return moves?.trim() ? readMoves(moves, fen).read : { kind: "position", fen };
  }
  if (/^\[\w+\s+"/.test(text)) return { kind: "games", text: pasted };
  const line = text.replace(/^startpos(\s+moves\b)?/, "");
  const tries = [START, here].map((fen) => readMoves(line, fen));
  const all = tries.find((one) => one.read.kind === "moves" && one.count);
  if (all) return all.read;
  // A line with variations or comments, without tags.
  if (/[({;]/.test(line) && readGame(line).moves.length)
    return { kind: "games", text: pasted };
  // One move may be the first word of a name: "d4 sidelines".
  const best = tries[tries[1]!.count > tries[0]!.count ? 1 : 0]!;
  return best.count > 1 || /^1\s*\./.test(line) ? best.read : null;
}
