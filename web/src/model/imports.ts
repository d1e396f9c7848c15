// imports.ts - the files that this browser has opened for this visit
//
// The server lists them only for those who know their ids, which are made of
// the files' content.

import { memory } from "../lib/store";

const MAX = 16; // as many as the server keeps

export function knownImports(): string[] {
  return (memory.get("imports") ?? "").split(",").filter(Boolean);
}

export function setImports(ids: string[]): void {
  memory.set("imports", [...new Set(ids)].slice(-MAX).join(","));
}

/* The parameter of requests; undefined: none. */
export function importsQuery(): string | undefined {
  return knownImports().join(",") || undefined;
}

/* Those that a link names are known from then on. */
export function addImports(ids: (string | null)[]): void {
  const isImport = (id: string | null): id is string =>
    /^(import|games)-[0-9a-f]{16}/.test(id ?? "");
  const found = ids.filter(isImport);
  if (found.length) setImports([...knownImports(), ...found]);
}
