import { hoursText } from "@/server/domain/durations";
import { ITEM_BASE_TEXTS } from "@/server/domain/pricing/inputs";
import type { FullRules } from "@/server/domain/pricing/policy";
import { RULE_LABELS, type RulePath } from "@/server/domain/pricing/policy-labels";
import { formatPercent, parseRatio } from "@/server/domain/ratio";

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Constraints = FullRules["constraints"];

const FIGURES = {
  min: "the cheapest offer",
  median: "the market median",
  mean: "the market average",
  max: "the most expensive offer",
} as const;

/** Returns the size of a ratio as a percentage for people; "no limit" for null. */
export function shareText(ratio: string | null): string {
  if (ratio === null) return "no limit";
  const { num, den } = parseRatio(ratio);
  return formatPercent(num, den);
}

/** Returns an amount of a policy with its currency; "" where the draft has none. */
export const moneyText = (amount: string, currency: string): string => `${amount} ${currency}`.trimEnd();

/** Returns "yes" or "no". */
export const yesOrNo = (value: boolean): string => (value ? "yes" : "no");
/** Returns a number of days for people; "any age" for null. */
export const dayListText = (days: number | null): string =>
  days === null ? "any age" : days === 1 ? "1 day" : `${days} days`;
const outlierText = (ratio: string | null): string => (ratio === null ? "any distance" : `${ratio} times`);
const endingListText = (endings: readonly string[]): string =>
  endings.length === 0 ? "any ending" : endings.join(", ");

const REFERENCES = {
  ...FIGURES,
  mode: "the most frequent price",
  ...ITEM_BASE_TEXTS,
} as const;

type Measured = Extract<FullRules["strategy"], { type: "position" | "index" }>;

function referenceText({ last_known_days: days, ...measured }: Measured): string {
  return `${figureText(measured)}${days === undefined ? "" : `, last known within ${dayListText(days)}`}`;
}

function figureText({ against, seller = "a seller", rank = 1 }: Measured): string {
  if (against === "seller") return seller;
  return against === "rank" ? rankText(rank) : REFERENCES[against];
}

const rankText = (rank: number): string => `no. ${rank} of the offers from the cheapest on`;

function costPlusText(
  { margin, markup, amount }: Extract<FullRules["strategy"], { type: "cost_plus" }>,
  currency: string,
): string {
  const money = amount === undefined ? [] : [moneyText(amount, currency)];
  if (margin !== undefined) return [`a margin of ${shareText(margin)}`, ...money].join(" and ");
  const shares = markup === undefined ? [] : [shareText(markup)];
  return `cost plus ${[...shares, ...money].join(" and ")}`;
}

/** Describes a strategy's target in a phrase. */
function strategyText(strategy: FullRules["strategy"], currency: string): string {
  switch (strategy.type) {
    case "hold":
      return "hold the price";
    case "cost_plus":
      return costPlusText(strategy, currency);
    case "position": {
      const of = referenceText(strategy);
      const { ratio, amount } = strategy;
      if (amount !== undefined)
        return amount.startsWith("-")
          ? `${of} − ${moneyText(amount.slice(1), currency)}`
          : `${of} + ${moneyText(amount, currency)}`;
      if (ratio === undefined || parseRatio(ratio).num === 0n) return `meet ${of}`;
      const { num, den } = parseRatio(ratio);
      return num < 0n ? `${formatPercent(-num, den)} below ${of}` : `${formatPercent(num, den)} above ${of}`;
    }
    case "best_of":
      return `the ${strategy.pick} of ${strategy.of.map((each) => strategyText(each, currency)).join(" and ")}`;
    case "index": {
      const of = referenceText(strategy);
      const toleranceText =
        strategy.tolerance === undefined ? "" : `, give or take ${shareText(strategy.tolerance)}`;
      return `${shareText(strategy.index)} of ${of}${toleranceText}`;
    }
  }
}

const fallbackText = (fallback: readonly FullRules["strategy"][], currency: string): string =>
  fallback.length === 0
    ? "nothing else"
    : fallback.map((each) => strategyText(each, currency)).join(", then ");

function distanceText(distance: Constraints["market_distance"]): string {
  if (distance === null) return "no limit";
  const { against, rank = 1, above = null, below = null } = distance;
  const up = above === null ? [] : [`${shareText(above)} above`];
  const down = below === null ? [] : [`${shareText(below)} below`];
  return `at most ${[...up, ...down].join(" and ")} ${against === "rank" ? rankText(rank) : FIGURES[against]}`;
}

function minChangeText(least: Constraints["min_change"], currency: string): string {
  if (!least) return "no limit";
  const { ratio, amount } = least;
  return [
    ...(ratio === undefined ? [] : [shareText(ratio)]),
    ...(amount === undefined ? [] : [moneyText(amount, currency)]),
  ].join(" or ");
}

const bandsText = (bands: FullRules["rounding"]["bands"], currency: string): string =>
  bands.length === 0
    ? "none"
    : bands
        .map(({ price_from, price_to, endings }) => {
          const from = price_from ?? "0";
          const range =
            price_to === undefined
              ? `${moneyText(from, currency)} and up`
              : `${from} to below ${moneyText(price_to, currency)}`;
          return `${range}: ${endingListText(endings)}`;
        })
        .join("; ");

const SOLD_OUT = {
  hold: "hold the price",
  item_max: "the item's highest price",
  ignore: "as any other item",
} as const;

const ROUNDING = { nearest: "to the nearest ending", up: "up", down: "down" } as const;

const PACKS = {
  any: "any pack",
  not_different: "not where the pack is known to differ",
  same: "only where the pack is known to be the same",
} as const;

function sellersText(sellers: FullRules["gates"]["sellers"]): string {
  if (!sellers) return "all";
  const { only, except = [] } = sellers;
  return only === undefined ? `all but ${except.join(", ")}` : `only ${only.join(", ")}`;
}

type Tiers = FullRules["gates"]["tiers"];

/** "charlie × 2, delta (2 prices needed), then all others" */
const tiersText = (tiers: Tiers): string =>
  tiers ? tiers.map(tierText).join(", then ") : "none: all sellers at once";

function tierText({ sellers, weights, at_least }: NonNullable<Tiers>[number]): string {
  const names = sellers?.map((name, index) => {
    const weight = weights?.[index];
    return weight === undefined ? name : `${name} × ${weight}`;
  });
  const needed =
    at_least === undefined ? "" : ` (${at_least === 1 ? "1 price" : `${at_least} prices`} needed)`;
  return `${names?.join(", ") ?? "all others"}${needed}`;
}

const IGNORED: Readonly<Record<string, string>> = {
  cost: "the price that covers the cost",
  floor: "the floor",
};

const ignoreText = (below: FullRules["gates"]["ignore_below"], currency: string): string =>
  below ? (IGNORED[below] ?? moneyText(below, currency)) : "no limit";

/** One setting for people: its path in the document, its label and its value as text. */
export interface SettingText {
  readonly path: string;
  readonly label: string;
  readonly value: string;
}

/** Rules of a policy, a scope or a limit, of which each may be absent. */
interface GivenRules {
  readonly strategy?: FullRules["strategy"] | undefined;
  readonly fallback?: FullRules["fallback"] | undefined;
  readonly when_sold_out?: FullRules["when_sold_out"] | undefined;
  readonly constraints?: Given<Constraints> | undefined;
  readonly rounding?: Given<FullRules["rounding"]> | undefined;
  readonly gates?: Given<FullRules["gates"]> | undefined;
}

/**
 * Returns the text of every rule that is set, in the order of the document; absent rules are omitted.
 * @param currency of the policy's amounts
 */
export function rulesText(rules: GivenRules, currency: string): SettingText[] {
  const { strategy, constraints: c = {}, rounding: r = {}, gates: g = {} } = rules;
  const line = <T>(path: RulePath, value: T | undefined, format: (value: T) => string) =>
    value === undefined ? [] : [{ path, label: RULE_LABELS[path], value: format(value) }];
  return [
    ...line("strategy", strategy, (each) => strategyText(each, currency)),
    ...line("fallback", rules.fallback, (each) => fallbackText(each, currency)),
    ...line("when_sold_out", rules.when_sold_out, (what) => SOLD_OUT[what]),
    ...line("constraints.margin_floor", c.margin_floor, shareText),
    ...line("constraints.max_change", c.max_change, shareText),
    ...line("constraints.max_change_per_day", c.max_change_per_day, shareText),
    ...line("constraints.max_decrease", c.max_decrease, shareText),
    ...line("constraints.max_increase", c.max_increase, shareText),
    ...line("constraints.direction", c.direction, (direction) => direction ?? "both ways"),
    ...line("constraints.min_change", c.min_change, (least) => minChangeText(least, currency)),
    ...line("constraints.min_hours_between", c.min_hours_between, (hours) =>
      hours === null ? "no limit" : hoursText(hours),
    ),
    ...line("constraints.min_profit", c.min_profit, (amount) =>
      amount === null ? "no limit" : moneyText(amount, currency),
    ),
    ...line("constraints.markup_floor", c.markup_floor, shareText),
    ...line("constraints.market_distance", c.market_distance, distanceText),
    ...line("constraints.item_limits", c.item_limits, yesOrNo),
    ...line("constraints.map", c.map, yesOrNo),
    ...line("constraints.msrp", c.msrp, yesOrNo),
    ...line("rounding.direction", r.direction, (direction) => ROUNDING[direction]),
    ...line("rounding.endings", r.endings, endingListText),
    ...line("rounding.bands", r.bands, (bands) => bandsText(bands, currency)),
    ...line("gates.max_cost_age_days", g.max_cost_age_days, dayListText),
    ...line("gates.max_observation_age_days", g.max_observation_age_days, dayListText),
    ...line("gates.min_observations", g.min_observations, String),
    ...line("gates.in_stock_only", g.in_stock_only, yesOrNo),
    ...line("gates.outlier_ratio", g.outlier_ratio, outlierText),
    ...line("gates.outlier_ratio_others", g.outlier_ratio_others, outlierText),
    ...line("gates.pack_size", g.pack_size, (gate) => PACKS[gate]),
    ...line("gates.sellers", g.sellers, sellersText),
    ...line("gates.ignore_below", g.ignore_below, (below) => ignoreText(below, currency)),
    ...line("gates.delivered", g.delivered, (delivered) =>
      delivered === null
        ? "no"
        : `yes; our delivery costs shoppers ${moneyText(delivered.own_shipping, currency)}`,
    ),
    ...line("gates.tiers", g.tiers, tiersText),
  ];
}
