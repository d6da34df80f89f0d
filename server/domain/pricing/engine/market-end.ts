import type { Sale } from "@/server/domain/items/shop-window";
import { TOLERATED_AHEAD_MS } from "@/server/domain/pricing/engine/market";
import type { EngineObservation } from "@/server/domain/pricing/inputs";

/**
 * Returns the first moment at which an item's market, or what shoppers pay for it, may change although nothing is
 * written: an observation becomes too old or is no longer too far in the future, a sale begins or ends. Null if time
 * alone changes nothing.
 * @param maxAgeMs the greatest age of an observation that counts; null for any
 * @param nowMs milliseconds since 1970, as the result
 */
export function marketEnd(
  observations: readonly EngineObservation[],
  sale: Sale | null,
  maxAgeMs: number | null,
  nowMs: number,
): number | null {
  const moments = observations.flatMap(({ observedAtMs }) => [
    observedAtMs - TOLERATED_AHEAD_MS,
    ...(maxAgeMs === null ? [] : [observedAtMs + maxAgeMs + 1]),
  ]);
  for (const at of [sale?.from, sale?.until]) if (at) moments.push(at.getTime());
  const ahead = moments.filter((atMs) => atMs > nowMs);
  return ahead.length === 0 ? null : Math.min(...ahead);
}
