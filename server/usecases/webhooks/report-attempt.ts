import type { Tx } from "@/server/db/database/transaction";
import type { AttemptRecord, DueDelivery, LeasedEndpoint } from "@/server/db/webhooks/sending";
import type { AttemptEffect } from "@/server/domain/webhooks/delivery";
import { report } from "../report";
import type { Services } from "../services";

/** Logs the end of an attempt at a delivery once it is recorded. */
export function reportAttempt(
  services: Services,
  tx: Tx,
  {
    delivery,
    endpoint,
    attempt,
  }: { readonly delivery: DueDelivery; readonly endpoint: LeasedEndpoint; readonly attempt: AttemptRecord },
  effect: AttemptEffect,
): void {
  const fields = {
    delivery: delivery.id,
    webhook: endpoint.id,
    kind: delivery.kind,
    outcome: effect.next,
    status: attempt.status,
    attempts: delivery.attempts + 1,
    disabled: effect.next === "give_up" && effect.disable !== null ? true : null,
    ms: attempt.tookMs,
  };
  const level = effect.next === "give_up" ? "warn" : "info";
  tx.afterCommit(() => services.meter.deliveryAttempted(effect.next));
  tx.afterCommit(() => report(services, tx.tenant.workspaceId, "webhook delivery", fields, level));
}
