// store.ts - a value that components can watch

import { useEffect, useRef, useState } from "preact/hooks";

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

/* Equal values, or objects and lists with equal members. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!a || !b || typeof a !== "object" || typeof b !== "object") return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) =>
      Object.is(value, (b as Record<string, unknown>)[key]),
    )
  );
}

/*
 * What 'select' takes from the store. The component is rendered again only when
 * that changes.
 */
export function useStore<T extends object, S>(
  store: Store<T>,
  select: (value: T) => S,
): S {
  const [, redraw] = useState(0);
  const selected = select(store.get());
  const drawn = useRef({ select, selected });
  drawn.current = { select, selected };
  useEffect(() => {
    const compare = () => {
      const { select, selected } = drawn.current;
      if (!isSame(selected, select(store.get()))) redraw((count) => count + 1);
    };
    compare(); // what changed before we were watching
    return store.watch(compare);
  }, [store]);
  return selected;
}

const LATER = 60; // milliseconds of rest before what is less urgent
const LATEST = 500;
const FIRST = 400; // ... after which the page is usable

/*
 * Like useStore, but not at once: null at first, and after each change when the
 * page is idle and 'isReady'. For what must not make a step slower.
 */
export function useLater<T extends object, S>(
  store: Store<T>,
  select: (value: T) => S,
  isReady: (value: T) => boolean,
): S | null {
  const [shown, show] = useState<S | null>(null);
  const last = useRef<S | null>(null);
  useEffect(() => {
    let timer = 0;
    let idle = 0;
    const update = () => {
      const value = store.get();
      const next = select(value);
      if (!isReady(value) || isSame(next, last.current)) return;
      last.current = next;
      show(next);
    };
    const wait = (rest: number) => {
      clearTimeout(timer);
      if (isSame(select(store.get()), last.current)) return;
      timer = window.setTimeout(() => {
        // Safari does not know when it is idle.
        if ("requestIdleCallback" in window)
          idle = requestIdleCallback(update, { timeout: LATEST });
        else update();
      }, rest);
    };
    wait(FIRST);
    const stop = store.watch(() => wait(last.current ? LATER : FIRST));
    return () => {
      stop();
      clearTimeout(timer);
      if (idle) cancelIdleCallback(idle);
    };
  }, [store]);
  return shown;
}

/* A selector of some members: useStore(state, fields("at", "steps")). */
export function fields<T extends object, K extends keyof T>(...keys: K[]) {
  return (value: T) =>
    Object.fromEntries(keys.map((key) => [key, value[key]])) as Pick<T, K>;
}

/* The selector of everything, for components that show a whole store. */
export const whole = <T>(value: T): T => value;

/* The browser's storage; it is not an error if there is none. */
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
      // private windows and full disks: nothing is stored
    }
  },
};
