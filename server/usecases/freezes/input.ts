import { z } from "zod";
import {
  daysOf,
  type Freeze,
  hasNoGap,
  isDayOfCalendar,
  LOCAL_DATE_TIME,
  MAX_FREEZE_DAYS,
} from "@/server/domain/freezes/freeze";
import { TIME_OF_DAY } from "@/server/domain/schedules/schedule";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { WEEKDAYS } from "@/server/domain/weekdays";
import { fieldError } from "../input";

const LocalDateTime = z
  .string()
  .regex(LOCAL_DATE_TIME, {
    error: "Write a day and a time as YYYY-MM-DDTHH:MM, such as 2026-11-27T16:00.",
    abort: true,
  })
  .refine(isDayOfCalendar, { error: "The calendar has no such day.", abort: true })
  .meta({ example: "2026-11-27T16:00" });
const TimeOfDay = z
  .string()
  .regex(TIME_OF_DAY, "Write a time of day as HH:MM, such as 16:00.")
  .meta({ example: "16:00" });

const fields = {
  reason: z
    .string()
    .trim()
    .min(1, "Write why prices are frozen.")
    .max(200)
    .refine(isStorable, NOT_STORABLE)
    .meta({ description: "Why; everybody who waits reads it." }),
  once: z
    .object({ from: LocalDateTime, until: LocalDateTime })
    .refine((period) => daysOf(period) > 0, {
      path: ["until"],
      message: "The freeze has to end after it begins.",
      abort: true,
    })
    .refine((period) => daysOf(period) <= MAX_FREEZE_DAYS, {
      path: ["until"],
      message: `A freeze lasts at most ${MAX_FREEZE_DAYS} days.`,
    })
    .nullable()
    .optional()
    .meta({ description: "A freeze that happens once, in the workspace's time zone." }),
  weekly: z
    .object({
      days: z
        .array(z.enum(WEEKDAYS))
        .min(1, "Choose at least one day.")
        .max(WEEKDAYS.length)
        .meta({ description: "The days on which it begins." }),
      from: TimeOfDay,
      until: TimeOfDay,
      until_day: z
        .enum(WEEKDAYS)
        .nullable()
        .default(null)
        .meta({ description: "The day on which it ends; null: at the first `until` after it begins." }),
    })
    .nullable()
    .optional()
    .meta({ description: "A freeze that happens every week, in the workspace's time zone." }),
};

/** A new freeze: a reason, and either `once` or `weekly`. */
export const NewFreeze = z.object(fields);

/** The fields of a freeze to change; omitted ones stay. Times of the other kind replace those of the present one. */
export const FreezeChange = z.object(fields).partial();

/**
 * Converts a new freeze to the domain's terms.
 * @throws DomainError validation_error unless there is exactly one of `once` and `weekly`, and for a weekly one that
 * never ends
 */
export function freezeOf({ reason, once, weekly }: z.output<typeof NewFreeze>): Freeze {
  if (once && !weekly) return { reason, period: { kind: "once", ...once } };
  if (once || !weekly) throw fieldError("once", "either_or", "Send either once or weekly.");
  const { until_day: untilDay, days, ...times } = weekly;
  const period = {
    kind: "weekly",
    days: WEEKDAYS.filter((day) => days.includes(day)),
    ...times,
    untilDay,
  } as const;
  if (hasNoGap(period))
    throw fieldError("weekly", "no_gap", "This freeze would never end: leave a time of the week free.");
  return { reason, period };
}

/** Converts a freeze back to the names of the contract. */
export function fieldsOf({ reason, period }: Freeze) {
  if (period.kind === "once")
    return { reason, once: { from: period.from, until: period.until }, weekly: null };
  const { days, from, until, untilDay } = period;
  return { reason, once: null, weekly: { days: [...days], from, until, until_day: untilDay } };
}
