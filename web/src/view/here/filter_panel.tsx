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
import { setFilters, state, type State } from "../../model/state";

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

/* How the stores in the table can be filtered; empty: there are none. */
function dimensions(from: State): string {
  const shown = from.here?.sources.map((source) => source.book) ?? [];
  const by = (from.server?.books ?? [])
    .filter((book) => book.kind === "store" && shown.includes(book.id))
    .flatMap((book) => ["store", ...(book.by ?? [])]);
  return [...new Set(by)].join(" ");
}

export function FilterPanel() {
  const filters = useStore(state, (from) => from.filters);
  const by = useStore(state, dimensions);
  if (!by) return null;
  return (
    <details class="filters">
      <summary>
        <span class="label">Filter</span> {filterWords(filters)}
      </summary>
      {by.includes("rating") && (
        <Choice
          legend="Average rating"
          all={RATINGS}
          chosen={filters.ratings}
          name={ratingName}
          onChange={(ratings) => setFilters({ ...filters, ratings })}
        />
      )}
      {by.includes("speed") && (
        <Choice
          legend="Speed"
          all={SPEEDS}
          chosen={filters.speeds}
          name={(speed) => speed}
          onChange={(speeds) => setFilters({ ...filters, speeds })}
        />
      )}
      <Months filters={filters} dated={by.includes("month")} />
      {(isFiltered(filters) || filters.news) && (
        <button onClick={() => setFilters(NO_FILTERS)}>Clear the filter</button>
      )}
    </details>
  );
}
