// srs.ts - spaced repetition: when a line is due again
//
// Leitner boxes. A line that is new or due and played without a mistake moves
// up one box and has a longer interval; playing it early changes nothing. A
// line with a mistake goes back to the first box and is due again at once.

export interface Card {
  box: number; // 0 to 6
  due: number; // milliseconds since 1970
  seen: number;
  lapses: number;
}

export type Deck = Record<string, Card>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/* The interval of each box. */
const RESTS = [
  10 * MINUTE,
  DAY,
  3 * DAY,
  7 * DAY,
  16 * DAY,
  35 * DAY,
  90 * DAY,
];

/* Ranks in a session's order, above those of the boxes. */
const FRESH = 10;
const RESTING = 20;

/* From this box on a line counts as learnt. */
const LEARNT_BOX = 3;

export function review(
  card: Card | undefined,
  mistakes: number,
  now: number,
): Card {
  const old = card ?? { box: -1, due: 0, seen: 0, lapses: 0 };
  if (!mistakes && old.due > now) return { ...old, seen: old.seen + 1 };
  const top = RESTS.length - 1;
  const box = mistakes ? 0 : Math.min(Math.max(old.box + 1, 1), top);
  return {
    box,
    due: mistakes ? now : now + RESTS[box]!,
    seen: old.seen + 1,
    lapses: old.lapses + (mistakes ? 1 : 0),
  };
}

export function isDue(card: Card | undefined, now: number): boolean {
  return card !== undefined && card.due <= now;
}

export interface Progress {
  fresh: number;
  due: number;
  resting: number;
  learnt: number; // of those due now or later
}

export function progressOf(keys: string[], deck: Deck, now: number): Progress {
  const progress = { fresh: 0, due: 0, resting: 0, learnt: 0 };
  for (const key of keys) {
    const card = deck[key];
    if (!card) progress.fresh++;
    else if (isDue(card, now)) progress.due++;
    else progress.resting++;
    if (card && card.box >= LEARNT_BOX) progress.learnt++;
  }
  return progress;
}

/*
 * The order of a session: due lines (the lowest boxes first), then new ones,
 * each in random order. Lines that are due later are included only if there are
 * no others.
 */
export function sessionOrder(
  keys: string[],
  deck: Deck,
  now: number,
  random: () => number,
): number[] {
  const rank = (key: string) => {
    const card = deck[key];
    if (!card) return FRESH;
    return isDue(card, now) ? card.box : RESTING;
  };
  const items = keys
    .map((key, index) => ({ index, rank: rank(key), tie: random() }))
    .sort((a, b) => a.rank - b.rank || a.tie - b.tie);
  const wanted = items.filter((item) => item.rank < RESTING);
  return (wanted.length ? wanted : items).map((item) => item.index);
}

/* A short key for a line, the same on every visit. */
export function lineKey(fen: string, ucis: string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const char of `${fen} ${ucis.join(" ")}`) {
    const code = char.charCodeAt(0);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

/* Parses a deck from the browser's storage; drops anything unexpected. */
export function readDeck(text: string | null): Deck {
  const deck: Deck = {};
  let data: unknown = null;
  try {
    data = JSON.parse(text ?? "null");
  } catch {
    return deck;
  }
  if (!data || typeof data !== "object") return deck;
  for (const [key, card] of Object.entries(data as Record<string, Card>)) {
    const numbers = [card?.box, card?.due, card?.seen, card?.lapses];
    if (numbers.every((number) => Number.isFinite(number))) deck[key] = card;
  }
  return deck;
}
