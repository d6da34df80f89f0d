import type { Tx } from "@/server/db/database/transaction";
import { reducedItems } from "@/server/db/items/reduced-items";
import { workspaceSettings } from "@/server/db/workspaces/settings";
import type { RunSignal } from "@/server/domain/alerts/kinds";
import { NO_REFERENCE, referenceSignal } from "@/server/domain/alerts/reference-price";
import { priorPriceReader } from "../items/prior-prices";

/** Returns the signals of a page of items, by their id. */
export type ReferenceSignals = (itemIds: readonly string[]) => Promise<(itemId: string) => RunSignal>;

/**
 * Returns what compares the prices that a shop shows beside its reductions with their prior prices, as the workspace's
 * settings ask for it: without them, every such alert ends.
 * @param nowMs the time of the comparison, in milliseconds since 1970
 */
export async function referenceSignals(tx: Tx, nowMs: number): Promise<ReferenceSignals> {
  const { referencePriceAlerts } = await workspaceSettings(tx);
  if (!referencePriceAlerts) return async () => () => NO_REFERENCE;
  const withPrior = await priorPriceReader(tx, { nowMs, reducedAtMs: null });
  return async (itemIds) => {
    const reduced = await withPrior(await reducedItems(tx, itemIds, new Date(nowMs)));
    const signals = new Map(reduced.map(({ id, prior, currency }) => [id, referenceSignal(prior, currency)]));
    return (itemId) => signals.get(itemId) ?? NO_REFERENCE;
  };
}
