"use client";

import type { ReactNode } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { CompetitorSentence } from "./competitor-sentence";
import { MovementSentence } from "./movement-sentence";
import { RuleSentence } from "./rule-sentence";
import {
  ChoiceSetting,
  CountSetting,
  DecimalSetting,
  ListSetting,
  PercentSetting,
  useMoneyLabel,
  useSetting,
  YesNoSetting,
} from "./setting-fields";
import { withReference } from "./strategy-verbs";

/** A titled group of settings, in two columns if the form has room. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line-soft pt-3">
      <legend className="sr-only">{title}</legend>
      <h3 aria-hidden className="mb-3 font-[600]">
        {title}
      </h3>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 @xl:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** The rule as a sentence, and its further limits, endings and required data: of the general rules, or of one scope. */
export function RuleSettings({ path, scope }: { path: string; scope: boolean }) {
  const empty = scope ? "inherited" : "none";
  const usual = scope ? "inherited" : "usual";
  const at = (name: string) => `${path}.${name}`;
  const none = scope ? "Write “none” for no limit." : undefined;
  const hint = none === undefined ? {} : { hint: none };
  return (
    <>
      <RuleSentence path={path} scope={scope} />
      <MovementSentence path={at("constraints")} scope={scope} />
      <CompetitorSentence path={at("gates")} scope={scope} />
      <SettingGroup title="Limits">
        <MarketDistance path={at("constraints.market_distance")} scope={scope} />
        <YesNoSetting
          path={at("constraints.item_limits")}
          label="Keep the items' own limits"
          inherit={scope}
        />
        <YesNoSetting path={at("constraints.map")} label="Keep minimum advertised prices" inherit={scope} />
        <YesNoSetting
          path={at("constraints.msrp")}
          label="Stay at or below suggested prices"
          inherit={scope}
        />
      </SettingGroup>
      <SettingGroup title="Endings by price">
        <Bands path={at("rounding.bands")} />
      </SettingGroup>
      <SettingGroup title="What has to be known">
        <CountSetting
          path={at("gates.max_cost_age_days")}
          label="Cost no older than, days"
          empty={empty}
          {...hint}
        />
        <CountSetting
          path={at("gates.max_observation_age_days")}
          label="Competitor prices no older than, days"
          empty={empty}
          {...hint}
        />
        <CountSetting path={at("gates.min_observations")} label="Competitor prices needed" empty={usual} />
        <YesNoSetting path={at("gates.in_stock_only")} label="Only competitors in stock" inherit={scope} />
        <DecimalSetting
          path={at("gates.outlier_ratio")}
          label="Ignore prices so many times off our own"
          empty={empty}
          {...hint}
        />
        <DecimalSetting
          path={at("gates.outlier_ratio_others")}
          label="Ignore prices so many times off the others"
          empty={empty}
          {...hint}
        />
        <ChoiceSetting
          path={at("gates.pack_size")}
          label="Packs that count"
          options={PACKS}
          inherit={scope}
        />
      </SettingGroup>
    </>
  );
}

const PACKS = [
  { value: "any", label: "Any pack size" },
  { value: "not_different", label: "Any not known to differ" },
  { value: "same", label: "Only the same pack size" },
];

const DISTANCES = [
  { value: "min", label: "The cheapest offer" },
  { value: "median", label: "The market median" },
  { value: "mean", label: "The market average" },
  { value: "rank", label: "The offer of a rank" },
  { value: "max", label: "The most expensive offer" },
];

/** How far prices may lie from a figure of the market. */
export function MarketDistance({ path, scope }: { path: string; scope: boolean }) {
  const { value, set } = useSetting(path);
  const isSet = value !== null && value !== undefined;
  const rest = [
    ...(scope ? [{ value: "inherited", label: "as for everything else" }] : []),
    { value: "none", label: "no limit" },
  ];
  const against =
    typeof value === "object" && value !== null && !Array.isArray(value) ? value["against"] : null;
  const chosen = typeof against === "string" ? against : value === null || !scope ? "none" : "inherited";
  return (
    <>
      <Field label="Stay near">
        <Select
          options={[...rest, ...DISTANCES]}
          value={chosen}
          onValueChange={(next) =>
            set(
              next === "inherited"
                ? undefined
                : next === "none"
                  ? null
                  : { above: "0.1", ...withReference(value, next) },
            )
          }
        />
      </Field>
      {isSet ? (
        <>
          {chosen === "rank" ? (
            <CountSetting path={`${path}.rank`} label="Rank, from the cheapest on" />
          ) : null}
          <PercentSetting path={`${path}.above`} label="At most above it" empty="absent" />
          <PercentSetting path={`${path}.below`} label="At most below it" empty="absent" />
        </>
      ) : null}
    </>
  );
}

function Bands({ path }: { path: string }) {
  const { value, set } = useSetting(path);
  const bands = Array.isArray(value) ? value : [];
  const money = useMoneyLabel();
  return (
    <div className="col-span-full flex flex-col gap-3">
      {bands.map((_, index) => (
        <div key={index} className="grid grid-cols-[1fr_1fr_2fr_auto] items-end gap-3 max-md:grid-cols-1">
          <DecimalSetting path={`${path}.${index}.price_from`} label={money("Prices from")} />
          <DecimalSetting path={`${path}.${index}.price_to`} label={money("to below")} />
          <ListSetting path={`${path}.${index}.endings`} label="end in" keepEmpty />
          <Button variant="quiet" onClick={() => set(bands.filter((__, other) => other !== index))}>
            Remove
          </Button>
        </div>
      ))}
      <Button size="sm" className="self-start" onClick={() => set([...bands, { endings: [] }])}>
        Add endings for a price band
      </Button>
    </div>
  );
}
