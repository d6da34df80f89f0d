"use client";

import { useState } from "react";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { distanceOf, type Side, signed } from "./offset";
import type { JsonValue } from "./policy-text";
import { ChoiceSetting, DecimalSetting, NameSetting, PercentSetting, useSetting } from "./setting-fields";

const AIMS = {
  hold: { label: "Hold the price", detail: "Only alerts; no new prices.", start: { type: "hold" } },
  margin: {
    label: "A margin",
    detail: "Cost plus what makes this margin.",
    start: { type: "cost_plus", margin: "0.3" },
  },
  markup: {
    label: "A markup",
    detail: "Cost plus a share of it.",
    start: { type: "cost_plus", markup: "0.5" },
  },
  ratio: {
    label: "The market, by a share",
    detail: "Meet it, or stay a percentage above or below.",
    start: { type: "position", against: "median" },
  },
  amount: {
    label: "The market, by an amount",
    detail: "Stay so much above or below.",
    start: { type: "position", against: "median", amount: "-0.10" },
  },
  index: {
    label: "A price index",
    detail: "Keep the price at a share of the market.",
    start: { type: "index", against: "median", index: "1" },
  },
} satisfies Record<string, { label: string; detail: string; start: { [key: string]: JsonValue } }>;

const INHERIT = "inherited";

const REFERENCES = [
  { value: "min", label: "The cheapest offer" },
  { value: "median", label: "The market median" },
  { value: "max", label: "The dearest offer" },
  { value: "seller", label: "One seller" },
];

/** Returns the aim of a strategy; null if the document has none or an unknown one. */
function aimOf(strategy: JsonValue | undefined): keyof typeof AIMS | null {
  if (strategy === null || typeof strategy !== "object" || Array.isArray(strategy)) return null;
  switch (strategy["type"]) {
    case "hold":
      return "hold";
    case "cost_plus":
      return "markup" in strategy ? "markup" : "margin";
    case "position":
      return "amount" in strategy ? "amount" : "ratio";
    case "index":
      return "index";
    default:
      return null;
  }
}

/** The strategy: its aim, and the settings of that aim. */
export function StrategySettings({ path, inherit }: { path: string; inherit: boolean }) {
  const { value, set, findings } = useSetting(path);
  const aim = aimOf(value);
  const options = Object.entries(AIMS).map(([key, { label, detail }]) => ({ value: key, label, detail }));
  const own = findings.find((each) => each.path === path);
  return (
    <>
      <Field label="Prices aim for" error={own?.level === "error" ? own.message : undefined}>
        <Select
          options={inherit ? [{ value: INHERIT, label: "as for everything else" }, ...options] : options}
          value={aim ?? (inherit ? INHERIT : undefined)}
          placeholder="as usual"
          onValueChange={(chosen) => {
            const found = Object.entries(AIMS).find(([key]) => key === chosen);
            set(found ? { ...found[1].start } : undefined);
          }}
        />
      </Field>
      {aim === "margin" ? <PercentSetting path={`${path}.margin`} label="Margin" /> : null}
      {aim === "markup" ? <PercentSetting path={`${path}.markup`} label="Markup on the cost" /> : null}
      {aim === "ratio" || aim === "amount" || aim === "index" ? <Reference path={path} /> : null}
      {aim === "ratio" ? <Offset path={`${path}.ratio`} unit="share" /> : null}
      {aim === "amount" ? <Offset path={`${path}.amount`} unit="amount" /> : null}
      {aim === "index" ? (
        <>
          <PercentSetting path={`${path}.index`} label="Share of it" />
          <PercentSetting path={`${path}.tolerance`} label="Give or take" />
        </>
      ) : null}
    </>
  );
}

function Reference({ path }: { path: string }) {
  const { value } = useSetting(`${path}.against`);
  return (
    <>
      <ChoiceSetting path={`${path}.against`} label="Measured against" options={REFERENCES} />
      {value === "seller" ? <NameSetting path={`${path}.seller`} label="Seller" /> : null}
    </>
  );
}

const SIDES: readonly { readonly value: Side; readonly label: string }[] = [
  { value: "meet", label: "Meet it" },
  { value: "below", label: "Stay below it by" },
  { value: "above", label: "Stay above it by" },
];

/** The offset from the market figure as side and distance; the document stores both as one signed number. */
function Offset({ path, unit }: { path: string; unit: "share" | "amount" }) {
  const { value, set } = useSetting(path);
  const stored = distanceOf(value);
  // Zero has no sign, so the chosen side is remembered here until a number is typed.
  const [chosen, setChosen] = useState<Side | null>(null);
  const side = stored.side === "meet" ? (chosen ?? "meet") : stored.side;
  const Distance = unit === "share" ? PercentSetting : DecimalSetting;
  return (
    <>
      <Field label="Where to">
        <Select
          options={SIDES}
          value={side}
          onValueChange={(next) => {
            const to = SIDES.find((each) => each.value === next)?.value ?? "meet";
            setChosen(to);
            if (to !== "meet") set(signed(to, stored.distance));
            else set(unit === "amount" ? "0" : undefined);
          }}
        />
      </Field>
      {side === "meet" ? null : <Distance path={path} label={`How far ${side} it`} side={side} />}
    </>
  );
}
