import type { Tx } from "@/server/db/database/transaction";
import { type IntegrationRow, lockIntegration } from "@/server/db/integrations/integrations";
import { DomainError, notFound } from "@/server/domain/errors";
import { storeTitle } from "../connections/store";

/**
 * Returns a connection that can be rehearsed with, and locks it until the transaction ends.
 * @throws DomainError not_found; conflict for another kind of store, and for one that was disconnected
 */
export async function lockRehearsedStore(tx: Tx, integrationId: string): Promise<IntegrationRow> {
  const row = await lockIntegration(tx, integrationId);
  if (!row) throw notFound("store");
  if (row.kind !== "sandbox")
    throw new DomainError(
      "conflict",
      `Only a sandbox store can be made to fail on request; this one is ${storeTitle(row.kind)}.`,
      { current_status: row.status },
    );
  if (row.status === "disconnected")
    throw new DomainError("conflict", "The store was disconnected.", { current_status: row.status });
  return row;
}
