import { z } from "zod";
import type { Tx } from "@/server/db/database/transaction";
import { anyReported } from "@/server/db/observations/reported";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { BlockerCode } from "@/server/domain/recommendations/blockers";
import { vatDiffers } from "../shop-pricing/read";
import type { GuardedPrice } from "../write-backs/guards";

/**
 * Returns the codes of the inputs that changed since the recommendation was computed, and of the guards that its
 * price would break now, each code once. The caller locks the item.
 */
export async function findChangedInputs(
  tx: Tx,
  row: RecommendationRow,
  item: EngineItem,
  { broken, policyVersion }: GuardedPrice,
): Promise<BlockerCode[]> {
  const moved = new Set<BlockerCode>();
  if (item.price !== row.currentPrice) moved.add("price");
  if (item.cost !== row.cost) moved.add("cost");
  if (item.currency !== row.currency) moved.add("currency");
  for (const guard of broken) moved.add(guard);
  if (await vatDiffers(tx, row.policyVersion, policyVersion)) moved.add("vat");
  if (await showsReported(tx, row.evidence)) moved.add("observations");
  return [...moved];
}

const Shown = z.object({ observations: z.array(z.object({ id: z.string() })) });

/**
 * Whether the evidence includes an observation that was reported as wrong since. Rejected ones count, because they
 * influenced the result too.
 */
function showsReported(tx: Tx, evidence: string): Promise<boolean> {
  const { observations } = Shown.parse(JSON.parse(evidence));
  return anyReported(
    tx,
    observations.map(({ id }) => id),
  );
}
