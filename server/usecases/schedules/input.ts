import { z } from "zod";
import type { ScheduleSettings } from "@/server/db/schedules/schedules";
import { MAX_TIMES, SCHEDULE_STEPS, TIME_OF_DAY } from "@/server/domain/schedules/schedule";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { WEEKDAYS } from "@/server/domain/weekdays";

const TimeOfDay = z
  .string()
  .regex(TIME_OF_DAY, "Write a time of day as HH:MM, such as 06:30.")
  .meta({ example: "06:30" });
const Tag = z.string().trim().min(1).max(200).refine(isStorable, NOT_STORABLE);

const fields = {
  name: z
    .string()
    .trim()
    .min(1, "Give the schedule a name.")
    .max(100)
    .refine(isStorable, NOT_STORABLE)
    .meta({ description: "What people call it." }),
  enabled: z.boolean().meta({ description: "Whether it begins at its times." }),
  days: z
    .array(z.enum(WEEKDAYS))
    .min(1, "Choose at least one day.")
    .max(WEEKDAYS.length)
    .meta({ description: "Days of the week." }),
  times: z
    .array(TimeOfDay)
    .min(1, "Choose at least one time.")
    .max(MAX_TIMES)
    .meta({ description: "Times of day in the workspace's time zone." }),
  quiet_hours: z
    .object({ from: TimeOfDay, to: TimeOfDay })
    .refine(({ from, to }) => from !== to, "Quiet hours cannot last the whole day.")
    .nullable()
    .meta({
      description: "The part of each day in which nothing begins; what is due then begins when they end.",
    }),
  subset_tags: z
    .array(Tag)
    .max(100)
    .meta({ description: "Page checks and run for items with any of these tags; empty: the whole catalog." }),
  steps: z.array(z.enum(SCHEDULE_STEPS)).min(1, "Choose at least one step.").max(SCHEDULE_STEPS.length).meta({
    description:
      "What it does, always in this order: sync the store, have the due pages checked, trigger a run.",
  }),
};

/** A new schedule; omitted fields take their defaults. */
export const NewSchedule = z.object({
  ...fields,
  enabled: fields.enabled.default(true),
  quiet_hours: fields.quiet_hours.default(null),
  subset_tags: fields.subset_tags.default([]),
  steps: fields.steps.default([...SCHEDULE_STEPS]),
});

/** The fields of a schedule to change; omitted ones stay. */
export const ScheduleChange = z.object(fields).partial();

/** Converts the fields to the domain's terms: lists in order, without repeats. */
export function settingsOf(input: z.output<typeof NewSchedule>): ScheduleSettings {
  const { quiet_hours: quietHours, subset_tags: subsetTags, ...rest } = input;
  return {
    ...rest,
    quietHours,
    days: WEEKDAYS.filter((day) => input.days.includes(day)),
    times: [...new Set(input.times)].sort(),
    subsetTags: [...new Set(subsetTags)],
    steps: SCHEDULE_STEPS.filter((step) => input.steps.includes(step)),
  };
}

/** Converts the settings back to the names of the contract. */
export const fieldsOf = (settings: ScheduleSettings): z.output<typeof NewSchedule> => ({
  name: settings.name,
  enabled: settings.enabled,
  days: [...settings.days],
  times: [...settings.times],
  quiet_hours: settings.quietHours && { ...settings.quietHours },
  subset_tags: [...settings.subsetTags],
  steps: [...settings.steps],
});
