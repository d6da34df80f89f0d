"use client";

import { useState } from "react";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { matchText } from "@/server/domain/pricing/match-text";
import { PolicyDocument } from "@/server/domain/pricing/policy";
import { rulesText } from "@/server/domain/pricing/policy-text";
import { MatchSettings } from "./match-settings";
import { MovementSentence } from "./movement-sentence";
import type { JsonValue } from "./policy-text";
import { MarketDistance, SettingGroup } from "./rule-settings";
import { freeName } from "./scope-list";
import { NameSetting, PercentSetting, useDraftCurrency, useSetting, YesNoSetting } from "./setting-fields";

const Limits = PolicyDocument.shape.limits.unwrap();

/** The limits of a policy, which all hold at once. */
export function LimitList() {
  const { value, set } = useSetting("limits");
  const [open, setOpen] = useState<number | null>(null);
  const limits = Array.isArray(value) ? value : [];
  const put = (list: readonly JsonValue[]) => set(list.length === 0 ? undefined : [...list]);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-soft">
        Whichever scope decides, every limit that an item matches applies; of several, the tightest.
      </p>
      <ol>
        {limits.map((_, index) => (
          <LimitRow
            key={index}
            index={index}
            open={open === index}
            onToggle={() => setOpen(open === index ? null : index)}
            onRemove={() => {
              setOpen(null);
              put(limits.filter((__, other) => other !== index));
            }}
          />
        ))}
      </ol>
      <Button
        size="sm"
        className="self-start"
        onClick={() => {
          put([...limits, { name: freeName(limits, "Limit"), match: {}, constraints: {} }]);
          setOpen(limits.length);
        }}
      >
        Add a limit
      </Button>
    </div>
  );
}

function LimitRow(props: { index: number; open: boolean; onToggle(): void; onRemove(): void }) {
  const path = `limits.${props.index}`;
  const { value, findings } = useSetting(path);
  const named = useSetting(`${path}.name`).value;
  const wrong = findings.filter(({ level }) => level === "error");
  const currency = useDraftCurrency();
  return (
    <li className="border-t border-line-soft py-2">
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-expanded={props.open}
          onClick={props.onToggle}
          className="min-w-0 flex-1 text-left"
        >
          <span className="font-[520]">{typeof named === "string" ? named : "Limit"}</span>{" "}
          {wrong.length > 0 ? <Badge tone="bad">has an error</Badge> : null}
          <span className="block text-xs text-ink-dim">{limitText(value ?? null, currency)}</span>
        </button>
        <Button size="sm" variant="quiet" onClick={props.onRemove}>
          Remove
        </Button>
      </div>
      {wrong.length > 0 ? (
        <p className="text-xs text-bad">{wrong.map(({ message }) => message).join(" ")}</p>
      ) : null}
      {props.open ? <LimitSettings path={path} /> : null}
    </li>
  );
}

function limitText(json: JsonValue, currency: string): string {
  const [limit] = Limits.safeParse([json]).data ?? [];
  if (limit === undefined) return "not yet readable";
  const asked = rulesText({ constraints: limit.constraints }, currency).map(
    ({ label, value }) => `${label}: ${value}`,
  );
  return [matchText(limit.match, currency) || "all items", ...asked].join("; ");
}

function LimitSettings({ path }: { path: string }) {
  const at = (name: string) => `${path}.constraints.${name}`;
  return (
    <div className="mt-3 flex flex-col gap-5">
      <SettingGroup title="Which items">
        <NameSetting path={`${path}.name`} label="Name" />
        <MatchSettings path={`${path}.match`} />
      </SettingGroup>
      <MovementSentence path={`${path}.constraints`} scope={false} />
      <SettingGroup title="What their prices keep">
        <PercentSetting path={at("margin_floor")} label="Margin at least" empty="absent" />
        <PercentSetting path={at("max_change")} label="Change at most, a run" empty="absent" />
        <PercentSetting path={at("max_change_per_day")} label="Change at most, a day" empty="absent" />
        <MarketDistance path={at("market_distance")} scope={false} />
        <YesNoSetting path={at("item_limits")} label="Keep the items' own limits" />
        <YesNoSetting path={at("map")} label="Keep minimum advertised prices" />
        <YesNoSetting path={at("msrp")} label="Stay at or below suggested prices" />
      </SettingGroup>
    </div>
  );
}
