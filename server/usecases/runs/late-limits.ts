import type { Tx } from "@/server/db/database/transaction";
import { readRunInputs } from "@/server/db/runs/pages";
import { type ChangeLimits, movedFrom, type Policy, scopeFor } from "@/server/domain/pricing/engine";
import type { Finding } from "@/server/domain/recommendations/publication";
import { inputFromJson } from "./input-json";

/**
 * Returns the limits on the change of the items whose shop is late with the end of a sale, by id: the trail of what was
 * found has those from the regular price alone. Reads nothing where no shop is late.
 * @param policy that of the run
 */
export async function lateLimits(
  tx: Tx,
  { runId, policy }: { readonly runId: string; readonly policy: Policy },
  results: readonly { readonly itemId: string; readonly finding: Finding | null }[],
): Promise<ReadonlyMap<string, ChangeLimits>> {
  const late = results.filter(({ finding }) => finding !== null && isLate(finding));
  if (late.length === 0) return new Map();
  const inputs = await readRunInputs(
    tx,
    runId,
    late.map(({ itemId }) => itemId),
  );
  return new Map(inputs.map(({ itemId, input }) => [itemId, scopeFor(policy, inputFromJson(input).item)]));
}

const isLate = ({ currentPrice, shopWindow }: Finding): boolean =>
  currentPrice !== null && movedFrom(shopWindow, currentPrice) !== currentPrice;
