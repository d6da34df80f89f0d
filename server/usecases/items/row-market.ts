import type { MarketItemRow } from "@/server/db/items/market-marks";
import { observationsOf } from "@/server/db/items/offers";
import { windowOf } from "@/server/db/items/shop-windows";
import { type ShopWindow, shopperPriceAt } from "@/server/domain/items/shop-window";
import { type MarketView, marketOf, type Policy, scopeFor } from "@/server/domain/pricing/engine";
import type { EngineObservation } from "@/server/domain/pricing/inputs";

/** A catalog row's market at one time, beside what shoppers pay; amounts in minor units of the item's currency. */
export interface RowMarket {
  readonly view: MarketView;
  /** What shoppers pay; null if unknown. */
  readonly paid: bigint | null;
  /** The gates of the item's scope. */
  readonly gates: Policy["fallback"]["gates"];
  readonly offers: readonly EngineObservation[];
  readonly window: ShopWindow;
}

/**
 * Returns the market of a catalog row as a run would see it, for what is shown of the item and for what is stored of
 * it.
 * @param nowMs milliseconds since 1970
 */
export function marketOfRow(row: Omit<MarketItemRow, "id">, policy: Policy, nowMs: number): RowMarket {
  const offers = observationsOf(row.offers);
  const window = windowOf(row);
  return {
    view: marketOf(row, offers, policy, nowMs),
    paid: shopperPriceAt(window, row.price, nowMs),
    gates: scopeFor(policy, row).gates,
    offers,
    window,
  };
}
