// game_bar.tsx - below the board: the game that is open, and the way back

import { closeGame, openedGame } from "../model/game_view";
import { useStore, whole } from "../lib/store";

export function GameBar() {
  const { game, source } = useStore(openedGame, whole);
  if (!game) return null;
  return (
    <p class="game-bar">
      <span>
        {game.white.name || "?"} – {game.black.name || "?"}{" "}
        <b>{game.result.replace(/1\/2/g, "½")}</b>
      </span>
      <button title="Close the game (Escape)" onClick={closeGame}>
        {source ? "Back to the book" : "Close the game"}
      </button>
    </p>
  );
}
