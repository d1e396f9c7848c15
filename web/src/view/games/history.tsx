// history.tsx - how often the position was played, month by month

import { gamesOf } from "../../lib/bars";
import { grouped, monthText } from "../../lib/format";
import type { Month } from "../../lib/types";

const WIDTH = 600;
const HEIGHT = 96;

function area(values: number[], max: number): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const y = HEIGHT - (value / max) * (HEIGHT - 6);
    return `${(index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M0 ${HEIGHT}L${points.join("L")}L${WIDTH} ${HEIGHT}z`;
}

export function History({ months }: { months: Month[] }) {
  if (months.length < 2) return null;
  const totals = months.map(gamesOf);
  const max = Math.max(1, ...totals);
  const busiest = months[totals.indexOf(max)]!;
  const first = months[0]!;
  const last = months[months.length - 1]!;
  const words =
    `Games by month from ${monthText(first.month)} to ` +
    `${monthText(last.month)}; most in ${monthText(busiest.month)}: ` +
    grouped(max);
  const black = totals;
  const draws = months.map((month) => month.white + month.draws);
  const white = months.map((month) => month.white);
  return (
    <section class="history">
      <h3>By month</h3>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        <path class="black" d={area(black, max)} />
        <path class="draws" d={area(draws, max)} />
        <path class="white" d={area(white, max)} />
      </svg>
      <p class="axis" aria-hidden="true">
        <span>{monthText(first.month)}</span>
        <span>
          most: {grouped(max)} in {monthText(busiest.month)}
        </span>
        <span>{monthText(last.month)}</span>
      </p>
    </section>
  );
}
