import { createHash } from "node:crypto";
import type { OutcomeJson } from "@/server/domain/pricing/outcome-json";

/**
 * Returns a digest of what evidence says apart from when: the age of the cost, the last sync of the store, and which
 * observation of a seller's price it is and when it was made are left out. Evidence with the same digest has only aged,
 * or the same prices were observed again.
 */
export function evidenceBasis({
  cost,
  market,
  shop_window,
  observations,
  ...rest
}: OutcomeJson["evidence"]): string {
  const seen = observations.map(({ id: _id, observed_at: _at, note: _note, ...what }) =>
    JSON.stringify(what),
  );
  const basis = {
    ...rest,
    shop_window: shop_window && { ...shop_window, read_from: shop_window.read_from?.integration_id ?? null },
    cost: { amount: cost.amount, state: cost.state },
    market: { ...market, newest: null },
    observations: seen.sort(),
  };
  return createHash("sha256").update(JSON.stringify(basis)).digest("base64url").slice(0, 22);
}
