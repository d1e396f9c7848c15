// theme.ts - light, dark, or the system's theme

import { createStore, memory } from "../lib/store";

export type Choice = "auto" | "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");

export const theme = createStore({
  choice: "auto" as Choice,
  shown: "light" as "light" | "dark",
});

function apply(choice: Choice): void {
  const shown = choice === "auto" ? (dark.matches ? "dark" : "light") : choice;
  document.documentElement.dataset["theme"] = shown;
  theme.set({ choice, shown });
}

export function startTheme(): void {
  const remembered = memory.get("theme");
  apply(remembered === "light" || remembered === "dark" ? remembered : "auto");
  dark.addEventListener("change", () => apply(theme.get().choice));
}

export function nextTheme(): void {
  const order: Choice[] = ["auto", "light", "dark"];
  const choice = order[(order.indexOf(theme.get().choice) + 1) % 3]!;
  memory.set("theme", choice);
  apply(choice);
}
