// main.tsx - starts the page

import { render } from "preact";
import "../style/base.css";
import "../style/board.css";
import "../style/panels.css";
import "../style/graph.css";
import "../style/media.css";
import { App } from "./view/app";
import { warnBeforeLeaving } from "./model/edits";
import { startKeys } from "./model/keys";
import { readAddress, start, state } from "./model/state";
import { startTheme } from "./model/theme";
import { takeToken } from "./model/token";

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
