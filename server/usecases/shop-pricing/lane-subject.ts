import { z } from "zod";
import type { Policy } from "@/server/domain/pricing/compile";
import type { EngineItem, MarketSubject } from "@/server/domain/pricing/inputs";
import { type LaneFigures, laneSubject } from "@/server/domain/pricing/lane-subject";
import type { LaneSubject } from "@/server/domain/pricing/lanes";

const Observed = z.object({
  observations: z.array(z.object({ used: z.boolean(), observed_at: z.string() })),
});

/**
 * Returns what lanes look at in a stored recommendation, with the item's scope, stock and age of cost as they are now.
 * @param row its figures, and the engine's evidence as stored JSON text
 */
export function laneSubjectOf(
  row: LaneFigures & { readonly evidence: string },
  item: MarketSubject & Pick<EngineItem, "stock" | "costUpdatedAtMs">,
  policy: Policy,
): LaneSubject {
  const { observations } = Observed.parse(JSON.parse(row.evidence));
  const usedAtMs = observations.filter(({ used }) => used).map((each) => Date.parse(each.observed_at));
  return laneSubject(row, item, usedAtMs, policy);
}
