import type { Weekday } from "../weekdays";

export { WEEKDAYS, type Weekday } from "../weekdays";

/** What a schedule does, in the order in which it does it. */
export const SCHEDULE_STEPS = ["sync", "page_checks", "run"] as const;
export type ScheduleStep = (typeof SCHEDULE_STEPS)[number];

export const OCCURRENCE_STATUSES = ["running", "succeeded", "skipped", "failed"] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** The number of schedules that a workspace may have. */
export const MAX_SCHEDULES = 10;
/** The number of times of day that a schedule may have. */
export const MAX_TIMES = 24;

/** A local time of day: `HH:MM`. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The part of each day in which nothing begins, as local times `HH:MM`; it may go over midnight. */
export interface QuietHours {
  readonly from: string;
  /** The first minute after them. */
  readonly to: string;
}

/** When a schedule begins: at each of the times, on each of the days, and never in quiet hours. */
export interface Timing {
  readonly days: readonly Weekday[];
  /** Local times of day, `HH:MM`. */
  readonly times: readonly string[];
  readonly quietHours: QuietHours | null;
}

/** Returns the step that follows: the first of the chosen ones after `step`, or of all with null. Null at the end. */
export function stepAfter(step: ScheduleStep | null, chosen: readonly ScheduleStep[]): ScheduleStep | null {
  const from = step === null ? 0 : SCHEDULE_STEPS.indexOf(step) + 1;
  return SCHEDULE_STEPS.slice(from).find((each) => chosen.includes(each)) ?? null;
}
