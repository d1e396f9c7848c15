// calendar.ts - days of practice in weeks, for a picture of them

import type { PracticeDay } from "../lib/types";

const DAY = 86_400_000;

/* A day of the calendar; dates are computed in UTC, where all have 24 hours. */
export interface CalendarDay {
  day: string; // 2026-11-18
  week: number; // column
  weekday: number; // row, Monday is 0
  answers: number;
  level: number; // 0: none, 1 to 4: more and more
}

export function dayBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * DAY).toISOString().slice(0, 10);
}

export const answersOf = (day: PracticeDay) => day.again + day.hard + day.good;

/* The last weeks up to today, the oldest first. */
export function calendarDays(
  today: string,
  days: PracticeDay[],
  weeks: number,
): CalendarDay[] {
  const counts = new Map(days.map((day) => [day.day, answersOf(day)]));
  const most = Math.max(1, ...counts.values());
  const weekday = (new Date(Date.parse(today)).getUTCDay() + 6) % 7;
  const count = (weeks - 1) * 7 + weekday + 1;
  return Array.from({ length: count }, (_, i) => {
    const day = dayBefore(today, count - 1 - i);
    const answers = counts.get(day) ?? 0;
    const level = answers ? Math.ceil((4 * answers) / most) : 0;
    return { day, week: Math.floor(i / 7), weekday: i % 7, answers, level };
  });
}

/* Days in a row with answers, up to today, or yesterday if today has none. */
export function streak(today: string, days: PracticeDay[]): number {
  const known = new Set(days.filter(answersOf).map((day) => day.day));
  const first = known.has(today) ? 0 : 1;
  let count = 0;
  while (known.has(dayBefore(today, first + count))) count++;
  return count;
}
