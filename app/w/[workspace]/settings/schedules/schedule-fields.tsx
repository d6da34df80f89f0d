"use client";

import { Banner } from "@/app/_components/ui/banner";
import { CheckboxGroup } from "@/app/_components/ui/checkbox-group";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { type Failure, issueAt } from "@/app/_trpc/failure";
import { SCHEDULE_STEPS, WEEKDAYS } from "@/server/domain/schedules/schedule";
import type { Schedule } from "./schedule";
import { DAY_LABELS, STEP_TEXTS, typedTags, typedTimes } from "./schedule-text";

/** What is typed into the form. */
export type Fields = Pick<Schedule, "name" | "days" | "steps"> & {
  times: string;
  quietFrom: string;
  quietTo: string;
  tags: string;
};

/** Returns the form of a schedule as it is, or that of a new one. */
export const fieldsOf = (schedule: Schedule | null): Fields => ({
  name: schedule?.name ?? "",
  days: schedule?.days ?? [...WEEKDAYS],
  steps: schedule?.steps ?? [...SCHEDULE_STEPS],
  times: schedule?.times.join(", ") ?? "06:30",
  quietFrom: schedule?.quiet_hours?.from ?? "",
  quietTo: schedule?.quiet_hours?.to ?? "",
  tags: schedule?.subset_tags.join(", ") ?? "",
});

/** The request for what was typed; quiet hours with one time alone are refused by the service. */
export const requestOf = ({ name, days, steps, times, quietFrom, quietTo, tags }: Fields) => ({
  name,
  days,
  steps,
  times: typedTimes(times),
  subset_tags: typedTags(tags),
  quiet_hours: quietFrom === "" && quietTo === "" ? null : { from: quietFrom, to: quietTo },
});

/** The fields of a schedule, with what the service found wrong beside each. */
export function ScheduleFields(props: {
  fields: Fields;
  failure: Failure | null;
  set: (change: Partial<Fields>) => void;
}) {
  const { fields, failure, set } = props;
  const timesIssue = failure?.issues.find(({ path }) => path.startsWith("times"))?.message;
  const quietIssue = failure?.issues.find(({ path }) => path.startsWith("quiet_hours"))?.message;
  return (
    <>
      <Field label="Name" error={issueAt(failure, "name")}>
        <Input
          required
          maxLength={100}
          value={fields.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <CheckboxGroup
        legend="Days"
        row
        options={WEEKDAYS.map((day) => ({ value: day, label: DAY_LABELS[day] }))}
        chosen={fields.days}
        onChange={(days) => set({ days })}
        error={issueAt(failure, "days")}
      />
      <Field label="Times" hint="As HH:MM, separated by commas." error={timesIssue}>
        <Input required value={fields.times} onChange={(event) => set({ times: event.target.value })} />
      </Field>
      <div className="flex gap-3">
        <Field label="Quiet from" optional className="flex-1" error={quietIssue}>
          <Input
            type="time"
            value={fields.quietFrom}
            onChange={(event) => set({ quietFrom: event.target.value })}
          />
        </Field>
        <Field label="Quiet until" optional className="flex-1">
          <Input
            type="time"
            value={fields.quietTo}
            onChange={(event) => set({ quietTo: event.target.value })}
          />
        </Field>
      </div>
      <CheckboxGroup
        legend="What it does"
        options={SCHEDULE_STEPS.map((step) => ({ value: step, ...STEP_TEXTS[step] }))}
        chosen={fields.steps}
        onChange={(steps) => set({ steps })}
        error={issueAt(failure, "steps")}
      />
      <Field label="Only items tagged" optional hint="Tags separated by commas; empty: the whole catalog.">
        <Input value={fields.tags} onChange={(event) => set({ tags: event.target.value })} />
      </Field>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
    </>
  );
}
