// game_moves.tsx - the game on the board: its moves, and where it left the book

import { useEffect, useRef } from "preact/hooks";
import { notify } from "../../model/announce";
import { plyOf } from "../../lib/fen";
import { dateText, moveNumber } from "../../lib/format";
import {
  leavesBook,
  openedGame,
  plyOnBoard,
  showPly,
  type ShownGame,
} from "../../model/game_view";
import { bookOf, state } from "../../model/state";
import { useStore, whole } from "../../lib/store";

async function copyPgn(pgn: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(pgn);
    notify("Copied the game as PGN.");
  } catch {
    notify("The browser does not allow copying; use Download.");
  }
}

function LeftBook(props: { game: ShownGame; title: string }) {
  const { game, title } = props;
  const left = leavesBook(game.moves);
  const first = plyOf(game.fen);
  if (left === null)
    return <p class="hint">All moves of this game are in “{title}”.</p>;
  if (left === 0)
    return <p class="hint">The first move is not in “{title}”.</p>;
  const move = game.moves[left]!;
  return (
    <p class="left-book">
      Left “{title}” with{" "}
      <button class="link" onClick={() => showPly(left + 1)}>
        {moveNumber(first + left, true)}
        {move.san}
      </button>
    </p>
  );
}

function Moves({ game }: { game: ShownGame }) {
  const ply = useStore(state, () => plyOnBoard(game));
  const left = leavesBook(game.moves);
  const first = plyOf(game.fen);
  const list = useRef<HTMLOListElement>(null);
  // Scrolls the list, and nothing else.
  useEffect(() => {
    const box = list.current;
    const move = box?.querySelector<HTMLElement>(".current");
    if (!box || !move) return;
    const top = move.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + 30 > box.scrollTop + box.clientHeight)
      box.scrollTo(0, top - box.clientHeight / 2);
  }, [ply]);
  return (
    <ol class="line game-moves" aria-label="Moves of the game" ref={list}>
      {game.moves.map((move, i) => (
        <li key={i} class={i === left ? "leaves" : undefined}>
          <span class="number">{moveNumber(first + i, i === 0)}</span>
          <button
            class={[
              "san",
              i === ply - 1 && "current",
              move.known && "known",
            ]
              .filter(Boolean)
              .join(" ")}
            aria-current={i === ply - 1 ? "step" : undefined}
            title={move.known ? "In the book" : undefined}
            onClick={() => showPly(i + 1)}
          >
            {move.san}
            {move.known && <span class="hidden"> in the book</span>}
          </button>
        </li>
      ))}
      <li class="result">
        {game.cut ? "…" : game.result.replace(/1\/2/g, "½")}
      </li>
    </ol>
  );
}

export function GameMoves() {
  const { game, source } = useStore(openedGame, whole);
  const title = useStore(state, (from) => bookOf(source, from)?.title);
  if (!game) return null;
  const facts = [
    game.event,
    dateText(game.date),
    game.speed,
    [game.white.rating, game.black.rating].filter(Boolean).join(" – "),
  ];
  const file = `data:application/x-chess-pgn;charset=utf-8,${encodeURIComponent(game.pgn)}`;
  return (
    <section class="game card" aria-label="Game on the board">
      <p class="hint">{facts.filter(Boolean).join(" · ")}</p>
      {source && <LeftBook game={game} title={title || source} />}
      <Moves game={game} />
      {game.cut && (
        <p class="hint">The store has no more moves of this game.</p>
      )}
      <p class="actions">
        <button class="link" onClick={() => void copyPgn(game.pgn)}>
          Copy PGN
        </button>
        <a class="link" href={file} download={`${game.id}.pgn`}>
          Download
        </a>
      </p>
    </section>
  );
}
