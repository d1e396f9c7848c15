// api.ts - requests to the server, as docs/http.schema.json describes them
//
// Addresses are relative: a proxy may serve the page at /books/.

import { createStore } from "../lib/store";
import { knownToken } from "./token";
import type {
  Book,
  Change,
  Closed,
  Edited,
  Found,
  Games,
  Graph,
  Here,
  LiveEvent,
  Hits,
  Holes,
  Lines,
  Losses,
  Outline,
  Picked,
  Players,
  PracticeAnswer,
  PracticeExport,
  PracticeImport,
  PracticeOverview,
  PracticeReply,
  PracticeSession,
  PracticeSolved,
  Preview,
  Puzzles,
  Review,
  Server,
  Session,
  WholeGame,
} from "../lib/types";

export class ApiError extends Error {
  constructor(
    readonly status: number, // 0: no response at all
    message: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export type Params = Record<string, string | number | null | undefined>;

function address(path: string, params: Params = {}): string {
  const query = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return query.length ? `${path}?${query.join("&")}` : path;
}

/* Counts how often the server was away and is back. */
export const link = createStore({ returns: 0 });

const POLL = 2000; // milliseconds
let poll = 0;

/* Asks until the server responds again. */
function awaitServer(): void {
  if (poll) return;
  poll = window.setInterval(() => {
    const health = fetch("health").then(({ ok }) => {
      if (!ok || !poll) return;
      clearInterval(poll);
      poll = 0;
      link.set({ returns: link.get().returns + 1 });
    });
    health.catch(() => {});
  }, POLL);
}

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    awaitServer();
    throw new ApiError(0, "The server is not responding.");
  }
  if (response.ok) return response;
  throw await readError(response);
}

async function readError(response: Response): Promise<ApiError> {
  const text = (await response.text()).trim().replace(/^bad request: /, "");
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const message = typeof body["error"] === "string" ? body["error"] : text;
    return new ApiError(response.status, message, body);
  } catch {
    return new ApiError(response.status, text || response.statusText);
  }
}

async function get<T>(
  path: string,
  params?: Params,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(address(path, params), {
    signal: signal ?? null,
  });
  return (await response.json()) as T;
}

let token: Promise<string> | null = null;

function getToken(): Promise<string> {
  const known = knownToken();
  if (known) return Promise.resolve(known);
  token ??= get<Session>("api/session")
    .then((session) => session.token)
    .catch((error: unknown) => {
      token = null;
      throw error;
    });
  return token;
}

async function postFor(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const binary = body instanceof Blob;
  const sendWith = (token: string) =>
    send(path, {
      method: "POST",
      headers: {
        "X-Tabia-Token": token,
        "Content-Type": binary
          ? "application/octet-stream"
          : "application/json",
        ...headers,
      },
      body: binary ? body : JSON.stringify(body),
      signal,
    });
  const known = await getToken();
  return sendWith(known).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    // A server that was restarted has another token.
    token = null;
    const fresh = await getToken();
    if (fresh === known) throw error;
    return sendWith(fresh);
  });
}

async function post<T>(
  path: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  const response = await postFor(path, body, headers);
  return (await response.json()) as T;
}

/* As postFor, but a visitor of a read-only server has no token. */
function postAs(
  isVisitor: boolean,
  path: string,
  body: unknown,
  signal: AbortSignal | null = null,
): Promise<Response> {
  if (!isVisitor) return postFor(path, body, {}, signal);
  return send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

async function practise<T>(
  isVisitor: boolean,
  what: string,
  params: Params,
  body: object,
): Promise<T> {
  const path = address(`api/practice${what}`, params);
  return (await (await postAs(isVisitor, path, body)).json()) as T;
}

/* Reads a response of one JSON value per line, as it comes. */
async function readLines<T>(
  response: Response,
  onLine: (value: T) => void,
): Promise<void> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) if (line) onLine(JSON.parse(line) as T);
  }
}

/* What identifies this page to the server's engines. */
const visitor = Math.random().toString(36).slice(2);

export interface Query {
  book: string | null;
  fen: string;
  play: string;
  sources?: string | undefined;
  moves?: number | undefined;
  ratings?: string | undefined;
  speeds?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  imports?: string | undefined;
  player?: string | undefined;
  color?: string | undefined;
}

/* What has a side, and counts the games of all players. */
const ofAll = (query: Query) => ({ ...query, player: null, color: null });

/* A page of games; 'after' is the end of the page before. */
export interface GamesQuery extends Query {
  sort: "rating" | "date";
  limit: number;
  after?: string | undefined;
}

/* If a token is needed and this tab has none, it is read-only. */
async function books(imports?: string): Promise<Server> {
  const server = await get<Server>("api/books", { imports });
  if (!server.needsToken || knownToken()) return server;
  const list = server.books.map((book) => ({ ...book, editable: false }));
  return { ...server, readOnly: true, live: null, books: list };
}

export const api = {
  books,
  find: (query: Query, signal?: AbortSignal) =>
    get<Found>("api/find", { ...query }, signal),
  here: (query: Query, signal?: AbortSignal) =>
    get<Here>("api/here", { ...query }, signal),
  outline: (query: Query, limit: number, signal?: AbortSignal) =>
    get<Outline>(
      "api/outline",
      { book: query.book, fen: query.fen, play: query.play, limit },
      signal,
    ),
  graph: (query: Query, limit: number, side: string, signal?: AbortSignal) =>
    get<Graph>("api/graph", { ...ofAll(query), limit, side }, signal),
  search: (book: string | null, q: string, signal?: AbortSignal) =>
    get<Hits>("api/search", { book, q, limit: 12 }, signal),
  players: (book: string, q: string, signal: AbortSignal) =>
    get<Players>("api/players", { book, q, limit: 6 }, signal),
  lines: (query: Query, side: string, limit: number) =>
    get<Lines>("api/lines", { ...query, side, limit }),
  /* The move of a book, or of a store with its filters. */
  pick: (query: Query, seed: number) =>
    get<Picked>("api/pick", { ...query, sources: null, seed }),
  reply: (query: Query, source: string | undefined, seed: number) =>
    get<PracticeReply>("api/reply", { ...query, sources: null, source, seed }),
  puzzles: (book: string) => get<Puzzles>("api/puzzles", { book }),
  losses: (book: string, format: string) =>
    get<Losses>("api/losses", { book, format }),
  exportAddress: (book: string, format: string) =>
    address("api/export", { book, format }),
  games: (query: GamesQuery, signal?: AbortSignal) =>
    get<Games>("api/games", { ...query, sources: null }, signal),
  game: (book: string, id: string, source: string | null) =>
    get<WholeGame>("api/game", { book, id, source }),
  holes: (
    query: Query,
    side: string,
    source: string | undefined,
    limit: number,
    signal?: AbortSignal,
  ) =>
    get<Holes>(
      "api/holes",
      { ...ofAll(query), sources: null, side, source, limit },
      signal,
    ),
  sheetAddress: (book: string) => address("api/sheet", { book }),

  edit: (book: string, revision: number, changes: Change[]) =>
    post<Edited>("api/edit", { book, revision, changes }),
  preview: (book: string, revision: number, changes: Change[]) =>
    post<Preview>("api/preview", { book, revision, changes }),
  undo: (book: string, revision: number) =>
    post<Edited>("api/undo", { book, revision }),
  redo: (book: string, revision: number) =>
    post<Edited>("api/redo", { book, revision }),
  save: (book: string, revision: number, confirm: boolean) =>
    post<Edited>("api/save", { book, revision, ...(confirm && { confirm }) }),
  importFile: (file: File, as?: "book" | "games") =>
    post<Book>(address("api/import", { as }), file, {
      "X-File-Name": encodeURIComponent(file.name),
    }),
  review: (params: Params, games: Blob) =>
    post<Review>(address("api/review", params), games),
  /* Empty, or a copy of the book 'from'. */
  newBook: (title: string, side: string, format: string, from?: string) =>
    post<Book>("api/new", {
      title,
      format,
      ...(side && { side }),
      ...(from && { from }),
    }),
  close: (book: string) => post<Closed>("api/close", { book }),

  session: (isVisitor: boolean, params: Params, body: object) =>
    practise<PracticeSession>(isVisitor, "", params, body),
  answer: (isVisitor: boolean, params: Params, body: object) =>
    practise<PracticeAnswer>(isVisitor, "/answer", params, body),
  overview: (isVisitor: boolean, params: Params, body: object) =>
    practise<PracticeOverview>(isVisitor, "/overview", params, body),
  solved: (isVisitor: boolean, params: Params, body: object) =>
    practise<PracticeSolved>(isVisitor, "/solved", params, body),
  exportProgress: (book: string) =>
    practise<PracticeExport>(false, "/export", { book }, {}),
  importProgress: (isVisitor: boolean, params: Params, body: object) =>
    practise<PracticeImport>(isVisitor, "/import", params, body),

  /* What the engine thinks, until 'signal'; a read-only server has no token. */
  live: async (
    fen: string,
    lines: number,
    readOnly: boolean,
    signal: AbortSignal,
    onEvent: (event: LiveEvent) => void,
  ) => {
    const body = { fen, lines, visitor };
    const response = await postAs(readOnly, "api/live", body, signal);
    await readLines(response, onEvent);
  },
};
