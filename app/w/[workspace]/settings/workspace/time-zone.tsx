"use client";

import { Section } from "@/app/_components/shell/section";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { timeZoneOptions } from "../time-zone-options";
import { useSettingChange } from "./use-setting-change";

/** The time zone of the shop, whose clock schedules begin by. */
export function TimeZone({ settings }: { settings: Outputs["workspace"]["settings"] }) {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const change = useSettingChange([trpc.schedules.pathFilter()], "The time zone was not changed");
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
