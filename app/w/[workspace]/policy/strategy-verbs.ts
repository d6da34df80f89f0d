import { isItemBase } from "@/server/domain/pricing/inputs";
import { distanceOf, signed } from "./offset";
import type { JsonValue } from "./policy-text";

type JsonObject = { [key: string]: JsonValue };

/** What a pick begins with. */
const SEVERAL: JsonValue[] = [
  { type: "position", against: "min", ratio: "-0.01" },
  { type: "position", against: "median", ratio: "-0.05" },
];

/** What a strategy does, as the verb of its sentence, and what it begins with when it is chosen. */
export const VERBS = {
  undercut: {
    label: "Undercut",
    detail: "Stay a share or an amount below the market.",
    start: { type: "position", against: "min", ratio: "-0.01" },
  },
  meet: {
    label: "Meet",
    detail: "Sell at the market's price.",
    start: { type: "position", against: "median" },
  },
  above: {
    label: "Stay above",
    detail: "Stay a share or an amount above the market.",
    start: { type: "position", against: "median", ratio: "0.01" },
  },
  index: {
    label: "Keep a price index",
    detail: "Keep the price at a share of the market.",
    start: { type: "index", against: "median", index: "1" },
  },
  margin: {
    label: "Add a margin",
    detail: "Cost plus what makes this margin.",
    start: { type: "cost_plus", margin: "0.3" },
  },
  markup: {
    label: "Add a markup",
    detail: "Cost plus a share of it.",
    start: { type: "cost_plus", markup: "0.5" },
  },
  hold: { label: "Hold the price", detail: "Only alerts; no new prices.", start: { type: "hold" } },
  lowest: {
    label: "Take the lowest of",
    detail: "Of several prices the lowest; all have to be known.",
    start: { type: "best_of", pick: "lowest", of: SEVERAL },
  },
  highest: {
    label: "Take the highest of",
    detail: "Of several prices the highest; all have to be known.",
    start: { type: "best_of", pick: "highest", of: SEVERAL },
  },
} as const satisfies Record<string, { label: string; detail: string; start: JsonObject }>;

export type Verb = keyof typeof VERBS;

/** The verbs that pick from several strategies, each of which has a verb of its own. */
const PICKS: readonly Verb[] = ["lowest", "highest"];

/** The verbs of a strategy that stands alone, or is one of several. */
export const verbsFor = (mayPick: boolean): readonly Verb[] =>
  (Object.keys(VERBS) as Verb[]).filter((verb) => mayPick || !PICKS.includes(verb));

/** Whether a distance from the market is a share of it or an amount. */
export type Unit = "share" | "amount";

const UNIT_START = { share: "0.01", amount: "0.10" } as const;
const ABOUT_MARKET = ["position", "index"];

const asObject = (value: JsonValue | undefined): JsonObject | null =>
  value === null || typeof value !== "object" || Array.isArray(value) ? null : value;

/** Returns the verb of a strategy; null if the document has none or an unknown one. */
export function verbOf(strategy: JsonValue | undefined): Verb | null {
  const found = asObject(strategy);
  if (found === null) return null;
  switch (found["type"]) {
    case "hold":
      return "hold";
    case "cost_plus":
      return "margin" in found ? "margin" : "markup";
    case "index":
      return "index";
    case "best_of":
      return found["pick"] === "highest" ? "highest" : "lowest";
    case "position": {
      const { side } = distanceOf(found["amount"] ?? found["ratio"]);
      return side === "below" ? "undercut" : side === "above" ? "above" : "meet";
    }
    default:
      return null;
  }
}

/** Returns in which unit a strategy states its distance from the market. */
export const unitOf = (strategy: JsonValue | undefined): Unit =>
  "amount" in (asObject(strategy) ?? {}) ? "amount" : "share";

/** Returns the strategy of another verb; what of the market is followed stays, and so do distance and unit. */
export function withVerb(strategy: JsonValue | undefined, verb: Verb): JsonObject {
  const { start } = VERBS[verb];
  const before = asObject(strategy);
  if (before?.["type"] === "best_of" && start.type === "best_of") return { ...before, pick: start.pick };
  if (before === null || !ABOUT_MARKET.includes(start.type) || !ABOUT_MARKET.includes(String(before["type"])))
    return { ...start };
  const { against, seller, rank, last_known_days: days } = before;
  const followed = {
    ...start,
    ...(against && { against }),
    ...(seller && { seller }),
    ...(rank !== undefined && { rank }),
    ...(days !== undefined && { last_known_days: days }),
  };
  if (start.type !== "position") return followed;
  const { side, distance } = distanceOf(before["amount"] ?? before["ratio"]);
  const to = distanceOf("ratio" in start ? start.ratio : undefined).side;
  if (side === "meet" || to === "meet") return withUnit(followed, unitOf(strategy));
  const { ratio: _start, ...rest }: JsonObject = followed;
  return { ...rest, [unitOf(strategy) === "amount" ? "amount" : "ratio"]: signed(to, distance) };
}

/** Returns a strategy that is measured from something else; a rank begins with the second lowest price. */
export function withReference(strategy: JsonValue | undefined, against: string): JsonObject {
  const { seller: _seller, rank: _rank, last_known_days: days, ...rest } = asObject(strategy) ?? {};
  return {
    ...rest,
    against,
    ...(against === "rank" && { rank: 2 }),
    ...(days !== undefined && !isItemBase(against) && { last_known_days: days }),
  };
}

/** Returns a strategy with its distance in that unit, on the side it is on. */
export function withUnit(strategy: JsonValue | undefined, unit: Unit): JsonObject {
  const { amount, ratio, ...rest } = asObject(strategy) ?? {};
  const { side } = distanceOf(amount ?? ratio);
  const name = unit === "amount" ? "amount" : "ratio";
  if (side === "meet") return unit === "amount" ? { ...rest, amount: "0" } : rest;
  return { ...rest, [name]: `${side === "below" ? "-" : ""}${UNIT_START[unit]}` };
}
