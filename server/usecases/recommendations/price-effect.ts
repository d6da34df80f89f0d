import { findPricedItem } from "@/server/db/items/priced-items";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { notFound } from "@/server/domain/errors";
import { isKnownIn, marginIfKnown, profitIfKnown } from "@/server/domain/margin";
import type { Money } from "@/server/domain/money";
import { paidAfter } from "@/server/domain/pricing/engine";
import { windowIn } from "@/server/domain/pricing/evidence-window-json";
import { BLOCKERS, type GuardCode } from "@/server/domain/recommendations/blockers";
import { checkGuards } from "../approvals/guards";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { guardSentence, priceIn } from "./override";

/** What a price would earn a unit, and the limits that it would break; an unknown figure is null. */
export interface PriceEffect {
  /** A ratio with four decimals, after VAT and fees. */
  readonly margin: string | null;
  /** Minor units of the recommendation's currency, after VAT and fees. */
  readonly profit: bigint | null;
  readonly currency: string;
  /** A sentence for each broken limit. */
  readonly breaks: readonly string[];
}

/**
 * Weighs another price for a recommendation by the active policy and the item as it is now, without an effect. Whoever
 * sets the price later passes the same guards again.
 * @param price in the recommendation's currency
 * @throws DomainError not_found, validation_error for another currency
 */
export const priceEffect = (
  context: RequestContext,
  { id, price }: { readonly id: string; readonly price: Money },
): Promise<PriceEffect> =>
  readTransaction(context, async (tx) => {
    const nowMs = context.services.now();
    const row = await findRecommendation(tx, id);
    const snapshot = row && (await findPricedItem(tx, row.itemId, nowMs));
    if (!row || !snapshot) throw notFound("recommendation");
    const target = priceIn(row.currency, price);
    const check = await checkGuards(tx, snapshot, target, nowMs);
    if (check.blocker !== null) return { margin: null, profit: null, currency: row.currency, breaks: [] };
    const { marginFactors } = check.policy;
    const paid = paidAfter(windowIn(row), target);
    const cost = isKnownIn(snapshot.item.currency, marginFactors) ? snapshot.item.cost : null;
    return {
      margin: marginIfKnown(paid, cost, marginFactors),
      profit: profitIfKnown(paid, cost, marginFactors),
      currency: row.currency,
      breaks: check.broken.map((code: GuardCode) => guardSentence(BLOCKERS[code])),
    };
  });
