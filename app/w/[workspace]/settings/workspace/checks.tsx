"use client";

import { Section } from "@/app/_components/shell/section";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { CHECK_EVERY_HOURS } from "@/server/domain/offers/check-schedule";
import { useSettingChange } from "./use-setting-change";

const WORDS: Readonly<Record<(typeof CHECK_EVERY_HOURS)[number], string>> = {
  0: "Only with a run or by hand",
  6: "Every 6 hours",
  12: "Every 12 hours",
  24: "Once a day",
  72: "Every 3 days",
  168: "Once a week",
};

/** The interval at which competitors' pages are checked automatically. */
export function Checks({ settings }: { settings: Outputs["workspace"]["settings"] }) {
  const { may } = useWorkspace();
  const change = useSettingChange();
  const choose = (value: string) => {
    const hours = CHECK_EVERY_HOURS.find((each) => String(each) === value);
    if (hours !== undefined) change.mutate({ check_every_hours: hours });
  };
  return (
    <Section title="Competitor checks">
      <Field
        label="Check competitors' pages"
        hint="Less often if the plan's checks would not last the month. A run requests pages that were not checked lately, and does not wait for them."
      >
        <Select
          value={String(settings.check_every_hours)}
          onValueChange={choose}
          disabled={!may("settings:workspace") || change.isPending}
          options={CHECK_EVERY_HOURS.map((hours) => ({ value: String(hours), label: WORDS[hours] }))}
        />
      </Field>
    </Section>
  );
}
