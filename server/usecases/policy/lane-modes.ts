import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "@/server/db/database/canonical-json";
import type { Tx } from "@/server/db/database/transaction";
import { endOtherModes } from "@/server/db/lanes/modes";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";

/**
 * Closes the automatic lanes that were switched on with other lanes, scopes or terms than those of the document, which
 * becomes the active policy in this transaction. They stay closed until somebody tries and switches them on again,
 * whatever policy becomes active later. A lane that decides in another transaction finishes before.
 * @returns their names
 */
export async function endLaneModes(
  context: RequestContext,
  tx: Tx,
  document: PolicyDocument,
): Promise<string[]> {
  const ended = await endOtherModes(tx, laneFingerprint(document));
  for (const { lane, mode } of ended)
    await recordChange(context, tx, {
      action: "lane.mode",
      subject: lane,
      before: { mode },
      after: { mode: "closed", reason: "policy" },
    });
  return ended.map(({ lane }) => lane);
}

/**
 * Returns the SHA-256 of what determines which price changes fall into which lane: the lanes, the scopes' conditions
 * and the terms that money is computed by. Other rules can change without closing a lane, because guards and limits
 * bind whatever price the engine recommends.
 */
export function laneFingerprint({ lanes = [], scopes = [], currency, pricing = {} }: PolicyDocument): string {
  const conditions = scopes.map(({ name, match, priority = 0 }) => ({ name, match, priority }));
  const text = canonicalJson({ v: 1, lanes, scopes: conditions, currency, pricing } as Json);
  return createHash("sha256").update(text).digest("hex");
}
