"use client";

import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Select, type SelectOption } from "@/app/_components/ui/select";
import { CONFIDENCES, type Confidence } from "@/server/domain/pricing/outcome";
import { AGES, ALL, AMOUNTS, MARGINS, ORDERS } from "./inbox-parameters";
import type { InboxState } from "./use-inbox";

const ORDER_LABELS: Readonly<Record<(typeof ORDERS)[number], string>> = {
  money_at_risk: "Most money first",
  oldest: "Oldest first",
  largest_change: "Largest change first",
};
const AGE_LABELS: Readonly<Record<(typeof AGES)[number], string>> = {
  "1": "Older than a day",
  "7": "Older than a week",
  "30": "Older than 30 days",
};
const MARGIN_LABELS: Readonly<Record<(typeof MARGINS)[number], string>> = {
  falls: "Margin falls",
  rises: "Margin rises",
};
const CONFIDENCE_LABELS: Readonly<Record<Confidence, string>> = {
  high: "High confidence",
  medium: "Medium confidence",
  low: "Low confidence",
};

/** The filters that few need each day, and the order. */
export function MoreFilters({ inbox }: { inbox: InboxState }) {
  const { filter, setFilter, counts } = inbox;
  const facet = useFacet();
  const either = <Value extends string>(values: readonly Value[], value: string): Value | typeof ALL =>
    values.find((each) => each === value) ?? ALL;
  const choice = (
    label: string,
    options: readonly SelectOption[],
    value: string,
    to: (value: string) => void,
  ) => (
    <Select
      key={label}
      aria-label={label}
      look="pill"
      className="w-40"
      options={options}
      value={value}
      onValueChange={to}
    />
  );
  return (
    <div className="flex basis-full flex-wrap gap-2">
      {choice(
        "Category",
        facet("Any category", counts?.facets.category, filter.category),
        filter.category,
        (category) => setFilter({ category }),
      )}
      {choice("Brand", facet("Any brand", counts?.facets.brand, filter.brand), filter.brand, (brand) =>
        setFilter({ brand }),
      )}
      {choice("Tag", facet("Any tag", counts?.facets.tag, filter.tag), filter.tag, (tag) =>
        setFilter({ tag }),
      )}
      {choice("Rule", facet("Any rule", counts?.facets.guard, filter.guard), filter.guard, (guard) =>
        setFilter({ guard }),
      )}
      {choice("Confidence", labelled("Any confidence", CONFIDENCE_LABELS), filter.confidence, (value) =>
        setFilter({ confidence: either(CONFIDENCES, value) }),
      )}
      {choice("Age", labelled("Any age", AGE_LABELS), filter.age, (value) =>
        setFilter({ age: either(AGES, value) }),
      )}
      {choice("Money at risk", AMOUNT_OPTIONS, filter.money, (value) =>
        setFilter({ money: either(AMOUNTS, value) }),
      )}
      {choice("Margin", labelled("Any margin effect", MARGIN_LABELS), filter.margin, (value) =>
        setFilter({ margin: either(MARGINS, value) }),
      )}
      {choice(
        "Order",
        ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] })),
        filter.order,
        (value) => setFilter({ order: ORDERS.find((each) => each === value) ?? "money_at_risk" }),
      )}
    </div>
  );
}

const labelled = (any: string, labels: Readonly<Record<string, string>>): SelectOption[] => [
  { value: ALL, label: any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

const AMOUNT_OPTIONS = labelled(
  "Any money at risk",
  Object.fromEntries(AMOUNTS.map((amount) => [amount, `At risk: ${amount} or more`])),
);

/** Returns the options of a facet: the values that occur with their counts, and the chosen one. */
function useFacet() {
  const locale = useLocale();
  return (
    any: string,
    counts: readonly { readonly value: string; readonly count: number }[] | undefined,
    chosen: string,
  ): SelectOption[] => {
    const known = counts ?? [];
    const missing =
      chosen === ALL || known.some(({ value }) => value === chosen) ? [] : [{ value: chosen, count: 0 }];
    return [
      { value: ALL, label: any },
      ...[...known, ...missing].map(({ value, count }) => ({
        value,
        label: `${value.replaceAll("_", " ")} · ${formatCount(count, locale)}`,
      })),
    ];
  };
}
