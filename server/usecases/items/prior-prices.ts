import type { Tx } from "@/server/db/database/transaction";
import { shopPrices, storeReads } from "@/server/db/items/shop-prices";
import { workspaceSettings } from "@/server/db/workspaces/settings";
import { type PriorPrice, priorPrice } from "@/server/domain/items/prior-price";
import type { ShopPrice } from "@/server/domain/items/shop-prices";

/** So many items' entries are in memory at a time. */
const ITEMS_AT_ONCE = 100;

interface PricedItem {
  readonly id: string;
  readonly currency: string;
}

interface Moment {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** When the reduction begins or began; null: the one that is shown, or one that begins now. */
  readonly reducedAtMs: number | null;
}

/** Returns the prior price of one item of the workspace, by the workspace's settings, and whose days count in it. */
export async function priorPriceOf(
  tx: Tx,
  item: PricedItem,
  moment: Moment,
): Promise<{ readonly prior: PriorPrice; readonly timeZone: string }> {
  const { timeZone, asked } = await answering(tx, moment);
  return { timeZone, prior: asked(item, await shopPrices(tx, [item.id])) };
}

/** Returns items with the prior price of each. */
export type PriorPriceReader = <Item extends PricedItem>(
  items: readonly Item[],
) => Promise<(Item & { readonly prior: PriorPrice })[]>;

/** Reads what all prior prices of the workspace depend on. @returns what reads those of items then */
export async function priorPriceReader(tx: Tx, moment: Moment): Promise<PriorPriceReader> {
  const { asked } = await answering(tx, moment);
  return async <Item extends PricedItem>(items: readonly Item[]) => {
    const found: (Item & { readonly prior: PriorPrice })[] = [];
    for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
      const slice = items.slice(at, at + ITEMS_AT_ONCE);
      const ids = slice.map(({ id }) => id);
      const entries = await shopPrices(tx, ids);
      found.push(...slice.map((item) => ({ ...item, prior: asked(item, entries) })));
    }
    return found;
  };
}

async function answering(tx: Tx, moment: Moment) {
  const { timeZone, priorPriceProgressive: isProgressive } = await workspaceSettings(tx);
  const reads = await storeReads(tx);
  const asked = ({ id, currency }: PricedItem, entries: ReadonlyMap<string, readonly ShopPrice[]>) =>
    priorPrice({ entries: entries.get(id) ?? [], reads }, { ...moment, currency, timeZone, isProgressive });
  return { timeZone, asked };
}
