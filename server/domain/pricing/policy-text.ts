import type { FullRules, PolicyScope } from "@/server/domain/pricing/policy";
import { RULE_LABELS, type RulePath } from "@/server/domain/pricing/policy-labels";
import { formatPercent, parseRatio } from "@/server/domain/ratio";

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Constraints = FullRules["constraints"];

const FIGURES = {
  min: "the cheapest offer",
  median: "the market median",
  max: "the dearest offer",
} as const;

/** A ratio's size as a percentage for people; "no limit" where there is none. */
export function shareWords(ratio: string | null): string {
  if (ratio === null) return "no limit";
  const { num, den } = parseRatio(ratio);
  return formatPercent(num, den);
}

const yesOrNo = (value: boolean): string => (value ? "yes" : "no");
const daysWords = (days: number | null): string =>
  days === null ? "any age" : days === 1 ? "1 day" : `${days} days`;
const outlierWords = (ratio: string | null): string => (ratio === null ? "any distance" : `${ratio} times`);
const endingsWords = (endings: readonly string[]): string =>
  endings.length === 0 ? "any ending" : endings.join(", ");

const referenceWords = (against: keyof typeof FIGURES | "seller", seller: string | undefined): string =>
  against === "seller" ? (seller ?? "a seller") : FIGURES[against];

/** What a strategy aims for, in a phrase. */
function strategyWords(strategy: FullRules["strategy"]): string {
  switch (strategy.type) {
    case "hold":
      return "hold the price";
    case "cost_plus":
      return strategy.margin === undefined
        ? `cost plus ${shareWords(strategy.markup ?? "0")}`
        : `a margin of ${shareWords(strategy.margin)}`;
    case "position": {
      const of = referenceWords(strategy.against, strategy.seller);
      const { ratio, amount } = strategy;
      if (amount !== undefined)
        return amount.startsWith("-") ? `${of} − ${amount.slice(1)}` : `${of} + ${amount}`;
      if (ratio === undefined || parseRatio(ratio).num === 0n) return `meet ${of}`;
      const { num, den } = parseRatio(ratio);
      return num < 0n ? `${formatPercent(-num, den)} below ${of}` : `${formatPercent(num, den)} above ${of}`;
    }
    case "index": {
      const of = referenceWords(strategy.against, strategy.seller);
      const about =
        strategy.tolerance === undefined ? "" : `, give or take ${shareWords(strategy.tolerance)}`;
      return `${shareWords(strategy.index)} of ${of}${about}`;
    }
  }
}

/** Which items a scope is for, in a phrase. */
export function matchWords({ tags, categories, brands, price_from, price_to }: PolicyScope["match"]): string {
  const either = (label: string, names: readonly string[] | undefined) =>
    names === undefined ? [] : [`${label} ${names.join(" or ")}`];
  const band =
    price_from === undefined
      ? price_to === undefined
        ? []
        : [`price below ${price_to}`]
      : [
          price_to === undefined
            ? `price from ${price_from}`
            : `price from ${price_from} to below ${price_to}`,
        ];
  return [
    ...either("tag", tags),
    ...either("category", categories),
    ...either("brand", brands),
    ...band,
  ].join("; ");
}

function distanceWords(distance: Constraints["market_distance"]): string {
  if (distance === null) return "no limit";
  const { against, above = null, below = null } = distance;
  const up = above === null ? [] : [`${shareWords(above)} above`];
  const down = below === null ? [] : [`${shareWords(below)} below`];
  return `at most ${[...up, ...down].join(" and ")} ${FIGURES[against]}`;
}

const bandsWords = (bands: FullRules["rounding"]["bands"]): string =>
  bands.length === 0
    ? "none"
    : bands
        .map(({ price_from, price_to, endings }) => {
          const [from, to] = [price_from ?? "0", price_to === undefined ? "up" : `below ${price_to}`];
          return `${from} ${price_to === undefined ? "and" : "to"} ${to}: ${endingsWords(endings)}`;
        })
        .join("; ");

const PACKS = {
  any: "any pack",
  not_different: "not where the pack is known to differ",
  same: "only where the pack is known to be the same",
} as const;

/** One setting for people: where it stands in the document, what it is called, what it says. */
export interface SettingWords {
  readonly path: string;
  readonly label: string;
  readonly words: string;
}

/** Every rule that is given, in the order of the document; rules that are left out are not named. */
export function rulesWords(rules: {
  readonly strategy?: FullRules["strategy"] | undefined;
  readonly constraints?: Given<Constraints> | undefined;
  readonly rounding?: Given<FullRules["rounding"]> | undefined;
  readonly gates?: Given<FullRules["gates"]> | undefined;
}): SettingWords[] {
  const { strategy, constraints: c = {}, rounding: r = {}, gates: g = {} } = rules;
  const line = <T>(path: RulePath, value: T | undefined, words: (value: T) => string) =>
    value === undefined ? [] : [{ path, label: RULE_LABELS[path], words: words(value) }];
  return [
    ...line("strategy", strategy, strategyWords),
    ...line("constraints.margin_floor", c.margin_floor, shareWords),
    ...line("constraints.max_change", c.max_change, shareWords),
    ...line("constraints.max_change_per_day", c.max_change_per_day, shareWords),
    ...line("constraints.market_distance", c.market_distance, distanceWords),
    ...line("constraints.item_limits", c.item_limits, yesOrNo),
    ...line("constraints.map", c.map, yesOrNo),
    ...line("constraints.msrp", c.msrp, yesOrNo),
    ...line("rounding.endings", r.endings, endingsWords),
    ...line("rounding.bands", r.bands, bandsWords),
    ...line("gates.max_cost_age_days", g.max_cost_age_days, daysWords),
    ...line("gates.max_observation_age_days", g.max_observation_age_days, daysWords),
    ...line("gates.min_observations", g.min_observations, String),
    ...line("gates.in_stock_only", g.in_stock_only, yesOrNo),
    ...line("gates.outlier_ratio", g.outlier_ratio, outlierWords),
    ...line("gates.outlier_ratio_others", g.outlier_ratio_others, outlierWords),
    ...line("gates.pack_size", g.pack_size, (gate) => PACKS[gate]),
  ];
}
