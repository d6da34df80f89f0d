"use client";

import Link from "next/link";
import { useWorkspace } from "@/app/_session/workspace";
import type { Draft } from "./draft";
import { FeeSentence } from "./fee-sentence";
import { LaneList } from "./lane-list";
import { LimitList } from "./limit-list";
import { type JsonValue, policyText } from "./policy-text";
import { RuleSettings, SettingGroup } from "./rule-settings";
import { ScopeList } from "./scope-list";
import { ChoiceSetting, CountSetting, PercentSetting, SettingsForm } from "./setting-fields";

const FEE_BASES = [
  { value: "gross", label: "The price with VAT" },
  { value: "net", label: "The price without VAT" },
];

/** Every setting of the policy as a form; edits the same text as the JSON view. */
export function PolicyForm({ draft, onChange }: { draft: Draft; onChange: (text: string) => void }) {
  const { json, findings } = draft;
  const { href } = useWorkspace();
  if (json === null) return <p className="text-ink-soft">The JSON cannot be read; correct it there first.</p>;
  return (
    <SettingsForm
      json={json}
      findings={findings}
      onChange={(changed: { [key: string]: JsonValue }) => onChange(policyText(changed))}
    >
      {/* What gets the focus stands above the bar at the bottom. */}
      <div className="@container flex flex-col gap-6 [&_button]:scroll-mb-36 [&_input]:scroll-mb-36">
        <SettingGroup title="Prices">
          <p className="text-ink-soft">
            Currency and VAT are the workspace&apos;s; this policy keeps a copy.{" "}
            <Link className="underline underline-offset-4" href={href("/settings/workspace")}>
              Change them
            </Link>
          </p>
          <PercentSetting path="pricing.fee_rate" label="Fees" />
          <ChoiceSetting path="pricing.fee_base" label="Fees are taken on" options={FEE_BASES} />
          <FeeSentence />
        </SettingGroup>
        <fieldset className="border-t border-line-soft pt-3">
          <legend className="sr-only">Scopes</legend>
          <h3 aria-hidden className="mb-2 font-[600]">
            Scopes
          </h3>
          <ScopeList />
        </fieldset>
        <fieldset className="border-t border-line-soft pt-3">
          <legend className="sr-only">Limits that hold at once</legend>
          <h3 aria-hidden className="mb-2 font-[600]">
            Limits that hold at once
          </h3>
          <LimitList />
        </fieldset>
        <p className="border-t border-line-soft pt-3 text-ink-soft">For everything else:</p>
        <RuleSettings path="defaults" scope={false} />
        <fieldset className="border-t border-line-soft pt-3">
          <legend className="sr-only">Auto-approval rules: who decides</legend>
          <h3 aria-hidden className="mb-2 font-[600]">
            Auto-approval rules: who decides
          </h3>
          <LaneList />
        </fieldset>
        <SettingGroup title="When a run is held back">
          <PercentSetting path="breaker.max_share" label="More of the items would move than" empty="none" />
          <PercentSetting
            path="breaker.max_median_move"
            label="Half of the moves are larger than"
            empty="none"
          />
          <CountSetting path="breaker.min_items" label="Only if it checks so many items or more" />
        </SettingGroup>
        <SettingGroup title="Thresholds">
          <PercentSetting path="alerts.undercut" label="Alert when undercut by" />
          <PercentSetting path="alerts.cost_spike" label="Alert when a cost rises by" />
          <PercentSetting path="reopen_threshold" label="A dismissed price returns after a move of" />
        </SettingGroup>
      </div>
    </SettingsForm>
  );
}
