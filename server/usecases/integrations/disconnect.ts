import { type IntegrationRow, endIntegration, lockIntegration } from "@/server/db/integrations";
import { unlinkAll } from "@/server/db/synced-items";
import { notFound } from "@/server/domain/errors";
import { type Acting, change, requireLive } from "../acting";
import { recordChange } from "../audit";
import { failUnsentWriteBacks } from "../write-backs/fail-unsent";

export type Disconnected =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: IntegrationRow };

/**
 * Ends a connection: what was approved and not sent yet fails, its credentials are forgotten, its items belong to no
 * store. A repeat changes nothing.
 * @throws DomainError not_found; conflict while a price was sent and it is not known whether it arrived
 */
export function disconnectStore(acting: Acting, id: string): Promise<Disconnected> {
  return change(acting, async (tx) => {
    const row = await lockIntegration(tx, id);
    if (!row) throw notFound("store");
    if (row.status === "disconnected") return { idempotent: true };
    requireLive(acting);
    const at = new Date(acting.services.now());
    await failUnsentWriteBacks(tx, acting, id);
    await unlinkAll(tx, id, at);
    await endIntegration(tx, id, at);
    await recordChange(acting, tx, {
      action: "store.disconnect",
      subject: id,
      before: { kind: row.kind, url: row.url },
    });
    const ended = await lockIntegration(tx, id);
    if (!ended) throw new Error("the connection just ended is not there");
    return { idempotent: false, row: ended };
  });
}
