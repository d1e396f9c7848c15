// games.tsx - sample games of a position

import { useState } from "preact/hooks";
import { api } from "../../model/api";
import { Dialog } from "../dialog";
import { monthText, resultText } from "../../lib/format";
import { currentBook, play } from "../../model/state";
import type { Game, LegalMove, Player } from "../../lib/types";

const nameOf = (player: Player) => player.name || "?";
const ratingOf = (player: Player) => (player.rating ? player.rating : "");

function GameText({ game, onClose }: { game: Game; onClose: () => void }) {
  const [text, setText] = useState<string | null>(null);
  const [requested, setRequested] = useState(false);
  if (!requested) {
    setRequested(true);
    api
      .game(currentBook()?.id ?? "", game.id)
      .then(setText)
      .catch((error: Error) => setText(error.message));
  }
  return (
    <Dialog
      title={`${nameOf(game.white)} – ${nameOf(game.black)}`}
      onClose={onClose}
    >
      <pre class="pgn" tabIndex={0}>
        {text ?? "…"}
      </pre>
      {text && (
        <p class="actions">
          <button onClick={() => void navigator.clipboard?.writeText(text)}>
            Copy
          </button>
        </p>
      )}
    </Dialog>
  );
}

function GameRow(props: {
  game: Game;
  legal: LegalMove[];
  onOpen: () => void;
}) {
  const { game, onOpen } = props;
  const move = props.legal.find((legal) => legal.uci === game.uci);
  return (
    <tr>
      <td>
        <button class="link" onClick={onOpen}>
          {nameOf(game.white)} – {nameOf(game.black)}
        </button>
      </td>
      <td class="number ratings">
        {ratingOf(game.white)} {ratingOf(game.black)}
      </td>
      <td class={`result ${game.winner ?? "draw"}`}>{resultText(game)}</td>
      <td>
        {move && (
          <button class="san" onClick={() => play(move)}>
            {move.san}
          </button>
        )}
      </td>
      <td class="number">{game.month ? monthText(game.month) : game.year}</td>
    </tr>
  );
}

export function Games(props: {
  title: string;
  games: Game[];
  legal: LegalMove[];
}) {
  const { title, games, legal } = props;
  const [open, setOpen] = useState<Game | null>(null);
  if (!games.length) return null;
  return (
    <section class="games">
      <h3>{title}</h3>
      <table>
        <thead class="hidden">
          <tr>
            <th scope="col">Players</th>
            <th scope="col">Ratings</th>
            <th scope="col">Result</th>
            <th scope="col">Move</th>
            <th scope="col">Date</th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <GameRow
              key={game.id}
              game={game}
              legal={legal}
              onOpen={() => setOpen(game)}
            />
          ))}
        </tbody>
      </table>
      {open && <GameText game={open} onClose={() => setOpen(null)} />}
    </section>
  );
}
