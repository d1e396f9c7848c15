import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../src/lib/fen";
import type { Departure, Review, ReviewGame } from "../src/lib/types";
import { openedGame } from "../src/model/game_view";
import {
  answeredGaps,
  askedAt,
  closeGames,
  guessPlayers,
  listed,
  openOwnGame,
  playersOf,
  reviewAgain,
  reviewed,
} from "../src/model/review";
import { state } from "../src/model/state";

const game = (white: string, black: string, result: string, moves = "1. e4") =>
  `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n` +
  `${moves} ${result}\n\n`;

test("who the user is", () => {
  const text =
    game("Me", "A", "1-0") +
    game("B", "Me", "0-1") +
    game('C \\"D\\"', "Me", "0-1");
  const players = playersOf(text);
  assert.deepEqual(players[0], ["Me", 3]);
  assert.ok(players.some(([name]) => name === 'C "D"'));
  assert.deepEqual(guessPlayers(players, []), { players: ["Me"], isSure: false });
  assert.deepEqual(guessPlayers(players, ["a", "me"]), {
    players: ["Me", "A"],
    isSure: true,
  });
  assert.deepEqual(guessPlayers(players.slice(1), []).players, []);
  const pair = playersOf(game("Me", "You", "1-0").repeat(3));
  assert.deepEqual(guessPlayers(pair, []).players, []);
});

test("an answered gap is not listed as forgotten", () => {
  const gap = {
    kind: "gap",
    side: "white",
    start: START,
    play: ["e2e4"],
    fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    played: [{ uci: "e7e6", san: "e6", games: 1, score: 0 }],
  } as unknown as Departure;
  const after = askedAt(gap);
  assert.match(after, /^rnbqkbnr\/pppp1ppp\/4p3\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR w/);
  const own = { ...gap, kind: "deviation", fen: after } as Departure;
  assert.equal(askedAt(own), after);
  const from = (departures: Departure[]) => ({
    ...reviewed.get(),
    found: { departures } as Review,
    gaps: [after],
  });
  assert.deepEqual(listed(from([gap])), [gap]);
  assert.equal(answeredGaps(from([gap])), 0);
  assert.deepEqual(listed(from([own])), []);
  assert.equal(answeredGaps(from([own])), 1);
});

test("games that were closed cannot fail any more", async () => {
  globalThis.fetch = () => Promise.reject(new Error("no server"));
  reviewed.set({ book: "one", games: new Blob(["1. e4 *"]) });
  const failing = reviewAgain();
  closeGames();
  await failing;
  assert.equal(reviewed.get().problem, null);
});

test("an own game is not opened in another book", async () => {
  const text = game("Me", "You", "1-0");
  const one = { number: 1, offset: 0, length: text.length, white: "Me" };
  reviewed.set({ book: "one", games: new Blob([text]) });
  const open = () => openOwnGame(one as ReviewGame);
  state.set({ bookId: "one" });
  const opening = open();
  state.set({ bookId: "two" });
  await opening;
  assert.equal(openedGame.get().game, null);
  state.set({ bookId: "one" });
  await open();
  assert.equal(openedGame.get().game?.white.name, "Me");
});
