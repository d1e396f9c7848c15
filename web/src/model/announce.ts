// announce.ts - words for screen readers, and short notices for everybody

import { createStore } from "../lib/store";

export interface Notice {
  text: string;
  action?: { label: string; run: () => void };
}

export const voice = createStore({
  text: "",
  turn: 0, // the same words twice are still news
  notice: null as Notice | null,
});

const NOTICE_TIME = 8000;
let timer = 0;

export function announce(text: string): void {
  voice.set({ text, turn: voice.get().turn + 1 });
}

/* A notice at the foot of the page; it goes by itself. */
export function notify(text: string, action?: Notice["action"]): void {
  clearTimeout(timer);
  voice.set({ notice: action ? { text, action } : { text } });
  announce(text);
  timer = window.setTimeout(dismiss, NOTICE_TIME);
}

export function dismiss(): void {
  clearTimeout(timer);
  voice.set({ notice: null });
}
