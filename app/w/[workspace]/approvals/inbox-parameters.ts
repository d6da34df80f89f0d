import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { Inputs } from "@/app/_trpc/client";
import { CONFIDENCES, PRICING_RULES, type PricingRule } from "@/server/domain/pricing/outcome";
import { LARGE_CHANGE } from "@/server/domain/pricing/why";
import { isWhy } from "../_decisions/why";

export const ALL = "all";
export const LARGE_CHANGES = "large";
/** So many rows come with the list: those of a tall screen. */
export const FIRST_ROWS = 25;

export const ORDERS = ["money_at_risk", "oldest", "largest_change"] as const;
export const AGES = ["1", "7", "30"] as const;
export const AMOUNTS = ["10", "100", "1000"] as const;
export const MARGINS = ["falls", "rises"] as const;

const text = parseAsString.withDefault("");
/** The parameters of the inbox in the address, for the browser and for the server that draws the page. */
export const INBOX_PARAMETERS = {
  show: parseAsString.withDefault(ALL),
  q: text,
  category: parseAsString.withDefault(ALL),
  brand: parseAsString.withDefault(ALL),
  tag: parseAsString.withDefault(ALL),
  guard: parseAsString.withDefault(ALL),
  confidence: parseAsStringLiteral([...CONFIDENCES, ALL]).withDefault(ALL),
  age: parseAsStringLiteral([...AGES, ALL]).withDefault(ALL),
  money: parseAsStringLiteral([...AMOUNTS, ALL]).withDefault(ALL),
  margin: parseAsStringLiteral([...MARGINS, ALL]).withDefault(ALL),
  order: parseAsStringLiteral(ORDERS).withDefault("money_at_risk"),
  rec: parseAsString,
  batch: parseAsString,
};

export type InboxAddress = inferParserType<typeof INBOX_PARAMETERS>;
/** The part of the address that filters and sorts. */
export type InboxFilter = Omit<InboxAddress, "rec" | "batch">;
export type InboxCriteria = NonNullable<Inputs["recommendations"]["inboxCounts"]>;
export type InboxRequest = Inputs["recommendations"]["inbox"];

const MORE = ["category", "brand", "tag", "guard", "confidence", "age", "money", "margin"] as const;

/** Returns how many of the filters are set that are not always shown. */
export const moreFiltersOf = (filter: InboxFilter): number =>
  MORE.filter((name) => filter[name] !== ALL).length;

const guardOf = (name: string): PricingRule | undefined => PRICING_RULES.find((rule) => rule === name);

/** Returns the service's criteria for the filters of the address. */
export function criteriaOf(filter: InboxFilter): InboxCriteria {
  const { show, q, category, brand, tag, guard, confidence, age, money, margin } = filter;
  const rule = guardOf(guard);
  return {
    ...(isWhy(show) ? { why: show } : {}),
    ...(show === LARGE_CHANGES ? { min_change: LARGE_CHANGE } : {}),
    ...(q.trim() === "" ? {} : { q: q.trim() }),
    ...(category === ALL ? {} : { category }),
    ...(brand === ALL ? {} : { brand }),
    ...(tag === ALL ? {} : { tag }),
    ...(rule === undefined ? {} : { guard: rule }),
    ...(confidence === ALL ? {} : { confidence }),
    ...(age === ALL ? {} : { min_age_days: Number(age) }),
    ...(money === ALL ? {} : { min_money_at_risk: money }),
    ...(margin === "falls" ? { max_margin_change: "-0.0001" } : {}),
    ...(margin === "rises" ? { min_margin_change: "0.0001" } : {}),
  };
}

/** Reads the parameters of a requested address. */
export const readInboxParameters = createLoader(INBOX_PARAMETERS);

/** Returns the request for the list under these filters. */
export const listRequest = (filter: InboxFilter): InboxRequest => ({
  ...criteriaOf(filter),
  order: filter.order,
  first_rows: FIRST_ROWS,
});
