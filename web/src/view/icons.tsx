// icons.tsx - small pictures for buttons, drawn with one stroke

const PATHS: Record<string, string> = {
  first: "M11.5 3.5L7 8l4.5 4.5M5 3.5v9",
  back: "M10 3.5L5.5 8l4.5 4.5",
  forward: "M6 3.5L10.5 8 6 12.5",
  last: "M4.5 3.5L9 8l-4.5 4.5M11 3.5v9",
  flip: "M5 13V3.5M2.5 6L5 3.5 7.5 6M11 3v9.5M8.5 10l2.5 2.5 2.5-2.5",
  undo: "M6 3.5L3 6.5l3 3M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7",
  redo: "M10 3.5l3 3-3 3M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9",
  trash: "M3 4.5h10M6.5 4.5v-1.5h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5",
  book: "M3 3.5h4.2c.5 0 .8.4.8.8v8.2M13 3.5H8.8c-.5 0-.8.4-.8.8M3 3.5v8.4h4c.6 0 1 .3 1 .9 0-.6.4-.9 1-.9h4V3.5",
  export: "M8 3v7.5M5 7.5l3 3 3-3M3 10.5v2.5h10v-2.5",
  print: "M5 6V2.5h6V6M5 11.5H3V6h10v5.5h-2M5 9.5h6v4H5z",
  copy: "M6 6h7v7H6zM3 10V3h7",
  up: "M8 13V3.5M4 7.5l4-4 4 4",
  down: "M8 3v9.5M4 8.5l4 4 4-4",
  open: "M8 10.5V3M5 6l3-3 3 3M3 10.5v2.5h10v-2.5",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5l3 3",
  help: "M5.8 6.2a2.2 2.2 0 1 1 3.4 1.8c-.8.5-1.2.9-1.2 1.7M8 12.2v.1",
  light:
    "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1",
  dark: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z",
  auto: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 1 1 0 11",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3.5 8.5l3 3 6-7",
  plus: "M8 3.5v9M3.5 8h9",
  minus: "M3.5 8h9",
  fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
  enlarge: "M9.5 3H13v3.5M13 3L9 7M6.5 13H3V9.5M3 13l4-4",
  target:
    "M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3",
};

export function Icon({ name }: { name: string }) {
  return (
    <svg class="picture" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
