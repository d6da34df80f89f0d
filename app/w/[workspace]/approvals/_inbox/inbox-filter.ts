"use client";

import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { Inputs } from "@/app/_trpc/client";
import { PRICING_RULES, type PricingRule } from "@/server/domain/pricing/outcome";
import { isWhy } from "../../_decisions/why";

export const ALL = "all";
export const LARGE_CHANGES = "large";
/** A change of the price from this ratio on counts as large, up or down. */
const LARGE = "0.1";
const TYPING_PAUSE_MS = 250;

export const ORDERS = ["money_at_risk", "oldest", "largest_change"] as const;
export const AGES = ["1", "7", "30"] as const;
export const AMOUNTS = ["10", "100", "1000"] as const;
export const MARGINS = ["falls", "rises"] as const;
export const CONFIDENCES = ["high", "medium", "low"] as const;

const text = parseAsString.withDefault("");
const address = {
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
};

export type InboxAddress = ReturnType<typeof useQueryStates<typeof address>>[0];
/** The part of the address that filters and sorts. */
export type InboxFilter = Omit<InboxAddress, "rec">;
export type InboxCriteria = Omit<NonNullable<Inputs["recommendations"]["inboxCounts"]>, never>;

const guardOf = (name: string): PricingRule | undefined => PRICING_RULES.find((rule) => rule === name);

/** Returns the service's criteria for the filters of the address. */
function criteriaOf(filter: InboxFilter): InboxCriteria {
  const { show, q, category, brand, tag, guard, confidence, age, money, margin } = filter;
  const rule = guardOf(guard);
  return {
    ...(isWhy(show) ? { why: show } : {}),
    ...(show === LARGE_CHANGES ? { min_change: LARGE } : {}),
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

/** The filters, the order and the open entry, as the address has them. */
export function useInboxAddress() {
  const [params, setParams] = useQueryStates(address);
  const { rec, ...filter } = params;
  return {
    rec,
    filter,
    criteria: criteriaOf(filter),
    setRec: (id: string | null) => void setParams({ rec: id }),
    /** Typed text changes the address after a pause. */
    setFilter: (next: Partial<InboxFilter>) =>
      void setParams(
        { ...next, rec: null },
        "q" in next ? { limitUrlUpdates: debounce(TYPING_PAUSE_MS) } : {},
      ),
    clearFilter: () => void setParams(null),
  };
}
