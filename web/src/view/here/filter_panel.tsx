// filter_panel.tsx - choosing which games of a store are counted

import {
  filterWords,
  isFiltered,
  NO_FILTERS,
  RATINGS,
  ratingName,
  SPEEDS,
  type Filters,
} from "../../model/filters";
import { useStore } from "../../lib/store";
import { setFilters, shownStores, state } from "../../model/state";
import { PlayerChoice } from "../player_choice";

function Choice<T extends string | number>(props: {
  legend: string;
  all: T[];
  chosen: T[];
  name: (value: T) => string;
  onChange: (chosen: T[]) => void;
}) {
  const { chosen } = props;
  const toggle = (value: T) =>
    props.onChange(
      chosen.includes(value)
        ? chosen.filter((other) => other !== value)
        : props.all.filter(
            (other) => other === value || chosen.includes(other),
          ),
    );
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      {props.all.map((value) => (
        <label class="chip" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span>{props.name(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Months(props: { filters: Filters; dated: boolean }) {
  const { filters } = props;
  const field = (key: "since" | "until" | "news", label: string) => (
    <label>
      {label}{" "}
      <input
        type="month"
        value={filters[key]}
        onChange={(event) =>
          setFilters({ ...filters, [key]: event.currentTarget.value })
        }
      />
    </label>
  );
  return (
    <fieldset class="months">
      <legend>Dates</legend>
      {props.dated && field("since", "from")}
      {props.dated && field("until", "to")}
      {field("news", "mark as new: first played from")}
    </fieldset>
  );
}

/* What the stores in the table have, in the order of 'all'. */
function occurring<T>(all: T[], lists: (T[] | undefined)[], chosen: T[]): T[] {
  const one = [...lists.flatMap((list) => list ?? []), ...chosen];
  return all.filter((value) => one.includes(value));
}

export function FilterPanel() {
  const filters = useStore(state, (from) => from.filters);
  const stores = useStore(state, shownStores);
  const store = stores[0];
  if (!store) return null;
  const ratings = occurring(
    RATINGS,
    stores.map((one) => one.ratings),
    filters.ratings,
  );
  const speeds = occurring(
    SPEEDS,
    stores.map((one) => one.speeds),
    filters.speeds,
  );
  return (
    <details class="filters">
      <summary>
        <span class="label">Filter</span> {filterWords(filters)}
      </summary>
      <fieldset>
        <legend>Player</legend>
        <PlayerChoice store={store.id} />
      </fieldset>
      {ratings.length > 1 && (
        <Choice
          legend="Average rating"
          all={ratings}
          chosen={filters.ratings}
          name={ratingName}
          onChange={(chosen) => setFilters({ ...filters, ratings: chosen })}
        />
      )}
      {speeds.length > 1 && (
        <Choice
          legend="Speed"
          all={speeds}
          chosen={filters.speeds}
          name={(speed) => speed}
          onChange={(chosen) => setFilters({ ...filters, speeds: chosen })}
        />
      )}
      <Months filters={filters} dated={stores.some((one) => one.by?.includes("month"))} />
      {(isFiltered(filters) || filters.news) && (
        <button onClick={() => setFilters(NO_FILTERS)}>Clear the filter</button>
      )}
    </details>
  );
}
