// overview.tsx - practice so far and to come: calendar, forecast, weak spots

import { useEffect, useRef } from "preact/hooks";
import {
  dateText,
  fileName,
  percent,
  plural,
} from "../../lib/format";
import type { Book, PracticeCard, PracticeOverview } from "../../lib/types";
import { notify } from "../../model/announce";
import { answersOf, calendarDays, streak } from "../../model/calendar";
import { newWords } from "../../model/practice_choices";
import {
  loadOffer,
  loadOverview,
  type Practice as Session,
} from "../../model/practice_state";
import { exportProgress, importProgress } from "../../model/progress";
import { jump } from "../../model/state";
import { Waiting } from "../waiting";
import { Facts, MoveLink } from "./facts";

const WEEKS = 26;
const CELL = 14;

function Calendar({ overview }: { overview: PracticeOverview }) {
  const { today, calendar } = overview;
  const days = calendarDays(today, calendar, WEEKS);
  const practised = days.filter((day) => day.answers > 0);
  const answers = practised.reduce((sum, day) => sum + day.answers, 0);
  const row = streak(today, calendar);
  const words =
    `${plural(answers, "answer")} on ${plural(practised.length, "day")} ` +
    `in the last half year`;
  return (
    <section>
      <h3>Calendar</h3>
      <svg
        class="calendar"
        viewBox={`0 0 ${WEEKS * CELL} ${7 * CELL}`}
        role="img"
        aria-label={words}
      >
        {days.map(({ day, week, weekday, answers, level }) => (
          <rect
            key={day}
            class={`level-${level}`}
            x={week * CELL + 1}
            y={weekday * CELL + 1}
            width={CELL - 2}
            height={CELL - 2}
            rx="2"
          >
            <title>{`${dateText(day)}: ${plural(answers, "answer")}`}</title>
          </rect>
        ))}
      </svg>
      <p class="hint">
        {words}
        {row > 1 && `, ${plural(row, "day")} in a row`}.
      </p>
    </section>
  );
}

/* The cards that become due on each of the next days. */
function Forecast({ overview }: { overview: PracticeOverview }) {
  const { forecast } = overview;
  const most = Math.max(1, ...forecast.map((day) => day.due));
  const sum = (count: number) =>
    forecast.slice(0, count).reduce((all, day) => all + day.due, 0);
  const words =
    `Due today: ${sum(1)}, in the next 7 days: ${sum(7)}, ` +
    `in ${forecast.length} days: ${sum(forecast.length)}`;
  return (
    <section class="history">
      <h3>Forecast</h3>
      <svg
        class="forecast"
        viewBox={`0 0 ${forecast.length * 10} 60`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {forecast.map(({ day, due }, i) => (
          <rect
            key={day}
            x={i * 10 + 1}
            y={60 - (56 * due) / most}
            width="8"
            height={(56 * due) / most}
          >
            <title>{`${dateText(day)}: ${plural(due, "card")}`}</title>
          </rect>
        ))}
      </svg>
      <p class="axis" aria-hidden="true">
        <span>today</span>
        <span>{dateText(forecast[forecast.length - 1]?.day ?? "")}</span>
      </p>
      <p class="hint">{words}.</p>
    </section>
  );
}

function WeakRow({ card }: { card: PracticeCard }) {
  const known = card.moves.filter((move) => move.retention !== undefined);
  const weakest = known.sort((a, b) => a.retention! - b.retention!)[0];
  const lapses = known.reduce((sum, move) => sum + (move.lapses ?? 0), 0);
  return (
    <tr>
      <th scope="row">
        <MoveLink
          fen={card.fen}
          san={weakest?.san ?? ""}
          opening={card.opening}
          onGo={() => jump({ fen: card.start, play: card.play })}
        />
      </th>
      <td class="number">{percent(weakest?.retention ?? 0)}</td>
      <td class="number">{lapses}</td>
      <td class="number">{dateText(weakest?.due ?? "")}</td>
    </tr>
  );
}

function Weakest({ cards }: { cards: PracticeCard[] }) {
  if (!cards.length) return null;
  return (
    <section>
      <h3>Weakest positions</h3>
      <table class="holes weakest">
        <caption class="hidden">Positions that are forgotten first</caption>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col" class="number">
              <abbr title="Probability that you remember it today">
                Remembered
              </abbr>
            </th>
            <th scope="col" class="number">
              <abbr title="Wrong answers, without the first time it was asked">
                Forgotten
              </abbr>
            </th>
            <th scope="col" class="number">
              Due
            </th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <WeakRow key={card.key} card={card} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

async function download(book: Book): Promise<void> {
  try {
    const text = await exportProgress(book.id);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = fileName(book.title, ".tabia-progress");
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    notify(`The progress cannot be exported: ${(error as Error).message}`);
  }
}

async function upload(session: Session, file: File): Promise<void> {
  const part = { book: session.book!, side: session.side };
  try {
    const done = await importProgress(part, await file.text());
    const known = done.skipped ? `, ${done.skipped} known already` : "";
    const bad = done.damaged ? `, ${done.damaged} not readable` : "";
    notify(`${plural(done.imported, "answer")} added${known}${bad}.`);
    await Promise.all([loadOverview(), loadOffer()]);
  } catch (error) {
    notify(`Cannot import ${file.name}: ${(error as Error).message}`);
  }
}

function Files({ book, session }: { book: Book; session: Session }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p class="actions">
      <button onClick={() => void download(book)}>Export progress</button>
      <button onClick={() => input.current?.click()}>Import progress…</button>
      <input
        ref={input}
        id="progress-file"
        type="file"
        hidden
        aria-label="Progress to import"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) void upload(session, file);
        }}
      />
    </p>
  );
}

export function Overview({ book, session }: { book: Book; session: Session }) {
  const { overview } = session;
  useEffect(() => void loadOverview(), [session.book, session.side]);
  if (!overview) return <Waiting />;
  const { counts, calendar } = overview;
  const answers = calendar.reduce((sum, day) => sum + answersOf(day), 0);
  const right = answers - calendar.reduce((sum, day) => sum + day.again, 0);
  const facts: [string, string][] = [
    ["Due", String(counts.due)],
    ["New", String(counts.new)],
    ["Later", String(counts.waiting)],
    ["Learnt", `${counts.learnt} of ${counts.cards}`],
    ["Right", answers ? percent(right / answers) : "–"],
  ];
  return (
    <>
      <Facts facts={facts} />
      <p class="hint new-left">{newWords(counts, session.fresh)}</p>
      <Calendar overview={overview} />
      <Forecast overview={overview} />
      <Weakest cards={overview.weakest} />
      <Files book={book} session={session} />
    </>
  );
}
