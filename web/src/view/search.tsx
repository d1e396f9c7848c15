// search.tsx - the search field: openings by name, or what is pasted into it

import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../model/api";
import { announce } from "../model/announce";
import { plyOf, START } from "../lib/fen";
import { lineText, plural } from "../lib/format";
import { Icon } from "./icons";
import { openPasted } from "./import";
import { readPasted, type Pasted } from "../lib/pasted";
import { currentFen, jump, state, stepsOf } from "../model/state";
import type { Hit } from "../lib/types";

const PAUSE = 200;

const playOf = (hit: Hit) => hit.play?.split(",").filter(Boolean) ?? [];

/* "1.e4 c5 2.Nf3": hits may have the same name. */
function movesTo(hit: Hit): string {
  const start = hit.start ?? START;
  const steps = stepsOf(start, playOf(hit));
  return lineText(plyOf(start), steps.map((step) => step.san));
}

function goTo(hit: Hit): void {
  const ucis = playOf(hit);
  if (ucis.length) jump({ fen: hit.start ?? START, play: ucis });
  else jump({ fen: hit.fen, play: [] });
}

const WORDS = {
  position: "Go to this position",
  moves: "Play these moves",
  games: "Open these games for this visit",
};

export function Search() {
  const [text, setText] = useState("");
  const [hits, setHits] = useState<Hit[] | null>(null);
  const [read, setPasted] = useState<Pasted | null>(null);
  const [chosen, choose] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // What is no line may be a name.
  const pasted = read?.kind === "wrong" && hits?.length ? null : read;

  useEffect(() => {
    const query = text.trim();
    const found = query ? readPasted(text, currentFen()) : null;
    setPasted(found);
    if (query.length < 2 || (found && /pos|game/.test(found.kind)))
      return setHits(null);
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
    setPasted(null);
    input.current?.blur();
  };
  const openHit = (hit: Hit | undefined) => {
    if (!hit) return;
    close();
    goTo(hit);
  };
  const onKey = (event: KeyboardEvent) => {
    const count = hits?.length ?? 0;
    if (event.key === "Enter" && pasted) {
      close();
      openPasted(pasted);
    } else if (event.key === "Enter") openHit(hits?.[chosen]);
    else if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count)
      choose((chosen + count - 1) % count);
    else return;
    event.preventDefault();
  };

  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={input}
        id="search"
        type="search"
        role="combobox"
        list={undefined}
        placeholder="Opening, FEN"
        aria-label="Search openings, or paste a position, moves or PGN"
        aria-autocomplete="list"
        aria-expanded={hits !== null || pasted !== null}
        aria-controls="search-hits"
        aria-activedescendant={hits?.length ? `hit-${chosen}` : undefined}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          // A field of one line would drop the line breaks.
          const data = event.clipboardData?.getData("text") ?? "";
          if (!/\n/.test(data)) return;
          event.preventDefault();
          const found = readPasted(data, currentFen());
          if (!found) return setText(data.replace(/\s+/g, " "));
          close();
          openPasted(found);
        }}
        onKeyDown={onKey}
        onBlur={() =>
          setTimeout(() => {
            if (document.activeElement === input.current) return;
            setHits(null);
            setPasted(null);
          }, 150)
        }
      />
      <ul id="search-hits" role="listbox" aria-label="Openings" hidden={!hits && !pasted}>
        {pasted && (
          <li
            class="pasted"
            role="option"
            aria-selected="true"
            onMouseDown={(event) => {
              event.preventDefault();
              close();
              openPasted(pasted);
            }}
          >
            {pasted.kind === "wrong" ? pasted.problem : WORDS[pasted.kind]}
          </li>
        )}
        {hits?.map((hit, index) => (
          <li
            key={`${hit.name}${hit.fen}`}
            id={`hit-${index}`}
            role="option"
            aria-selected={!pasted && index === chosen}
            onMouseDown={(event) => {
              event.preventDefault();
              openHit(hit);
            }}
          >
            {hit.eco && <span class="eco">{hit.eco}</span>} {hit.name}{" "}
            <small>{movesTo(hit)}</small>
          </li>
        ))}
        {hits?.length === 0 && !pasted && (
          <li class="none" role="option" aria-selected="false">
            No openings found.
          </li>
        )}
      </ul>
    </div>
  );
}
