import { itemPage, type OrderedItemRow } from "@/server/db/items/pages";
import { windowOf } from "@/server/db/items/shop-windows";
import type { KeyType } from "@/server/db/reports/page-sql";
import type { ReportFilter, ReportPage } from "@/server/db/reports/read-report";
import type { ItemSort } from "@/server/domain/items/item-list";
import type { PriorPrice } from "@/server/domain/items/prior-price";
import { shopperPriceAt } from "@/server/domain/items/shop-window";
import { fixedFeesFor } from "@/server/usecases/items/fixed-fees";
import { priorPriceReader } from "@/server/usecases/items/prior-prices";
import { readStoredPolicy } from "@/server/usecases/items/stored-policies";
import type { RequestContext } from "@/server/usecases/request-context";
import { readTransaction } from "@/server/usecases/transaction";
import { type ItemMarket, itemMarket } from "../items/item-market";
import { itemMargin } from "../items/schemas";
import { amount, number, type Report, ratio, text, time } from "./report";

type PricedRow = OrderedItemRow & { readonly prior: PriorPrice };

/** An item with its margin and its market under the workspace's active policy. */
interface MarginRow extends PricedRow {
  readonly margin: string | null;
  /** What shoppers pay now. */
  readonly shopperPriceNow: bigint | null;
  readonly market: ItemMarket;
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** The columns that the margins can be sorted by, as the catalog is. */
const MARGIN_KEYS = {
  sku: { type: "text", sort: "sku" },
  title: { type: "text", sort: "title" },
  price: { type: "whole", sort: "price" },
  cost: { type: "whole", sort: "cost" },
  margin: { type: "decimal", sort: "margin" },
  stock: { type: "whole", sort: "stock" },
  updated_at: { type: "time", sort: "changed" },
} as const satisfies Record<string, { type: KeyType; sort: ItemSort }>;

const isMarginKey = (column: string): column is keyof typeof MARGIN_KEYS =>
  Object.hasOwn(MARGIN_KEYS, column);

/** What each item earns, where it stands in the market, and its prior price. */
export const margins: Report<MarginRow> = {
  columns: [
    text("id", (r) => r.id),
    text("sku", (r) => r.sku),
    text("title", (r) => r.title),
    text("brand", (r) => r.brand),
    text("category", (r) => r.category),
    text("tags", (r) => r.tags.join("|")),
    text("currency", (r) => r.currency),
    amount("price", (r) => r.price),
    amount("cost", (r) => r.cost),
    time("cost_updated_at", (r) => r.costUpdatedAt),
    ratio("margin", (r) => r.margin),
    amount("market_lowest", (r) => r.market.lowest),
    amount("market_median", (r) => r.market.median),
    number("market_offers", (r) => r.market.used),
    number("stock", (r) => r.stock),
    time("updated_at", (r) => r.updatedAt),
    amount("shopper_price", (r) => r.shopperPriceNow),
    text("gtin", (r) => r.gtin),
    // Who prints it may not see how much of the time is known.
    amount("prior_price", (r) => (r.prior.isComplete ? r.prior.price : null)),
    time("reduced_since", (r) => dateOf(r.prior.reducedSinceMs)),
    time("prior_price_known_from", (r) => dateOf(r.prior.knownFromMs)),
  ],
  statuses: [],
  idKind: "item",
  keys: MARGIN_KEYS,
  page: marginPage,
};

async function marginPage(
  context: RequestContext,
  { from, to, category, brand }: ReportFilter,
  { after, order, limit }: ReportPage,
): Promise<MarginRow[]> {
  const { services, tenant } = context;
  const now = services.now();
  const column = order?.sort ?? "";
  const sorted =
    order !== null && isMarginKey(column)
      ? ({ sort: MARGIN_KEYS[column].sort, order: order.order } as const)
      : ({ sort: "newest", order: "desc" } as const);
  const rows = await itemPage(services.db, tenant, {
    criteria: {
      updatedSince: from ?? undefined,
      updatedBefore: to ?? undefined,
      category: category ?? undefined,
      brand: brand ?? undefined,
    },
    order: sorted,
    after,
    isBackwards: false,
    limit,
    at: new Date(now),
    fixed: await fixedFeesFor(sorted.sort, services.db, tenant),
  });
  const isByTime = order?.sort === "updated_at";
  const priced = await readTransaction(context, async (tx) => {
    const withPrior = await priorPriceReader(tx, { nowMs: now, reducedAtMs: null });
    return withPrior(rows);
  });
  return withMargins(priced, now).map((row) =>
    isByTime ? { ...row, place: row.updatedAt.toISOString() } : row,
  );
}

function withMargins(rows: readonly PricedRow[], nowMs: number): MarginRow[] {
  const [first] = rows;
  if (!first) return [];
  const { marginFactors, policy } = readStoredPolicy(first.policy);
  return rows.map((row) => ({
    ...row,
    margin: itemMargin(row, marginFactors, nowMs),
    shopperPriceNow: shopperPriceAt(windowOf(row), row.price, nowMs),
    market: itemMarket(row, policy, nowMs),
  }));
}
