"use client";

import {
  ChoiceSetting,
  Closed,
  CountSetting,
  DecimalSetting,
  PercentSetting,
  Sentence,
  SentenceFindings,
  useSetting,
} from "./setting-fields";

const DIRECTIONS = [
  { value: "up", label: "only up" },
  { value: "down", label: "only down" },
];
const BOTH_WAYS = { value: "both", label: "both ways" };

/** How prices move and what a unit has to earn, as sentences with their fields in place; all of it is optional. */
export function MovementSentence({ path, scope }: { path: string; scope: boolean }) {
  const at = (name: string) => `${path}.${name}`;
  const empty = scope ? "inherited" : "absent";
  const { value: currency } = useSetting("currency");
  const money = typeof currency === "string" ? currency : "of the currency";
  return (
    <div className="flex flex-col gap-2">
      <Sentence label="How they move">
        <span>A run moves prices</span>
        <Closed mark=",">
          <Direction path={at("direction")} inherit={scope} />
        </Closed>
        <span>down at most</span>
        <PercentSetting path={at("max_decrease")} label="Fall at most, a run" empty={empty} />
        <span>%, up at most</span>
        <PercentSetting path={at("max_increase")} label="Rise at most, a run" empty={empty} />
        <span>%, and not by less than</span>
        <PercentSetting path={at("min_change.ratio")} label="No change under, share" empty="absent" />
        <span>% or</span>
        <DecimalSetting path={at("min_change.amount")} label="No change under, amount" empty="absent" />
        <span>{money}. Two changes are at least</span>
        <CountSetting path={at("min_hours_between")} label="Hours between changes at least" empty={empty} />
        <span>hours apart.</span>
      </Sentence>
      <Sentence label="What a unit earns">
        <span>A unit earns at least</span>
        <DecimalSetting path={at("min_profit")} label="Profit a unit at least" empty={empty} />
        <span>{money} and at least</span>
        <PercentSetting path={at("markup_floor")} label="Markup at least" empty={empty} />
        <span>% of its cost.</span>
      </Sentence>
      <SentenceFindings
        paths={[
          "direction",
          "max_decrease",
          "max_increase",
          "min_change",
          "min_hours_between",
          "min_profit",
          "markup_floor",
        ].map(at)}
      />
    </div>
  );
}

/** In a scope "both ways" lifts the direction of the general rules, which null stores. */
function Direction({ path, inherit }: { path: string; inherit: boolean }) {
  const { value, set } = useSetting(path);
  const label = value === null || (value === undefined && !inherit) ? BOTH_WAYS.label : undefined;
  return (
    <ChoiceSetting
      path={path}
      label={label === undefined ? "Direction" : `Direction, ${label}`}
      options={[BOTH_WAYS, ...DIRECTIONS]}
      inherit={inherit}
      onChoose={(chosen) => set(chosen === BOTH_WAYS.value ? (inherit ? null : undefined) : chosen)}
    />
  );
}
