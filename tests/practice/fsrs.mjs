// fsrs.mjs - reads the histories of fsrs_dump and compares each with ts-fsrs
//
// Intervals, lapses and days must be equal; stability, difficulty and
// retention too, to the last of eight decimals but one. Exit status 1 after
// the first few differences.

import { createInterface } from "node:readline";
import { createEmptyCard, fsrs } from "ts-fsrs";

const DAY = 86_400_000;
const NEAR = 1.5e-8; // the last decimal may differ by the mathematical library
const reports = 10;
const scheduler = fsrs({
  enable_fuzz: false,
  enable_short_term: false,
  request_retention: 0.9,
});
const atLeast = Number(process.argv[2] ?? 1);
let histories = 0;
let reviews = 0;
let differences = 0;
let last = null;
let lastDay = 0;
let card = null;

// Any time of the day: only the date may count.
const timeOf = (day) =>
  new Date(day * DAY + ((reviews * 7919) % 1000) * (DAY / 1000));

for await (const line of createInterface({ input: process.stdin })) {
  const [id, day, grade, ...ours] = line.split(" ").map(Number);
  if (id !== last) {
    histories += 1;
    last = id;
    card = createEmptyCard(timeOf(day));
  }
  const now = timeOf(day);
  const before = card.reps
    ? scheduler.forgetting_curve(day - lastDay, card.stability)
    : 0;
  card = scheduler.next(card, now, grade).card;
  const theirs = [
    card.scheduled_days,
    card.stability,
    card.difficulty,
    card.lapses,
    before,
  ];
  reviews += 1;
  lastDay = day;
  const isSame = theirs.every((value, i) =>
    i === 0 || i === 3
      ? value === ours[i]
      : Math.abs(value - ours[i]) <= NEAR * Math.max(1, value / 100),
  );
  if (isSame) continue;
  differences += 1;
  console.log(`card ${id}, day ${day}, grade ${grade}`);
  console.log(`    ts-fsrs: ${theirs.join(" ")}`);
  console.log(`    tabia:   ${ours.join(" ")}`);
  if (differences >= reports) break;
}

console.log(`${histories} histories, ${reviews} reviews: ${differences} differ`);
process.exit(differences || histories < atLeast ? 1 : 0);
