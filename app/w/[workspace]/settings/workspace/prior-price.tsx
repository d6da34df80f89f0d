"use client";

import { Section } from "@/app/_components/shell/section";
import { SwitchRow } from "@/app/_components/ui/switch";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { useSettingChange } from "./use-setting-change";

/** How the lowest price of the 30 days before a reduction is found. */
export function PriorPriceSetting({ settings }: { settings: Outputs["workspace"]["settings"] }) {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const change = useSettingChange([trpc.catalog.priorPrice.pathFilter()]);
  return (
    <Section title="Prior price">
      <SwitchRow
        label="A reduction that grows keeps its first prior price"
        detail={
          settings.prior_price_progressive
            ? "100, then 90, then 80 without an interruption: the prior price of the 80 is 100. Choose this only where the law of your country permits it."
            : "100, then 90, then 80: the prior price of the 80 is 90, the lowest of the 30 days before the last step."
        }
        disabled={!may("settings:workspace") || change.isPending}
        checked={settings.prior_price_progressive}
        onCheckedChange={(checked) => change.mutate({ prior_price_progressive: checked })}
      />
      <SwitchRow
        label="Alert where more is struck through than the prior price"
        detail="Each run compares the higher price that the shop shows beside a reduction with the lowest of the 30 days before it. In the European Union a reduction is announced by that one."
        disabled={!may("settings:workspace") || change.isPending}
        checked={settings.reference_price_alerts}
        onCheckedChange={(checked) => change.mutate({ reference_price_alerts: checked })}
      />
    </Section>
  );
}
