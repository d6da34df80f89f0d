import { type ScheduleStep, TIME_OF_DAY, WEEKDAYS, type Weekday } from "@/server/domain/schedules/schedule";

export const DAY_LABELS: Readonly<Record<Weekday, string>> = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
};

export const STEP_TEXTS: Readonly<Record<ScheduleStep, { label: string; detail: string; underWay: string }>> =
  {
    sync: {
      label: "Sync the store",
      detail: "Reads prices, costs and stock from the connected store. If that fails, nothing else is done.",
      underWay: "Syncing the store",
    },
    page_checks: {
      label: "Check competitors' pages",
      detail: "Checks the pages that are due, and waits for them for half an hour at most.",
      underWay: "Checking competitors' pages",
    },
    run: {
      label: "Run",
      detail: "Compares every item with its cost, its market and the policy, where anything has changed.",
      underWay: "Running",
    },
  };

const WORKDAYS = WEEKDAYS.slice(0, 5);

/** Returns the days in words: "Every day", "Mon to Fri", or their list. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return "Every day";
  if (days.length === WORKDAYS.length && WORKDAYS.every((day) => days.includes(day))) return "Mon to Fri";
  return days.map((day) => DAY_LABELS[day]).join(", ");
}

/** Returns a moment by the clock of the shop, whatever the reader's own: "Mon 23 Nov, 06:30". */
export function shopTimeText(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(Date.parse(at));
}

/** Returns the name of a time zone as people read it. */
export const zoneText = (timeZone: string): string => timeZone.replaceAll("_", " ");

/** Returns times of day as they are typed, separated by commas; a lone hour digit gets its zero: "6:30" is "06:30". */
export const typedTimes = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((time) => (TIME_OF_DAY.test(`0${time}`) ? `0${time}` : time));

/** Returns tags as they are typed, separated by commas, each once. */
export const typedTags = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

interface ShownOccurrence {
  readonly status: string;
  readonly step: ScheduleStep | null;
  readonly reason: string | null;
  readonly missed: number;
  readonly caught_up: boolean;
}

/** Returns what came of an occurrence, in a sentence; null where its status says all. */
export function outcomeText({ step, reason, missed, caught_up: caughtUp }: ShownOccurrence): string | null {
  if (step !== null) return `${STEP_TEXTS[step].underWay}.`;
  const lost = missed === 1 ? "1 time before it" : `${missed} times before it`;
  const late = missed > 0 ? `Stands for ${lost}.` : caughtUp ? "Began late." : null;
  return [reason, late].filter((part) => part !== null).join(" ") || null;
}
