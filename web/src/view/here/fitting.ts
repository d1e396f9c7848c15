// fitting.ts - the columns for which a table has room
//
// How wide a column is depends on its text, so the table is measured when it is
// drawn, for each position; what leaves there is remembered for a while.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Column, Group } from "./columns";

const NAME_MIN = 130; // pixels; with less it says nothing
const KEPT = 400; // tables

const leaves = (column: Column) => column.leaves ?? 0;

/* The first that leave, by width and by what the table is about. */
const limits = new Map<string, number>();

export function useFitting(all: Group[], about: string) {
  const table = useRef<HTMLTableElement>(null);
  const width = useRef(0);
  const [, draw] = useState(0);
  const redraw = () => draw((count) => count + 1);
  const key = `${width.current} ${about}`;
  const limit = limits.get(key) ?? Infinity;
  const groups = all
    .map((group) => ({
      ...group,
      columns: group.columns.filter(
        (column) => leaves(column) < limit && limit <= (column.comes ?? limit),
      ),
    }))
    .filter((group) => group.columns.length);
  useLayoutEffect(() => {
    const box = table.current?.parentElement;
    if (!box) return;
    if (box.clientWidth !== width.current) {
      width.current = box.clientWidth;
      return redraw();
    }
    const name = box.querySelector<HTMLElement>("td.name");
    const isSmall = name && name.offsetWidth < NAME_MIN;
    if (box.scrollWidth <= box.clientWidth && !isSmall) return;
    const next = Math.max(
      0,
      ...groups.flatMap((group) => group.columns.map(leaves)),
    );
    if (!next) return;
    if (limits.size > KEPT) limits.clear();
    limits.set(key, next);
    redraw();
  });
  useEffect(() => {
    const box = table.current?.parentElement;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth !== width.current) redraw();
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { table, groups };
}
