// drill.ts - practising cards: the way to a position, the queue, judging
//
// A drill is one card that is being asked; it is a value, and every step gives a
// new one. The moves to its position are played out, then the user moves.

import { fenKey } from "./graph_data";
import type { LegalMove, PracticeAnswer, PracticeCard } from "../lib/types";

/* A line: moves from a position. */
export interface Route {
  start: string;
  play: string[];
}

/*
 * way: the moves to the position are played out; asked: the user is to move;
 * judged: the server is asked; wrong: a wrong move is shown; shown: the right
 * one is shown and has to be played; right; end: right, and the line ends.
 */
export type Phase =
  | "way"
  | "asked"
  | "judged"
  | "wrong"
  | "shown"
  | "right"
  | "end";

export interface Drill {
  card: AskedCard;
  at: number; // moves of 'card.play' on the board
  phase: Phase;
  isHinted: boolean; // the piece was shown
  played: LegalMove | null; // the user's move, from 'judged' on
  answer: PracticeAnswer | null;
}

/* A card of a session; after a mistake it is asked again. */
export type AskedCard = PracticeCard & { asked: LegalMove; isAgain?: boolean };

export function askedCards(cards: PracticeCard[]): AskedCard[] {
  return cards.flatMap((card) =>
    card.asked ? [{ ...card, asked: card.asked }] : [],
  );
}

/* How many moves two lines have in common; 0 if they start differently. */
export function commonMoves(one: Route | null, other: Route): number {
  if (one?.start !== other.start) return 0;
  const differs = other.play.findIndex((uci, i) => uci !== one.play[i]);
  return differs < 0 ? other.play.length : differs;
}

/* Asks a card. The board is where the line before it left that of the card. */
export function startDrill(card: AskedCard, before: Route | null): Drill {
  const at = commonMoves(before, card);
  const phase = at < card.play.length ? "way" : "asked";
  const none = { isHinted: false, played: null, answer: null };
  return { card, at, phase, ...none };
}

/* The next move on the way to the position. */
export function playOn(drill: Drill): Drill {
  const at = drill.at + 1;
  return { ...drill, at, phase: at < drill.card.play.length ? "way" : "asked" };
}

/* The line with the move that was right, or that was played in the end. */
export function lineAfter({ card, played }: Drill): Route {
  return { start: card.start, play: [...card.play, (played ?? card.asked).uci] };
}

/*
 * The queue after an answer: the first card leaves it, and comes back at its end
 * if the answer was wrong. So a session ends when every card was right once.
 */
export function afterAnswer(queue: AskedCard[], isRight: boolean): AskedCard[] {
  const [card, ...rest] = queue;
  if (!card || isRight) return rest;
  return [...rest, { ...card, isAgain: true }];
}

/*
 * Puts a card first that goes on with the line: the one after the reply that was
 * drawn, else after any other. Due cards stay before new ones.
 */
export function continued(
  queue: AskedCard[],
  line: Route,
  fenAfterReply: string | null,
): AskedCard[] {
  const first = queue[0];
  if (!first || first.isAgain) return queue;
  const choice = queue.filter(
    (card) => !card.isAgain && card.state === first.state,
  );
  const wanted = fenAfterReply && fenKey(fenAfterReply);
  const next =
    choice.find((card) => fenKey(card.fen) === wanted) ??
    choice.find(
      (card) =>
        card.play.length === line.play.length + 1 &&
        commonMoves(card, line) === line.play.length,
    );
  return next ? [next, ...queue.filter((card) => card !== next)] : queue;
}

/* What a session came to. */
export interface Tally {
  right: number; // at the first attempt
  hinted: number; // of these, after a hint
  fresh: number; // asked for the first time ever
  wrong: AskedCard[];
}

export const NO_TALLY: Tally = { right: 0, hinted: 0, fresh: 0, wrong: [] };

export function counted(tally: Tally, drill: Drill): Tally {
  const { card, answer } = drill;
  if (!answer || card.isAgain) return tally;
  return {
    right: tally.right + (answer.right ? 1 : 0),
    hinted: tally.hinted + (answer.grade === "hard" ? 1 : 0),
    fresh: tally.fresh + (card.state === "new" && answer.recorded ? 1 : 0),
    wrong: answer.right ? tally.wrong : [...tally.wrong, card],
  };
}
