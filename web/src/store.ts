// store.ts - a value that components can watch

import { useEffect, useState } from "preact/hooks";

export interface Store<T> {
  get(): T;
  set(patch: Partial<T>): void;
  watch(listener: () => void): () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(patch) {
      value = { ...value, ...patch };
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/* The store's value; the component is drawn again whenever it changes. */
export function useStore<T extends object>(store: Store<T>): T {
  const [, redraw] = useState(0);
  useEffect(() => {
    redraw((count) => count + 1); // what changed before we were watching
    return store.watch(() => redraw((count) => count + 1));
  }, [store]);
  return store.get();
}

/* What the browser remembers; a browser that refuses to is no error. */
export const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`tabia.${key}`);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`tabia.${key}`, value);
    } catch {
      // private windows and full disks: nothing is remembered
    }
  },
};
