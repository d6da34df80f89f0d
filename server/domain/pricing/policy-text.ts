import { type EvidenceOrigin, USUAL_ORIGINS } from "@/server/domain/pricing/evidence-origins";
import { ITEM_BASE_TEXTS } from "@/server/domain/pricing/inputs";
import type { FullRules } from "@/server/domain/pricing/policy";
import {
  LANE_LABELS,
  type LanePath,
  RULE_LABELS,
  type RulePath,
} from "@/server/domain/pricing/policy-labels";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
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

const yesOrNo = (value: boolean): string => (value ? "yes" : "no");
const dayListText = (days: number | null): string =>
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

function costPlusText({
  margin,
  markup,
  amount,
}: Extract<FullRules["strategy"], { type: "cost_plus" }>): string {
  if (margin !== undefined)
    return `a margin of ${shareText(margin)}${amount === undefined ? "" : ` and ${amount}`}`;
  const shares = markup === undefined ? [] : [shareText(markup)];
  return `cost plus ${[...shares, ...(amount === undefined ? [] : [amount])].join(" and ")}`;
}

/** Describes a strategy's target in a phrase. */
function strategyText(strategy: FullRules["strategy"]): string {
  switch (strategy.type) {
    case "hold":
      return "hold the price";
    case "cost_plus":
      return costPlusText(strategy);
    case "position": {
      const of = referenceText(strategy);
      const { ratio, amount } = strategy;
      if (amount !== undefined)
        return amount.startsWith("-") ? `${of} − ${amount.slice(1)}` : `${of} + ${amount}`;
      if (ratio === undefined || parseRatio(ratio).num === 0n) return `meet ${of}`;
      const { num, den } = parseRatio(ratio);
      return num < 0n ? `${formatPercent(-num, den)} below ${of}` : `${formatPercent(num, den)} above ${of}`;
    }
    case "best_of":
      return `the ${strategy.pick} of ${strategy.of.map(strategyText).join(" and ")}`;
    case "index": {
      const of = referenceText(strategy);
      const toleranceText =
        strategy.tolerance === undefined ? "" : `, give or take ${shareText(strategy.tolerance)}`;
      return `${shareText(strategy.index)} of ${of}${toleranceText}`;
    }
  }
}

const fallbackText = (fallback: readonly FullRules["strategy"][]): string =>
  fallback.length === 0 ? "nothing else" : fallback.map(strategyText).join(", then ");

function distanceText(distance: Constraints["market_distance"]): string {
  if (distance === null) return "no limit";
  const { against, rank = 1, above = null, below = null } = distance;
  const up = above === null ? [] : [`${shareText(above)} above`];
  const down = below === null ? [] : [`${shareText(below)} below`];
  return `at most ${[...up, ...down].join(" and ")} ${against === "rank" ? rankText(rank) : FIGURES[against]}`;
}

function minChangeText(least: Constraints["min_change"]): string {
  if (!least) return "no limit";
  const { ratio, amount } = least;
  return [...(ratio === undefined ? [] : [shareText(ratio)]), ...(amount === undefined ? [] : [amount])].join(
    " or ",
  );
}

const bandsText = (bands: FullRules["rounding"]["bands"]): string =>
  bands.length === 0
    ? "none"
    : bands
        .map(({ price_from, price_to, endings }) => {
          const [from, to] = [price_from ?? "0", price_to === undefined ? "up" : `below ${price_to}`];
          return `${from} ${price_to === undefined ? "and" : "to"} ${to}: ${endingListText(endings)}`;
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

const ignoreText = (below: FullRules["gates"]["ignore_below"]): string =>
  below ? (IGNORED[below] ?? below) : "no limit";

const DECIDERS = {
  automatic: "the rule itself",
  one_person: "one person",
  two_people: "two people",
} as const;

/** Returns who decides in a lane, as a phrase. */
export const deciderText = (decider: Lane["decided_by"]): string => DECIDERS[decider];

const laneItemsText = (items: Lane["items"]): string =>
  items === undefined
    ? "all items"
    : [...(items.scopes ?? []), ...(items.everything_else === true ? ["everything else"] : [])].join(" or ");

const hoursText = (hours: number): string => (hours === 1 ? "1 hour" : `${hours} hours`);

/** What each origin of evidence is called, and what it stands for. */
export const ORIGINS: Readonly<Record<EvidenceOrigin, { readonly name: string; readonly means: string }>> = {
  page_checks: { name: "page checks", means: "Prices read from competitors' pages." },
  stores: { name: "stores", means: "What a sync brings from your store." },
  people: { name: "people", means: "What people enter here, import as a file or bring by the command line." },
  tokens: { name: "tokens", means: "What a program enters over REST with an API token." },
  agents: { name: "agents", means: "What an agent or an application enters in a person's name." },
};

/** Returns whose evidence an automatic lane decides on, as a phrase: "page checks, stores, people". */
export const originsText = (origins: readonly EvidenceOrigin[] = USUAL_ORIGINS): string =>
  origins.map((origin) => ORIGINS[origin].name).join(", ");

/** Returns the settings of a lane that are set, in the order of the document. */
export function laneText({ decided_by, items, at_most, confidence, a_day, ...lane }: Lane): SettingText[] {
  const line = <T>(path: LanePath, value: T | undefined, format: (value: T) => string) =>
    value === undefined ? [] : [{ path, label: LANE_LABELS[path], value: format(value) }];
  return [
    ...line("decided_by", decided_by, deciderText),
    { path: "items", label: LANE_LABELS.items, value: laneItemsText(items) },
    ...line("at_most.change", at_most?.change, shareText),
    ...line("at_most.money", at_most?.money, String),
    ...line("at_most.margin_fall", at_most?.margin_fall, shareText),
    ...line("at_most.evidence_age_hours", at_most?.evidence_age_hours, hoursText),
    ...line("confidence", confidence, String),
    ...line("a_day.items", a_day?.items, shareText),
    ...line("a_day.money", a_day?.money, String),
    ...line("evidence_from", lane.evidence_from, originsText),
    ...line("agents_runs", lane.agents_runs, yesOrNo),
  ];
}

/** Returns a lane in one sentence: "two people decide: all items, change of the price at most 10 %". */
export function laneSentence(lane: Lane): string {
  const [decider, items, ...limits] = laneText(lane);
  const parts = limits.flatMap(({ path, label, value }) => {
    const text = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
    if (path !== "agents_runs") return [`${text} ${value}`];
    return lane.agents_runs === true ? [text] : [];
  });
  const who = decider?.value ?? "";
  return [
    `${who} ${lane.decided_by === "two_people" ? "decide" : "decides"}: ${items?.value ?? ""}`,
    ...parts,
  ].join(", ");
}

/** One setting for people: its path in the document, its label and its value as text. */
export interface SettingText {
  readonly path: string;
  readonly label: string;
  readonly value: string;
}

/** Returns the text of every rule that is set, in the order of the document; absent rules are omitted. */
export function rulesText(rules: {
  readonly strategy?: FullRules["strategy"] | undefined;
  readonly fallback?: FullRules["fallback"] | undefined;
  readonly when_sold_out?: FullRules["when_sold_out"] | undefined;
  readonly constraints?: Given<Constraints> | undefined;
  readonly rounding?: Given<FullRules["rounding"]> | undefined;
  readonly gates?: Given<FullRules["gates"]> | undefined;
}): SettingText[] {
  const { strategy, constraints: c = {}, rounding: r = {}, gates: g = {} } = rules;
  const line = <T>(path: RulePath, value: T | undefined, format: (value: T) => string) =>
    value === undefined ? [] : [{ path, label: RULE_LABELS[path], value: format(value) }];
  return [
    ...line("strategy", strategy, strategyText),
    ...line("fallback", rules.fallback, fallbackText),
    ...line("when_sold_out", rules.when_sold_out, (what) => SOLD_OUT[what]),
    ...line("constraints.margin_floor", c.margin_floor, shareText),
    ...line("constraints.max_change", c.max_change, shareText),
    ...line("constraints.max_change_per_day", c.max_change_per_day, shareText),
    ...line("constraints.max_decrease", c.max_decrease, shareText),
    ...line("constraints.max_increase", c.max_increase, shareText),
    ...line("constraints.direction", c.direction, (direction) => direction ?? "both ways"),
    ...line("constraints.min_change", c.min_change, minChangeText),
    ...line("constraints.min_profit", c.min_profit, (amount) => amount ?? "no limit"),
    ...line("constraints.markup_floor", c.markup_floor, shareText),
    ...line("constraints.market_distance", c.market_distance, distanceText),
    ...line("constraints.item_limits", c.item_limits, yesOrNo),
    ...line("constraints.map", c.map, yesOrNo),
    ...line("constraints.msrp", c.msrp, yesOrNo),
    ...line("rounding.direction", r.direction, (direction) => ROUNDING[direction]),
    ...line("rounding.endings", r.endings, endingListText),
    ...line("rounding.bands", r.bands, bandsText),
    ...line("gates.max_cost_age_days", g.max_cost_age_days, dayListText),
    ...line("gates.max_observation_age_days", g.max_observation_age_days, dayListText),
    ...line("gates.min_observations", g.min_observations, String),
    ...line("gates.in_stock_only", g.in_stock_only, yesOrNo),
    ...line("gates.outlier_ratio", g.outlier_ratio, outlierText),
    ...line("gates.outlier_ratio_others", g.outlier_ratio_others, outlierText),
    ...line("gates.pack_size", g.pack_size, (gate) => PACKS[gate]),
    ...line("gates.sellers", g.sellers, sellersText),
    ...line("gates.ignore_below", g.ignore_below, ignoreText),
    ...line("gates.tiers", g.tiers, tiersText),
  ];
}
