"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Section } from "@/app/_components/shell/section";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { timeZoneOptions } from "../time-zone-options";

/** The time zone of the shop, whose clock schedules begin by. */
export function TimeZone({ settings }: { settings: Outputs["workspace"]["settings"] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const change = useMutation(
    trpc.workspace.change.mutationOptions({
      onError: notifyFailure("The time zone was not changed"),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.workspace.settings.pathFilter()),
          queryClient.invalidateQueries(trpc.schedules.pathFilter()),
        ]),
    }),
  );
  return (
    <Section title="Time zone">
      <Field
        label="The shop's time zone"
        hint="Schedules begin by its clock, through changes of summer time. Members who chose no time zone of their own receive their digest by it."
      >
        <Select
          value={settings.time_zone}
          onValueChange={(zone) => change.mutate({ time_zone: zone })}
          disabled={!may("settings:workspace") || change.isPending}
          options={timeZoneOptions(settings.time_zone)}
        />
      </Field>
    </Section>
  );
}
