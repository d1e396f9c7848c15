// main.tsx - starts the page

import { render } from "preact";
import "../style/base.css";
import "../style/board.css";
import "../style/panels.css";
import "../style/bench.css";
import "../style/graph.css";
import "../style/engine.css";
import "../style/media.css";
// First, as the script compresses best in this order.
import "./view/board/board";
import "./view/graph/graph";
import { forgetAnswers } from "./model/answers";
import { link } from "./model/api";
import { App } from "./view/app";
import { warnBeforeLeaving } from "./model/edits";
import { startAhead } from "./model/ahead";
import { startGameView } from "./model/game_view";
import { startHoles } from "./model/holes";
import { startKeys } from "./model/keys";
import { live, startLive, thinkAgain } from "./model/live";
import { requestEarly, startOutline } from "./model/outline";
import { startScreen } from "./model/screen";
import {
  currentBook,
  loadPosition,
  readAddress,
  reloadBooks,
  start,
  state,
} from "./model/state";
import { startTheme } from "./model/theme";
import { takeToken } from "./model/token";

takeToken();
startTheme();
startScreen();
startKeys();
startGameView();
startLive();
startOutline();
startHoles();
startAhead();
warnBeforeLeaving();
window.addEventListener("popstate", () => {
  if (takeToken()) location.reload();
  else readAddress();
});
state.watch(() => {
  const { here, loading } = state.get();
  if (loading || !here) return;
  const name = here.sources[0]?.position?.name ?? here.opening?.name;
  document.title = name ? `${name} – Tabia` : "Tabia";
});
// What was shown when the server went away is loaded again.
link.watch(async () => {
  if (state.get().fatal) return start(requestEarly);
  forgetAnswers();
  await reloadBooks().catch(() => {});
  if (currentBook()) loadPosition();
  else readAddress();
  if (live.get().end === "failed") thinkAgain();
});
render(<App />, document.getElementById("app")!);
void start(requestEarly);
