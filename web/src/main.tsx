// main.tsx - where it starts

import { render } from "preact";
import "../style/base.css";
import "../style/board.css";
import "../style/panels.css";
import "../style/graph.css";
import "../style/media.css";
import { App } from "./app";
import { warnBeforeLeaving } from "./edits";
import { startKeys } from "./keys";
import { readAddress, start, state } from "./state";
import { startTheme } from "./theme";
import { takeToken } from "./token";

takeToken();
startTheme();
startKeys();
warnBeforeLeaving();
window.addEventListener("popstate", () => {
  if (takeToken()) location.reload();
  else readAddress();
});
state.watch(() => {
  const { found, loading } = state.get();
  if (loading || !found) return;
  const name = found.position?.name ?? found.opening?.name;
  document.title = name ? `${name} – Tabia` : "Tabia";
});
render(<App />, document.getElementById("app")!);
void start();
