import { z } from "zod";
import type { Tx } from "@/server/db/database/transaction";
import { anyReported } from "@/server/db/observations/reported";

const Shown = z.object({ observations: z.array(z.object({ id: z.string() })) });

/**
 * Whether any observation that a recommendation's evidence shows was reported as wrong since: those that it refused have
 * a part in what it was decided from too. The caller holds the item.
 */
export function showsReported(tx: Tx, evidence: string): Promise<boolean> {
  const { observations } = Shown.parse(JSON.parse(evidence));
  return anyReported(
    tx,
    observations.map(({ id }) => id),
  );
}
