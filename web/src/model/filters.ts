// filters.ts - which games of a store are counted

export interface Filters {
  ratings: number[]; // empty: all
  speeds: string[]; // empty: all
  since: string; // "YYYY-MM" or empty
  until: string;
  player: string; // only games of this player; empty: all
  color: string; // ... with these pieces: "white", "black"; empty: both
  news: string; // marks moves first played from this month on; hides nothing
}

export const RATINGS = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];
export const SPEEDS = [
  "ultraBullet",
  "bullet",
  "blitz",
  "rapid",
  "classical",
  "correspondence",
];

export const NO_FILTERS: Filters = {
  ratings: [],
  speeds: [],
  since: "",
  until: "",
  player: "",
  color: "",
  news: "",
};

export function isFiltered(filters: Filters): boolean {
  return Boolean(
    filters.ratings.length ||
    filters.speeds.length ||
    filters.since ||
    filters.until ||
    filters.player,
  );
}

export function filterQuery(filters: Filters): Record<string, string> {
  const query: Record<string, string> = {};
  if (filters.ratings.length) query["ratings"] = filters.ratings.join(",");
  if (filters.speeds.length) query["speeds"] = filters.speeds.join(",");
  if (filters.since) query["since"] = filters.since;
  if (filters.until) query["until"] = filters.until;
  return query;
}

/* Of the table and the lists of games; all else counts the games of all. */
export function playerQuery({ player, color }: Filters): Record<string, string> {
  return player ? { player, ...(color && { color }) } : {};
}

/* "2200, 2500 · blitz · since 2020-01", or "all games" */
export function filterWords(filters: Filters): string {
  const words: string[] = [];
  const { player, color } = filters;
  if (player)
    words.push(`games of ${player}${color && ` as ${color === "white" ? "White" : "Black"}`}`);
  if (filters.ratings.length)
    words.push(`rating ${filters.ratings.map(ratingName).join(", ")}`);
  if (filters.speeds.length) words.push(filters.speeds.join(", "));
  if (filters.since) words.push(`since ${filters.since}`);
  if (filters.until) words.push(`until ${filters.until}`);
  if (filters.news) words.push(`new since ${filters.news}`);
  return words.join(" · ") || "all games";
}

export function ratingName(rating: number): string {
  return rating ? `${rating}+` : "below 1000";
}

const MONTH = /^\d{4}-\d{2}$/;

/* Reads filters from an address; drops anything unexpected. */
export function parseFilters(get: (key: string) => string | null): Filters {
  const list = <T>(key: string, known: T[]) => {
    const words = (get(key) ?? "").split(",");
    return known.filter((item) => words.includes(String(item)));
  };
  const month = (key: string) => {
    const text = get(key) ?? "";
    return MONTH.test(text) ? text : "";
  };
  return {
    ratings: list("ratings", RATINGS),
    speeds: list("speeds", SPEEDS),
    since: month("since"),
    until: month("until"),
    player: get("player") ?? "",
    color: /^(white|black)$/.exec(get("color") ?? "")?.[0] ?? "",
    news: month("new"),
  };
}

/*
 * Whether a move that was first played in this month is new. A filter hides
 * what was before it, so nothing is new if it starts later than the mark.
 */
export function isNew(first: string | undefined, filters: Filters): boolean {
  const { news, since } = filters;
  return Boolean(news && first && first >= news && (!since || since < news));
}
