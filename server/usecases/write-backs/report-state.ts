import type { Tx } from "@/server/db/database/transaction";
import type { WriteBackEnd, WriteBackRow } from "@/server/db/write-backs/write-backs";
import type { StoreError } from "@/server/stores";
import { report } from "../report";
import type { RequestContext } from "../request-context";

/** Why a write-back waits. */
export type DeferralReason =
  | "freeze"
  | "quarantine"
  | "outcome_unknown"
  | "read_again"
  | StoreError["reason"];

const ENDED_AT = { applied: "info", conflict: "warn", failed: "error" } as const;

/** Counts and logs the end of a write-back once the transaction that ends it is committed. */
export function reportEnd(
  { services }: RequestContext,
  tx: Tx,
  row: WriteBackRow,
  { status, canceled }: Pick<WriteBackEnd, "status" | "canceled">,
): void {
  const {
    id,
    recommendationId: recommendation,
    integrationId: integration,
    sends,
    attempts,
    createdAt,
  } = row;
  const ms = services.now() - createdAt.getTime();
  const outcome = canceled ? "canceled" : status;
  tx.afterCommit(() => {
    services.meter.writeBackEnded(outcome);
    const fields = { write_back: id, recommendation, integration, outcome, sends, attempts, ms };
    report(services, tx.tenant.workspaceId, "write-back ended", fields, canceled ? "info" : ENDED_AT[status]);
  });
}

/**
 * Logs once the transaction is committed that a write-back waits.
 * @param wait.needsPerson whether nothing changes without somebody
 */
export function reportWait(
  { services }: RequestContext,
  tx: Tx,
  row: WriteBackRow,
  wait: {
    readonly state: "queued" | "unknown";
    readonly reason: DeferralReason;
    readonly until: Date;
    readonly needsPerson: boolean;
  },
): void {
  const { id, recommendationId: recommendation, attempts } = row;
  const { needsPerson, ...rest } = wait;
  const fields = { write_back: id, recommendation, attempts, ...rest };
  const level = needsPerson ? "warn" : "info";
  tx.afterCommit(() => services.meter.writeBackWaits(wait.reason));
  tx.afterCommit(() => report(services, tx.tenant.workspaceId, "write-back waits", fields, level));
}
