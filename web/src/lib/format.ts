// format.ts - numbers, evaluations and dates as people read them

import type { Eval, Game } from "./types";

/* 950, 1.2k, 34k, 1.2M, 340M, 1.2G */
export function compact(count: number): string {
  const units: [number, string][] = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ];
  for (const [size, letter] of units) {
    if (count < size) continue;
    const part = count / size;
    const text =
      part < 10 ? (Math.floor(part * 10) / 10).toString() : Math.floor(part);
    return `${text}${letter}`;
  }
  return String(count);
}

/* 1234567 as 1,234,567 */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/* A comment without commands for programs, such as "[%clk 0:10:00]". */
export function proseOf(text: string): string {
  return text.replace(/\[%[^\]]*\]/g, "").trim();
}

/* A share from 0 to 1 as "42%", "<1%" or "0%". */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return "<1%";
  return `${Math.round(share * 100)}%`;
}

/* From White's point of view: "+0.31", "-1.20", "0.00", "#3", "-#3". */
export function evalText(value: Eval): string {
  if (value.mate !== undefined)
    return `${value.mate < 0 ? "-" : ""}#${Math.abs(value.mate)}`;
  const pawns = (value.cp ?? 0) / 100;
  const text = Math.abs(pawns).toFixed(2);
  if (pawns === 0) return text;
  return (pawns > 0 ? "+" : "-") + text;
}

export function evalWords(value: Eval): string {
  if (value.mate !== undefined) {
    const side = value.mate < 0 ? "Black" : "White";
    return `${side} mates in ${Math.abs(value.mate)}`;
  }
  const pawns = (value.cp ?? 0) / 100;
  if (pawns === 0) return "equal";
  const side = pawns > 0 ? "White" : "Black";
  return `${side} is better by ${Math.abs(pawns).toFixed(2)}`;
}

/* From -1 (Black wins) over 0 to 1 (White wins), for colours. */
export function evalLean(value: Eval): number {
  if (value.mate !== undefined) return value.mate < 0 ? -1 : 1;
  return 2 / (1 + Math.exp(-(value.cp ?? 0) / 150)) - 1;
}

/* "1." before White's moves, "1..." before Black's if it comes first. */
export function moveNumber(ply: number, first: boolean): string {
  const number = Math.floor(ply / 2) + 1;
  if (ply % 2 === 0) return `${number}.`;
  return first ? `${number}...` : "";
}

export function resultText(game: Game): string {
  if (game.winner === "white") return "1-0";
  if (game.winner === "black") return "0-1";
  return "½-½";
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/* "2024-03" as "Mar 2024" */
export function monthText(month: string): string {
  const [year, number] = month.split("-");
  const name = MONTHS[Number(number) - 1];
  return name ? `${name} ${year}` : month;
}

/* "2024.03.05" as "5 Mar 2024", "2024.03.??" as "Mar 2024"; of a game. */
export function dateText(date: string): string {
  const [year = "", month = "", day = ""] = date.split(/[.-]/);
  if (!/^\d{4}$/.test(year)) return "";
  const name = MONTHS[Number(month) - 1];
  if (!name) return year;
  return Number(day) ? `${Number(day)} ${name} ${year}` : `${name} ${year}`;
}

/* A file name made of a title, as the original page does it. */
export function fileName(title: string, suffix: string): string {
  const stem = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return (stem || "book") + suffix;
}

/* "1.e4 e5 2.Nf3": the moves of a line that begins after 'ply' plies. */
export function lineText(ply: number, sans: string[], space = ""): string {
  return sans
    .map((san, i) => {
      const number = moveNumber(ply + i, i === 0);
      return number ? number + space + san : san;
    })
    .join(" ");
}
