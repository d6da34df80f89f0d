import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { type HintedConnection, hintedConnection, storeHint } from "@/server/db/integrations/hints";
import { SECOND_MS } from "@/server/domain/durations";
import { notFound } from "@/server/domain/errors";
import { type StoreConnector, StoreError } from "@/server/stores";
import { resolveStore } from "../connections/store";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { openHintSecret } from "./hint-target";
import { addHintedJob } from "./hinted-sync";

type ReadHint = NonNullable<StoreConnector["hints"]>["read"];
type HintMessage = Parameters<ReadHint>[0];

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
  const taken = await inTenant(services.db, tenantOf(workspaceId), async (tx) => {
    const row = await hintedConnection(tx, integrationId);
    const hint = row && readHint({ services, tenant: tx.tenant }, row, message);
    if (hint === null) return false;
    if (hint.kind === "ping") return true;
    const nowMs = services.now();
    const { delivery } = hint;
    const unlisted = hint.kind === "unlisted";
    if (await storeHint(tx, integrationId, { unlisted, delivery, at: new Date(nowMs) }))
      await addHintedJob(tx, integrationId, nowMs + GATHER_MS);
    return true;
  });
  if (!taken) throw notFound("store");
}

/** Reads a message; null for one that none of the connection's keys signed, or whose credentials cannot be opened. */
function readHint(
  { services, tenant }: Pick<RequestContext, "services" | "tenant">,
  row: HintedConnection,
  message: HintMessage,
): ReturnType<ReadHint> {
  try {
    const { connector, connection } = resolveStore({ services, tenant }, row);
    const key = { workspaceId: tenant.workspaceId, integrationId: row.id };
    const secret = openHintSecret(services, key, row.hintSecret);
    return connector.hints?.read(message, { secret, credentials: connection.credentials }) ?? null;
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}
