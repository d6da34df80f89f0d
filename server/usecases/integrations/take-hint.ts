import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { hintSecret, storeHint } from "@/server/db/integrations/hints";
import { SECOND_MS } from "@/server/domain/durations";
import { notFound } from "@/server/domain/errors";
import type { HintMessage } from "@/server/stores/hints";
import { connectorFor } from "@/server/stores/registry";
import { parseStoreKind } from "../connections/store";
import type { Services } from "../request-context";
import { openHintSecret } from "./hint-target";
import { addHintedJob } from "./hinted-sync";

/** A shop sends one message for each product of an import; so long they are gathered before the store is read. */
const GATHER_MS = 10 * SECOND_MS;

/**
 * Takes a store's hint that something changed. Its content counts for nothing: the store is read again. A message that
 * the store sends again changes nothing.
 * @throws DomainError not_found for an unknown store and for a message that its secret did not sign, which are answered
 * alike
 */
export async function takeHint(
  services: Services,
  { workspaceId, integrationId }: { readonly workspaceId: string; readonly integrationId: string },
  message: HintMessage,
): Promise<void> {
  const key = { workspaceId, integrationId };
  const taken = await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
    const row = await hintSecret(tx, integrationId);
    const kind = row && parseStoreKind(row.kind);
    const reader = kind && connectorFor(kind).hints;
    if (!row || !reader) return false;
    const hint = reader.read(message, openHintSecret(services, key, row.secret));
    if (hint === null) return false;
    if (hint.kind === "ping") return true;
    const nowMs = services.now();
    const { delivery } = hint;
    const deleted = hint.kind === "deleted";
    if (await storeHint(tx, integrationId, { deleted, delivery, at: new Date(nowMs) }))
      await addHintedJob(tx, integrationId, nowMs + GATHER_MS);
    return true;
  });
  if (!taken) throw notFound("store");
}
