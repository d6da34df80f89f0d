import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { Inputs } from "@/app/_trpc/client";
import { ITEM_SORTS, SORT_ORDERS, STOCK_LEVELS } from "@/server/domain/items/item-list";
import { ITEM_STATES } from "@/server/domain/items/item-state";
import { MARKET_POSITIONS } from "@/server/domain/items/market-position";

export const ANY = "any";
export const PAGE_ROWS = 100;

export const COSTS = ["unknown", "30", "90", "180"] as const;
/** `floor`: below the policy's margin floor; the others are bounds in percent. */
export const MARGINS = [
  "floor",
  "below-0",
  "below-10",
  "below-20",
  "below-30",
  "from-30",
  "from-50",
] as const;
/** The columns that can be hidden. */
const COLUMNS = ["price", "cost", "margin", "market", "index", "stock", "changed"] as const;
export type Column = (typeof COLUMNS)[number];

const text = parseAsString.withDefault("");
const choice = <Value extends string>(values: readonly Value[]) =>
  parseAsStringLiteral([...values, ANY]).withDefault(ANY);

/** The parameters of the catalog in the address, for the browser and for the server that draws the page. */
export const CATALOG_PARAMETERS = {
  q: text,
  tag: text,
  brand: text,
  category: text,
  state: parseAsStringLiteral([...ITEM_STATES, ANY]).withDefault("active"),
  stock: choice(STOCK_LEVELS),
  cost: choice(COSTS),
  margin: choice(MARGINS),
  market: choice(MARKET_POSITIONS),
  sort: parseAsStringLiteral(ITEM_SORTS).withDefault("newest"),
  order: parseAsStringLiteral(SORT_ORDERS),
  hide: parseAsArrayOf(parseAsStringLiteral(COLUMNS)).withDefault([]),
  // Where the page begins, and how many items are before it.
  at: parseAsString,
  skip: parseAsInteger.withDefault(0),
  // The batch of edits whose progress is shown.
  batch: parseAsString,
};

export type CatalogAddress = inferParserType<typeof CATALOG_PARAMETERS>;
export type CatalogRequest = Inputs["catalog"]["list"];
export type CatalogCriteria = Inputs["catalog"]["counts"];

/** The filters that are not always shown, each with its value when it is not set. */
const MORE = { tag: "", brand: "", category: "", stock: ANY, cost: ANY, margin: ANY, market: ANY } as const;
export const NO_FILTER = {
  q: null,
  state: null,
  tag: null,
  brand: null,
  category: null,
  stock: null,
  cost: null,
  margin: null,
  market: null,
};

/** Returns how many of the filters are set that are not always shown. */
export const moreFiltersOf = (address: CatalogAddress): number =>
  (Object.keys(MORE) as (keyof typeof MORE)[]).filter((name) => address[name].trim() !== MORE[name]).length;

export const isFiltered = (address: CatalogAddress): boolean =>
  address.q.trim() !== "" || address.state !== "active" || moreFiltersOf(address) > 0;

/** Returns the service's criteria for the filters of the address. */
export function criteriaOf({
  q,
  tag,
  brand,
  category,
  state,
  stock,
  cost,
  margin,
  market,
}: CatalogAddress): CatalogCriteria {
  const set = (name: "q" | "tag" | "brand" | "category", value: string) =>
    value.trim() === "" ? {} : { [name]: value.trim() };
  return {
    ...set("q", q),
    ...set("tag", tag),
    ...set("brand", brand),
    ...set("category", category),
    ...(state === ANY ? {} : { state }),
    ...(stock === ANY ? {} : { stock }),
    ...(cost === ANY ? {} : cost === "unknown" ? { cost } : { min_cost_age_days: Number(cost) }),
    ...marginCriteria(margin),
    ...(market === ANY ? {} : { market_position: market }),
  };
}

function marginCriteria(margin: CatalogAddress["margin"]): CatalogCriteria {
  if (margin === ANY) return {};
  if (margin === "floor") return { floor: "below" };
  const [side, percent] = margin.split("-");
  const ratio = (Number(percent) / 100).toString();
  return side === "from" ? { min_margin: ratio } : { below_margin: ratio };
}

/** Returns the request for the page of the address. */
export const listRequest = (address: CatalogAddress): CatalogRequest => ({
  ...criteriaOf(address),
  sort: address.sort,
  ...(address.order === null ? {} : { order: address.order }),
  ...(address.at === null ? {} : { cursor: address.at }),
  limit: PAGE_ROWS,
});

/** Reads the parameters of a requested address. */
export const readCatalogParameters = createLoader(CATALOG_PARAMETERS);
