"use client";

import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Button } from "@/app/_components/ui/button";
import { Select, type SelectOption } from "@/app/_components/ui/select";
import { STOCK_LEVELS } from "@/server/domain/items/item-list";
import { MARKET_POSITIONS } from "@/server/domain/items/market-position";
import { ANY, COSTS, isFiltered, MARGINS } from "./catalog-parameters";
import { POSITION_LABELS, POSITION_UNKNOWN_DETAIL } from "./position-text";
import type { CatalogState } from "./use-catalog";

/** The value of the option that removes a filter on a text: no brand, category or tag is empty. */
const NO_TEXT = "\u0000";

const STOCKS: Readonly<Record<(typeof STOCK_LEVELS)[number], string>> = {
  none: "Out of stock",
  some: "In stock",
  unknown: "Stock unknown",
};
const COST_LABELS: Readonly<Record<(typeof COSTS)[number], string>> = {
  unknown: "Cost unknown",
  "30": "Cost older than 30 days",
  "90": "Cost older than 90 days",
  "180": "Cost older than 180 days",
};
const MARGIN_LABELS: Readonly<Record<(typeof MARGINS)[number], string>> = {
  floor: "Margin below the floor",
  "below-0": "Margin below 0 %",
  "below-10": "Margin below 10 %",
  "below-20": "Margin below 20 %",
  "below-30": "Margin below 30 %",
  "from-30": "Margin of 30 % and more",
  "from-50": "Margin of 50 % and more",
};

/**
 * The filters that few need each day. Brands, categories and tags show how many items have them under the other
 * filters.
 */
export function MoreFilters({ catalog }: { catalog: CatalogState }) {
  const { address, counts, setFilter, clearFilter } = catalog;
  const facet = useFacetOptions();
  const positions = usePositionOptions();
  return (
    <div className="flex basis-full flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
      {(["brand", "category", "tag"] as const).map((name) => (
        <Choice
          key={name}
          label={`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
          options={facet(`Any ${name}`, counts?.facets[name], address[name])}
          value={address[name] || NO_TEXT}
          onChoice={(value) => setFilter({ [name]: value === NO_TEXT ? "" : value })}
        />
      ))}
      <Choice
        label="Stock"
        options={labelled("Any stock", STOCKS)}
        value={address.stock}
        onChoice={(value) => setFilter({ stock: either(STOCK_LEVELS, value) })}
      />
      <Choice
        label="Cost"
        options={labelled("Any cost", COST_LABELS)}
        value={address.cost}
        onChoice={(value) => setFilter({ cost: either(COSTS, value) })}
      />
      <Choice
        label="Margin"
        options={labelled("Any margin", MARGIN_LABELS)}
        value={address.margin}
        onChoice={(value) => setFilter({ margin: either(MARGINS, value) })}
      />
      <Choice
        label="Market"
        options={positions(counts?.facets.position)}
        value={address.market}
        onChoice={(value) => setFilter({ market: either(MARKET_POSITIONS, value) })}
      />
      {isFiltered(address) ? (
        <Button size="sm" variant="quiet" onClick={clearFilter}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}

function Choice(props: {
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChoice: (value: string) => void;
}) {
  return (
    <Select
      aria-label={props.label}
      look="pill"
      className="w-44 max-md:w-full"
      options={props.options}
      value={props.value}
      onValueChange={props.onChoice}
    />
  );
}

const either = <Value extends string>(values: readonly Value[], value: string): Value | typeof ANY =>
  values.find((each) => each === value) ?? ANY;

const labelled = (any: string, labels: Readonly<Record<string, string>>): SelectOption[] => [
  { value: ANY, label: any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

interface Count {
  readonly value: string;
  readonly count: number;
}

/** Returns the options of the market position, each with its count once that is known. */
function usePositionOptions() {
  const locale = useLocale();
  return (counts: readonly Count[] | undefined): SelectOption[] => [
    { value: ANY, label: "Any market position" },
    ...MARKET_POSITIONS.map((value) => {
      const count = counts?.find((each) => each.value === value)?.count ?? 0;
      const label = POSITION_LABELS[value];
      return {
        value,
        label: counts === undefined ? label : `${label} · ${formatCount(count, locale)}`,
        ...(value === "unknown" ? { detail: POSITION_UNKNOWN_DETAIL } : {}),
      };
    }),
  ];
}

/** Returns the options of a facet: the values that occur with their counts, and the chosen one. */
function useFacetOptions() {
  const locale = useLocale();
  return (any: string, counts: readonly Count[] = [], chosen: string): SelectOption[] => {
    const missing =
      chosen === "" || counts.some(({ value }) => value === chosen) ? [] : [{ value: chosen, count: 0 }];
    return [
      { value: NO_TEXT, label: any },
      ...[...counts, ...missing].map(({ value, count }) => ({
        value,
        label: `${value} · ${formatCount(count, locale)}`,
      })),
    ];
  };
}
