"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { ITEM_BASE_TEXTS, ITEM_BASES, isItemBase } from "@/server/domain/pricing/inputs";
import { InLineChoice } from "./in-line-choice";
import type { Side } from "./offset";
import {
  ChoiceSetting,
  Closed,
  CountSetting,
  DecimalSetting,
  NameSetting,
  PercentSetting,
  useDraftCurrency,
  useSetting,
} from "./setting-fields";
import {
  type Unit,
  unitOf,
  VERBS,
  type Verb,
  verbOf,
  verbsFor,
  withReference,
  withUnit,
  withVerb,
} from "./strategy-verbs";

const INHERIT = "inherited";

const REFERENCES = [
  { value: "min", label: "the cheapest offer" },
  { value: "rank", label: "the offer of a rank" },
  { value: "median", label: "the market median" },
  { value: "mean", label: "the market average" },
  { value: "mode", label: "the most frequent price" },
  { value: "max", label: "the most expensive offer" },
  { value: "seller", label: "one seller" },
  ...ITEM_BASES.map((value) => ({ value, label: ITEM_BASE_TEXTS[value] })),
];

/** Whether the aims below are tried without a price, where older prices may count. */
export const TriedInstead = createContext(false);

/** What prices aim for, as a part of a sentence: a verb and what follows it. */
export function Aim({
  path,
  inherit,
  label = "Prices aim for",
  children,
}: {
  path: string;
  inherit: boolean;
  label?: string;
  /** What follows a verb that picks from several; without it no such verb is offered. */
  children?: ReactNode;
}) {
  const { value, set } = useSetting(path);
  const stored = verbOf(value);
  // Zero has no side: while a number is typed over, the verb stays what it was.
  const [typedOver, setTypedOver] = useState<Verb | null>(null);
  const verb = stored === "meet" ? (typedOver ?? stored) : stored;
  const verbs = verbsFor(children !== undefined);
  const options = verbs.map((value) => ({ value, label: VERBS[value].label, detail: VERBS[value].detail }));
  return (
    <>
      <Closed mark={verb === null ? "," : ""}>
        <InLineChoice
          label={label}
          options={inherit ? [{ value: INHERIT, label: "As for everything else" }, ...options] : options}
          value={verb ?? (inherit ? INHERIT : undefined)}
          placeholder="As usual"
          onChoose={(next) => {
            const found = verbs.find((each) => each === next) ?? null;
            set(found === null ? undefined : withVerb(value, found));
          }}
        />
      </Closed>
      {verb === "lowest" || verb === "highest" ? children : null}
      <Rest path={path} verb={verb} onTyped={() => setTypedOver(verb)} onLeft={() => setTypedOver(null)} />
    </>
  );
}

/** What follows the verb. */
function Rest({
  path,
  verb,
  ...typing
}: {
  path: string;
  verb: Verb | null;
  onTyped: () => void;
  onLeft: () => void;
}) {
  switch (verb) {
    case "undercut":
    case "above":
      return (
        <>
          <Reference path={path} />
          <span>by</span>
          <Closed mark=",">
            <Distance path={path} side={verb === "undercut" ? "below" : "above"} {...typing} />
          </Closed>
        </>
      );
    case "meet":
      return <Reference path={path} mark="," />;
    case "index":
      return (
        <>
          <span>of</span>
          <PercentSetting path={`${path}.index`} label="Share of it" />
          <span>% of</span>
          <Reference path={path} mark="," />
          <span>give or take</span>
          <PercentSetting path={`${path}.tolerance`} label="Give or take" />
          <span>%,</span>
        </>
      );
    case "margin":
      return (
        <>
          <span>of</span>
          <PercentSetting path={`${path}.margin`} label="Margin" />
          <span>% to the cost and</span>
          <OnTop path={path} />
        </>
      );
    case "markup":
      return (
        <>
          <span>of</span>
          <PercentSetting path={`${path}.markup`} label="Markup on the cost" />
          <span>% of the cost and</span>
          <OnTop path={path} />
        </>
      );
    case "hold":
      return <span>and only tell by alerts where it is wrong;</span>;
    case "lowest":
    case "highest":
    case null:
      return null;
  }
}

/** What a unit earns beside its share of the cost. */
function OnTop({ path }: { path: string }) {
  const currency = useDraftCurrency();
  return (
    <>
      <DecimalSetting path={`${path}.amount`} label="Amount on top" empty="nothing" />
      <span>{currency} on top,</span>
    </>
  );
}

/** What is measured against; `mark` is the punctuation that follows it. */
function Reference({ path, mark = "" }: { path: string; mark?: string }) {
  const { value: strategy, set } = useSetting(path);
  const { value } = useSetting(`${path}.against`);
  const looksBack = useContext(TriedInstead) && typeof value === "string" && !isItemBase(value);
  const hasField = value === "seller" || value === "rank";
  const fieldMark = looksBack ? "" : mark;
  return (
    <>
      <Closed mark={hasField ? "" : fieldMark}>
        <ChoiceSetting
          path={`${path}.against`}
          label="Measured against"
          options={REFERENCES}
          onChoose={(against) => set(withReference(strategy, against ?? "min"))}
        />
      </Closed>
      {value === "seller" ? (
        <Closed mark={fieldMark}>
          <span className="[&_input]:w-48!">
            <NameSetting path={`${path}.seller`} label="Seller" />
          </span>
        </Closed>
      ) : null}
      {value === "rank" ? (
        <Closed mark={fieldMark}>
          <CountSetting path={`${path}.rank`} label="Rank, from the cheapest on" />
        </Closed>
      ) : null}
      {looksBack ? (
        <>
          <span>seen within</span>
          <CountSetting path={`${path}.last_known_days`} label="Last known within, days" empty="usual" />
          <span>{`days${mark}`}</span>
        </>
      ) : null}
    </>
  );
}

/** The distance from the market as a number and its unit; the document stores its side as its sign. */
function Distance(props: {
  path: string;
  side: Exclude<Side, "meet">;
  onTyped: () => void;
  onLeft: () => void;
}) {
  const { path, side } = props;
  const { value, set } = useSetting(path);
  const currency = useSetting("currency").value;
  const unit = unitOf(value);
  const label = `How far ${side} it`;
  return (
    <span className="inline-flex items-center gap-1.5" onInput={props.onTyped} onBlur={props.onLeft}>
      {unit === "share" ? (
        <PercentSetting path={`${path}.ratio`} label={label} side={side} />
      ) : (
        <DecimalSetting path={`${path}.amount`} label={label} side={side} />
      )}
      <InLineChoice
        label="Unit"
        options={[
          { value: "share", label: "%" },
          { value: "amount", label: typeof currency === "string" ? currency : "amount" },
        ]}
        value={unit}
        onChoose={(next) => set(withUnit(value, next as Unit))}
      />
    </span>
  );
}
