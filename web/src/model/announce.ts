// announce.ts - messages for screen readers, and short notices for everyone

import { createStore } from "../lib/store";

export interface Notice {
  text: string;
  action?: { label: string; run: () => void };
}

export const voice = createStore({
  text: "",
  turn: 0, // so that a repeated text is announced again
  notice: null as Notice | null,
});

const NOTICE_TIME = 8000;
let timer = 0;

export function announce(text: string): void {
  voice.set({ text, turn: voice.get().turn + 1 });
}

/* Shows a notice at the bottom of the page for a few seconds. */
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
