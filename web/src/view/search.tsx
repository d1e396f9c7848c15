// search.tsx - searching openings by name

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../model/api";
import { announce } from "../model/announce";
import { START } from "../lib/fen";
import { plural } from "../lib/format";
import { jump, state } from "../model/state";
import type { Hit } from "../lib/types";

const PAUSE = 200;

function goTo(hit: Hit): void {
  const ucis = hit.play?.split(",").filter(Boolean) ?? [];
  if (ucis.length) jump({ fen: hit.start ?? START, play: ucis });
  else jump({ fen: hit.fen, play: [] });
}

export function Search() {
  const [text, setText] = useState("");
  const [hits, setHits] = useState<Hit[] | null>(null);
  const [chosen, choose] = useState(0);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const query = text.trim();
    if (query.length < 2) return setHits(null);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      api
        .search(state.get().bookId, query, controller.signal)
        .then((answer) => {
          setHits(answer.hits);
          choose(0);
          announce(plural(answer.hits.length, "opening") + " found");
        })
        .catch(() => {});
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);

  const close = () => {
    setText("");
    setHits(null);
    input.current?.blur();
  };
  const openHit = (hit: Hit | undefined) => {
    if (!hit) return;
    close();
    goTo(hit);
  };
  const onKey = (event: KeyboardEvent) => {
    const count = hits?.length ?? 0;
    if (event.key === "Enter") openHit(hits?.[chosen]);
    else if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count)
      choose((chosen + count - 1) % count);
    else return;
    event.preventDefault();
  };

  return (
    <div class="search">
      <input
        ref={input}
        id="search"
        type="search"
        role="combobox"
        list={undefined}
        placeholder="Search openings"
        aria-label="Search openings by name"
        aria-autocomplete="list"
        aria-expanded={hits !== null}
        aria-controls="search-hits"
        aria-activedescendant={hits?.length ? `hit-${chosen}` : undefined}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => setTimeout(() => setHits(null), 150)}
      />
      <ul id="search-hits" role="listbox" aria-label="Openings" hidden={!hits}>
        {hits?.map((hit, index) => (
          <li
            key={`${hit.name}${hit.fen}`}
            id={`hit-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseDown={(event) => {
              event.preventDefault();
              openHit(hit);
            }}
          >
            {hit.eco && <span class="eco">{hit.eco}</span>} {hit.name}
          </li>
        ))}
        {hits?.length === 0 && (
          <li class="none" role="option" aria-selected="false">
            No openings found.
          </li>
        )}
      </ul>
    </div>
  );
}
