const MORNING = 9;

export interface SnoozeChoice {
  readonly label: string;
  readonly untilMs: number;
}

/** Returns the mornings, in the reader's time zone, that a snooze can end on. */
export function snoozeChoices(nowMs: number): SnoozeChoice[] {
  const weekday = new Date(nowMs).getDay();
  const toMonday = (8 - weekday) % 7 || 7;
  return [
    { label: "Tomorrow morning", untilMs: morning(nowMs, 1) },
    { label: "In three days", untilMs: morning(nowMs, 3) },
    { label: "Next Monday", untilMs: morning(nowMs, toMonday) },
    { label: "In 30 days", untilMs: morning(nowMs, 30) },
  ];
}

/** Parses the value of a `datetime-local` control; null unless it is a time after `nowMs`. */
export function chosenTime(text: string, nowMs: number): SnoozeChoice | null {
  const untilMs = new Date(text).getTime();
  return untilMs > nowMs ? { label: "until the chosen time", untilMs } : null;
}

function morning(nowMs: number, daysAhead: number): number {
  const day = new Date(nowMs);
  day.setDate(day.getDate() + daysAhead);
  day.setHours(MORNING, 0, 0, 0);
  return day.getTime();
}
