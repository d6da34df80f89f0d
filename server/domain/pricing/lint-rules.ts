import { type MarginFactors, priceForMargin, priceForMarkup } from "@/server/domain/margin";
import { asksForCostFloor } from "@/server/domain/pricing/cost-floors";
import { lintCompetitors } from "@/server/domain/pricing/lint-competitors";
import { lintFallback, lintPicks } from "@/server/domain/pricing/lint-fallback";
import type { PlacedFinding as Finding, RuleFinding } from "@/server/domain/pricing/lint-finding";
import { lintLastKnown } from "@/server/domain/pricing/lint-last-known";
import type { FullRules } from "@/server/domain/pricing/policy";
import { followsMarket, strategiesOf, triedOf } from "@/server/domain/pricing/strategies";
import { parseRatio, type Ratio } from "@/server/domain/ratio";

const MANY_OBSERVATIONS = 10;
/** At a smaller ratio almost only identical prices pass. */
const NARROWEST: Ratio = { num: 101n, den: 100n };

const ONE: Ratio = { num: 1n, den: 1n };

/**
 * Returns findings about one set of rules: contradictions, and prices left unprotected. `path` locates the rules in
 * the document.
 */
export function lintRules(path: string, rules: FullRules, marginFactors: MarginFactors): RuleFinding[] {
  return [
    ...noFloor(rules),
    // Of a pick another part may decide.
    ...triedOf(rules).flatMap(({ at, strategy }) => ofStrategy(at, { ...rules, strategy }, marginFactors)),
    ...lintFallback(rules),
    ...lintPicks(rules),
    ...lintLastKnown(rules),
    ...soldOut(rules),
    ...change(rules),
    ...movement(rules),
    ...gates(rules),
    ...(needsMarket(rules) ? lintCompetitors(rules) : []),
  ].map(({ at, ...finding }) => ({ ...finding, path: `${path}.${at}` }));
}

const less = (a: Ratio, b: Ratio): boolean => a.num * b.den < b.num * a.den;

const follows = (rules: FullRules): boolean =>
  strategiesOf(rules).some(({ strategy }) => followsMarket(strategy));

const needsMarket = (rules: FullRules): boolean =>
  follows(rules) || rules.constraints.market_distance !== null;

function noFloor(rules: FullRules): Finding[] {
  if (asksForCostFloor(rules.constraints)) return [];
  const message = 'Nothing keeps these prices above their cost; a floor of "0" lets them go down to it.';
  const level = follows(rules) ? "error" : "warning";
  const about = ["strategy", "fallback", "constraints"] as const;
  return [{ level, at: "constraints.margin_floor", code: "no_floor", message, about }];
}

/** What is wrong with one of the strategies of rules, at its own place. */
const ofStrategy = (at: string, rules: FullRules, marginFactors: MarginFactors): Finding[] =>
  [...belowFloor(rules, marginFactors), ...distance(rules), ...base(rules)].map((finding) => ({
    ...finding,
    at: finding.at === "strategy" ? at : finding.at,
    about: at === "strategy" ? finding.about : (["fallback"] as const),
  }));

function belowFloor({ strategy, constraints }: FullRules, marginFactors: MarginFactors): Finding[] {
  if (strategy.type !== "cost_plus" || constraints.margin_floor === null) return [];
  // What an amount adds depends on the cost.
  if (strategy.amount !== undefined) return [];
  const floorFactor = priceForMargin(parseRatio(constraints.margin_floor), marginFactors);
  const targetFactor =
    strategy.margin !== undefined
      ? priceForMargin(parseRatio(strategy.margin), marginFactors)
      : priceForMarkup(parseRatio(strategy.markup ?? "0"), marginFactors);
  if (
    floorFactor === null ||
    targetFactor === null ||
    targetFactor.mul * floorFactor.div >= floorFactor.mul * targetFactor.div
  )
    return [];
  const message = "The strategy asks for less than the margin floor, which would decide every price.";
  return [
    {
      level: "error",
      at: "strategy",
      code: "target_below_floor",
      message,
      about: ["strategy", "constraints"],
    },
  ];
}

function distance({ strategy, constraints: { market_distance: limit } }: FullRules): Finding[] {
  if (limit === null || (strategy.type !== "position" && strategy.type !== "index")) return [];
  if (strategy.against !== limit.against || strategy.rank !== limit.rank) return [];
  const [low, high] = span(strategy);
  const above = limit.above ?? null;
  const below = limit.below ?? null;
  if (low === null || high === null) return [];
  const one = (by: Ratio, sign: bigint): Ratio => ({ num: by.den + sign * by.num, den: by.den });
  const tooHigh = above !== null && less(one(parseRatio(above), 1n), low);
  const tooLow = below !== null && less(high, one(parseRatio(below), -1n));
  if (!tooHigh && !tooLow) return [];
  const message = `The strategy always asks for a price too far ${tooHigh ? "above" : "below"} the market.`;
  return [
    {
      level: "error",
      at: "constraints.market_distance",
      code: "target_beyond_distance",
      message,
      about: ["strategy", "constraints"],
    },
  ];
}

function soldOut({ strategy, when_sold_out }: FullRules): Finding[] {
  if (strategy.type !== "hold" || when_sold_out !== "hold") return [];
  const message = "These prices are held whether there is stock or not.";
  return [
    { level: "warning", at: "when_sold_out", code: "sold_out_unused", message, about: ["when_sold_out"] },
  ];
}

/** A price measured from a figure of the item that another rule never lets it reach. */
function base({ strategy, constraints }: FullRules): Finding[] {
  if (strategy.type !== "position" && strategy.type !== "index") return [];
  const given = strategy.type === "index" ? null : (strategy.amount ?? strategy.ratio ?? "0");
  const [low, high] = span(strategy);
  const above = given === null ? low !== null && less(ONE, low) : Number(given) > 0;
  const below = given === null ? high !== null && less(high, ONE) : given.startsWith("-");
  const beyond =
    strategy.against === "msrp" && above && constraints.msrp
      ? "The strategy asks for more than the suggested retail price, which prices have to keep."
      : strategy.against === "map" && below && constraints.map
        ? "The strategy asks for less than the minimum advertised price, which prices have to keep."
        : strategy.against === "item_max" && above && constraints.item_limits
          ? "The strategy asks for more than the item's highest price, which prices have to keep."
          : strategy.against === "cost" && below
            ? "The strategy asks for less than the cost, which no price may be."
            : null;
  if (beyond === null) return [];
  const about = ["strategy", "constraints"] as const;
  return [{ level: "error", at: "strategy", code: "target_beyond_base", message: beyond, about }];
}

/**
 * Returns the lowest and highest multiple of the market figure that a strategy may target; nulls when it adds an
 * amount.
 */
function span(
  strategy: Extract<FullRules["strategy"], { type: "position" | "index" }>,
): readonly [Ratio | null, Ratio | null] {
  if (strategy.type === "index") {
    const index = parseRatio(strategy.index);
    const tolerance = parseRatio(strategy.tolerance ?? "0");
    const at = (sign: bigint): Ratio => ({
      num: index.num * tolerance.den + sign * tolerance.num * index.den,
      den: index.den * tolerance.den,
    });
    return [at(-1n), at(1n)];
  }
  if (strategy.amount !== undefined) return [null, null];
  const ratio = parseRatio(strategy.ratio ?? "0");
  const at = { num: ratio.den + ratio.num, den: ratio.den };
  return [at, at];
}

function change({ strategy, constraints }: FullRules): Finding[] {
  const { max_change: run, max_change_per_day: day } = constraints;
  const oneWay = typeof constraints.max_decrease === "string" && typeof constraints.max_increase === "string";
  if (run === null && day === null) {
    if (oneWay) return [];
    if (strategy.type === "hold") return [];
    const message = "A wrong cost or competitor price could move these prices by any amount at once.";
    const about = ["strategy", "constraints"] as const;
    return [{ level: "warning", at: "constraints.max_change", code: "no_max_change", message, about }];
  }
  if (run === null || day === null || !less(parseRatio(day), parseRatio(run))) return [];
  const message = "A day allows less than a run: the limit a run has is never reached.";
  return [
    {
      level: "warning",
      at: "constraints.max_change",
      code: "run_limit_unused",
      message,
      about: ["constraints"],
    },
  ];
}

/** Words about movement that never act, and those that leave no change. */
function movement({ constraints }: FullRules): Finding[] {
  const { max_change: run, max_decrease: down, max_increase: up, direction, min_change: least } = constraints;
  const findings: Finding[] = [];
  const add = (level: Finding["level"], at: string, code: string, message: string) =>
    findings.push({ level, at: `constraints.${at}`, code, message, about: ["constraints"] });
  for (const [at, share, forbidden] of [
    ["max_decrease", down, "up"],
    ["max_increase", up, "down"],
  ] as const) {
    if (typeof share !== "string") continue;
    if (direction === forbidden)
      add("warning", at, "limit_unused", `Prices only move ${forbidden}: this limit is never reached.`);
    else if (run !== null && less(parseRatio(run), parseRatio(share)))
      add("warning", at, "limit_unused", "A run allows less both ways: this limit is never reached.");
  }
  const ratio = least?.ratio === undefined ? null : parseRatio(least.ratio);
  const shares = [run, ...(direction === "up" ? [up] : direction === "down" ? [down] : [])];
  if (ratio !== null && shares.some((share) => typeof share === "string" && less(parseRatio(share), ratio)))
    add("error", "min_change", "no_change_possible", "A change has to be larger than a run allows.");
  return findings;
}

function gates(rules: FullRules): Finding[] {
  const { strategy, gates: gateRules } = rules;
  const findings: Finding[] = [];
  const add = (level: Finding["level"], at: string, code: string, message: string) =>
    findings.push({ level, at: `gates.${at}`, code, message, about: ["strategy", "constraints", "gates"] });
  if (gateRules.max_cost_age_days === null)
    add("warning", "max_cost_age_days", "no_cost_age", "Prices may follow a cost of any age.");
  if (!needsMarket(rules)) return findings;
  if (gateRules.max_observation_age_days === null)
    add("warning", "max_observation_age_days", "no_market_age", "Prices may follow a market of any age.");
  if (gateRules.outlier_ratio === null)
    add(
      "warning",
      "outlier_ratio",
      "no_outlier_gate",
      "A wrong match or another pack counts like any other competitor price.",
    );
  for (const gate of ["outlier_ratio", "outlier_ratio_others"] as const) {
    const ratio = gateRules[gate];
    if (ratio !== null && less(parseRatio(ratio), NARROWEST))
      add(
        "error",
        gate,
        "refuses_everything",
        "This refuses every competitor price except the very same one.",
      );
  }
  if (gateRules.min_observations > MANY_OBSERVATIONS)
    add(
      "warning",
      "min_observations",
      "many_observations",
      `Hardly any item has ${gateRules.min_observations} competitor prices: the others get no price.`,
    );
  const isAlone = strategiesOf(rules).every((each) => followsMarket(each.strategy));
  if (isAlone && "against" in strategy && strategy.against === "seller" && gateRules.min_observations > 1)
    add(
      "warning",
      "min_observations",
      "one_seller",
      `Items of which only ${strategy.seller ?? "one seller"} is watched get no price: ${gateRules.min_observations} are asked for.`,
    );
  return findings;
}
