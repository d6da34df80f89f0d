"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/confirm-dialog";
import { Dialog } from "@/app/_components/ui/dialog";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/app/_components/ui/menu";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import type { Schedule } from "./schedule";
import { ChangeForm } from "./schedule-form";
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
  const { may } = useWorkspace();
  const [asking, setAsking] = useState<"change" | "delete" | null>(null);
  const change = useMutation(
    trpc.schedules.change.mutationOptions({
      onError: notifyFailure("The schedule is not changed"),
      onSettled: () => queryClient.invalidateQueries(trpc.schedules.pathFilter()),
    }),
  );
  const close = () => setAsking(null);
  const off = schedule.enabled ? null : <Badge>Off</Badge>;
  if (!may("schedules:write")) return off;
  return (
    <span className="flex items-center gap-2">
      {off}
      <Menu>
        <MenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={`Actions for ${schedule.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={() => setAsking("change")}>Change</MenuItem>
          <MenuItem onSelect={() => change.mutate({ schedule_id: schedule.id, enabled: !schedule.enabled })}>
            {schedule.enabled ? "Switch off" : "Switch on"}
          </MenuItem>
          <MenuItem tone="danger" onSelect={() => setAsking("delete")}>
            Delete
          </MenuItem>
        </MenuContent>
      </Menu>
      <Dialog open={asking === "change"} onOpenChange={(open) => (open ? undefined : close())}>
        {asking === "change" ? <ChangeForm schedule={schedule} onClose={close} /> : null}
      </Dialog>
      {asking === "delete" ? <DeleteSchedule schedule={schedule} onClose={close} /> : null}
    </span>
  );
}

function DeleteSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.schedules.remove.mutationOptions({
      onSuccess: () => notify({ title: "Deleted", detail: schedule.name }),
      onSettled: () => queryClient.invalidateQueries(trpc.schedules.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${schedule.name}”?`}
      description="It begins no more, and its history goes with it. Its runs stay."
      confirmLabel="Delete the schedule"
      tone="danger"
      onConfirm={async () => {
        await remove.mutateAsync({ schedule_id: schedule.id });
      }}
    />
  );
}
