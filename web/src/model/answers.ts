// answers.ts - answers of the server, kept until a book changes

const KEPT = 400;
const GAP = 60; // milliseconds between requests in a burst

let turn = 0; // of the books
const all: { clear(): void }[] = [];

/* The books have changed: nothing that was answered before is true. */
export function forgetAnswers(): void {
  turn++;
  for (const answers of all) answers.clear();
}

/* Answers of one kind by their queries. */
export class Answers<Q extends object, T> {
  private known = new Map<string, T>();
  private coming = new Map<string, Promise<T>>();

  constructor(private ask: (query: Q, signal?: AbortSignal) => Promise<T>) {
    all.push(this);
  }

  get(query: Q): T | undefined {
    return this.known.get(JSON.stringify(query));
  }

  set(query: Q, answer: T): void {
    this.known.set(JSON.stringify(query), answer);
    const oldest = this.known.keys().next().value;
    if (this.known.size > KEPT && oldest !== undefined)
      this.known.delete(oldest);
  }

  clear(): void {
    this.known.clear();
    this.coming.clear();
  }

  /* What cannot be aborted is requested once, however many want it. */
  load(query: Q, signal?: AbortSignal): Promise<T> {
    const key = JSON.stringify(query);
    const known = this.known.get(key);
    if (known) return Promise.resolve(known);
    const coming = this.coming.get(key);
    if (coming) return coming;
    const asked = turn;
    const answer = this.ask(query, signal)
      .then((found) => {
        if (asked === turn) this.set(query, found);
        return found;
      })
      .finally(() => {
        if (asked === turn) this.coming.delete(key);
      });
    if (!signal) this.coming.set(key, answer);
    return answer;
  }
}

/* One request after another: the next one ends the one before, and of a burst
 * of them most are never sent. */
export class Pace {
  private controller = new AbortController();
  private timer = 0;
  private last = -GAP;

  stop(): void {
    this.controller.abort();
    clearTimeout(this.timer);
  }

  /* At once, so that the request is on its way before the page is drawn. */
  ask(send: (signal: AbortSignal) => void): void {
    this.stop();
    this.controller = new AbortController();
    const { signal } = this.controller;
    const now = performance.now();
    const wait = Math.max(0, this.last + GAP - now);
    this.last = now + wait;
    if (wait) this.timer = window.setTimeout(() => send(signal), wait);
    else send(signal);
  }
}
