"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { EntryActions } from "../entry-actions";
import type { Schedule } from "./schedule";
import { ScheduleForm } from "./schedule-form";
import { ScheduleHistory } from "./schedule-history";
import { daysText, STEP_TEXTS, shopTimeText, zoneText } from "./schedule-text";

/** One schedule: what it does and when, its next times, and its history. */
export function ScheduleSection({ schedule }: { schedule: Schedule }) {
  return (
    <Section title={schedule.name} aside={<ScheduleActions schedule={schedule} />}>
      <div className="flex flex-col gap-3">
        {schedule.failing && schedule.enabled ? (
          <Banner tone="bad" title="It stopped working.">
            {schedule.failing.reason} Since <Age at={schedule.failing.since} phrase />.
          </Banner>
        ) : null}
        <p className="text-ink-soft">
          {daysText(schedule.days)} at <span className="num">{schedule.times.join(", ")}</span> (
          {zoneText(schedule.time_zone)})
          {schedule.quiet_hours
            ? `, never from ${schedule.quiet_hours.from} to ${schedule.quiet_hours.to}`
            : ""}
          {schedule.subset_tags.length > 0 ? `; items tagged ${schedule.subset_tags.join(", ")}` : ""}
          {": "}
          {schedule.steps.map((step) => STEP_TEXTS[step].label.toLowerCase()).join(", ")}.
        </p>
        {schedule.by_agent ? (
          <p className="text-ink-soft">
            An agent set it, so auto-approval rules decide nothing in its runs unless they say so. It is yours
            once you save it.
          </p>
        ) : null}
        <NextTimes schedule={schedule} />
        <ScheduleHistory schedule={schedule} />
      </div>
    </Section>
  );
}

function NextTimes({ schedule }: { schedule: Schedule }) {
  if (!schedule.enabled) return <p className="text-ink-dim">Switched off.</p>;
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h3 className="text-xs font-[600] text-ink-soft">Next</h3>
      <ul className="contents">
        {schedule.next_starts.map((at) => (
          <li key={at}>
            <time dateTime={at} className="num whitespace-nowrap">
              {shopTimeText(at, schedule.time_zone)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries(trpc.schedules.pathFilter());
  const change = useMutation(
    trpc.schedules.change.mutationOptions({
      onError: notifyFailure("The schedule was not changed"),
      onSettled: reload,
    }),
  );
  const remove = useMutation(
    trpc.schedules.remove.mutationOptions({
      onSuccess: () => notify({ title: "Deleted", detail: schedule.name }),
      onSettled: reload,
    }),
  );
  return (
    <EntryActions
      name={schedule.name}
      badge={schedule.enabled ? null : <Badge>Off</Badge>}
      form={(close) => <ScheduleForm schedule={schedule} onClose={close} />}
      other={{
        label: schedule.enabled ? "Switch off" : "Switch on",
        onSelect: () => change.mutate({ schedule_id: schedule.id, enabled: !schedule.enabled }),
      }}
      deletion={{
        description: "It does not start again, and its history is deleted with it. Its runs stay.",
        confirmLabel: "Delete the schedule",
        onConfirm: async () => {
          await remove.mutateAsync({ schedule_id: schedule.id });
        },
      }}
    />
  );
}
