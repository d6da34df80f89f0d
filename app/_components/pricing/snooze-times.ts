export type SnoozeTime = { value: string; label: string; at: Date };

const MORNING = 9;

function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}

/** When something may come back, in the reader's own time zone: mornings, since that is when work begins. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { value: "tomorrow", label: "Tomorrow morning", at: morning(now, 1) },
    { value: "monday", label: "Monday morning", at: morning(now, untilMonday) },
    { value: "two_weeks", label: "In two weeks", at: morning(now, 14) },
    {
      value: "month",
      label: "In a month",
      at: new Date(now.getFullYear(), now.getMonth() + 1, now.getDate(), MORNING),
    },
  ];
}

/** Reads what a `datetime-local` control holds; null when it is no time after `now`. */
export function chosenTime(text: string, now: Date): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) || at <= now ? null : at;
}
