// player_choice.tsx - choosing whose games are counted

import { useEffect, useState } from "preact/hooks";
import { api } from "../model/api";
import { grouped } from "../lib/format";
import { useStore } from "../lib/store";
import { setFilters, state } from "../model/state";
import type { NamedPlayer } from "../lib/types";

const TYPING = 300; // milliseconds of silence before a name is looked up

/* One player, by any part of the name, and his or her pieces. */
export function PlayerChoice({ store }: { store: string }) {
  const filters = useStore(state, (from) => from.filters);
  const { player, color } = filters;
  const [text, setText] = useState(player);
  const [found, setFound] = useState<NamedPlayer[] | null>(null);
  const choose = (name: string) => {
    setText(name);
    setFound(null);
    setFilters({ ...filters, player: name, color: name && color });
  };
  useEffect(() => setText(player), [player]);
  useEffect(() => {
    const name = text.trim();
    setFound(null);
    if (name === player) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      if (!name) return choose("");
      api
        .players(store, name, signal)
        .then(({ players }) => !signal.aborted && setFound(players))
        .catch(() => {});
    }, TYPING);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, player, store]);
  return (
    <>
      <label>
        <span class="hidden">Player</span>
        <input
          type="search"
          value={text}
          placeholder="Player"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && found?.[0]) choose(found[0].name);
          }}
        />
      </label>
      {player && (
        <label>
          <span class="hidden">Colour of the player</span>
          <select
            value={color}
            onChange={(event) =>
              setFilters({ ...filters, color: event.currentTarget.value })
            }
          >
            <option value="">both colours</option>
            <option value="white">as White</option>
            <option value="black">as Black</option>
          </select>
        </label>
      )}
      {found && (
        <p class="players" role="status">
          {found.map(({ name, games }) => (
            <button key={name} onClick={() => choose(name)}>
              {name} <small>{grouped(games)}</small>
            </button>
          ))}
          {!found.length && <span class="hint">No such player</span>}
        </p>
      )}
    </>
  );
}
