// learnt.ts - how well the positions of a book are remembered, for the map

import { askOverview } from "./progress";
import type { Color, PracticeOverview } from "../lib/types";

/* Retention, 0 to 1, by the id of a position; absent: not practised. */
export type Learnt = Map<number, number>;

export function retentions(
  overview: Pick<PracticeOverview, "positions">,
): Learnt {
  return new Map(
    overview.positions.flatMap(({ id, retention }) =>
      retention === undefined ? [] : [[id, retention] as const],
    ),
  );
}

export async function learntOf(book: string, side: Color): Promise<Learnt> {
  return retentions(await askOverview({ book, side }));
}
