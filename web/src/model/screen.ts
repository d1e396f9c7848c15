// screen.ts - whether the page shows one panel at a time, as on a phone

import { createStore } from "../lib/store";

export const screen = createStore({ narrow: false });

export function startScreen(): void {
  // As in style/bench.css.
  const query = matchMedia("(max-width: 700px) and (max-aspect-ratio: 1/1)");
  const update = () => screen.set({ narrow: query.matches });
  query.addEventListener("change", update);
  update();
}
