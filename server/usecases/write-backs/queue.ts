import { setTimeout as pause } from "node:timers/promises";
import type { Tx } from "@/server/db/database/transaction";
import { addJob } from "@/server/db/queue/queue";
import { type RecommendationRow, recommendationById } from "@/server/db/recommendations/recommendations";
import { insertWriteBack, type NewWriteBack } from "@/server/db/write-backs/write-backs";
import { formatAmount } from "@/server/domain/money";
import { OPEN_WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import { freezeNow } from "../freezes/frozen";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";

const POLL_INTERVAL_MS = 60;

/** A price that a person approved or reverted, and its audit action. Prices are minor units. */
export type ApprovedPrice = Omit<
  NewWriteBack,
  "id" | "writeKey" | "requestedBy" | "waitsUntil" | "waitsReason" | "createdAt"
> & {
  readonly action: "recommendation.approve" | "write_back.revert";
  readonly subject: string;
  /** What the person wrote about it. */
  readonly reason?: string | undefined;
};

/**
 * Adds the one write-back of an approved price, its job and its audit event, in the approval's transaction. In a freeze
 * it waits for the end. The caller locks the freezes, then the item, and has checked that no other write on it is
 * unresolved.
 * @returns the write-back's id, which is also the write key that the store keeps beside the price
 */
export async function queueWriteBack(
  context: RequestContext,
  tx: Tx,
  approved: ApprovedPrice,
): Promise<string> {
  const { services, actor } = context;
  const { action, subject, reason, ...row } = approved;
  const id = services.newId("writeBack");
  const createdAt = new Date(services.now());
  const freeze = await freezeNow(tx, createdAt.getTime());
  await insertWriteBack(tx, {
    ...row,
    id,
    writeKey: id,
    requestedBy: actor.id,
    waitsUntil: freeze?.until ?? null,
    waitsReason: freeze?.text ?? null,
    createdAt,
  });
  const payload = { v: 1, workspaceId: tx.tenant.workspaceId, id } as const;
  await addJob(tx, "write_back", payload, freeze === null ? {} : { runAtMs: freeze.until.getTime() });
  await recordChange(context, tx, {
    action,
    subject,
    after: {
      reason,
      write_back: id,
      expected: formatAmount(row.expectedPrice, row.currency),
      target: formatAmount(row.targetPrice, row.currency),
      currency: row.currency,
    },
  });
  return id;
}

/**
 * Polls the row until its newest write-back is resolved, in doubt or waiting for the end of a freeze, at most for the
 * configured time.
 */
export async function waitForWriteBack(
  context: RequestContext,
  row: RecommendationRow,
): Promise<RecommendationRow> {
  const { services, tenant } = context;
  const until = performance.now() + services.settings.approveWaitMs;
  let current = row;
  while (isUnderway(current, services.now()) && performance.now() < until) {
    await pause(POLL_INTERVAL_MS);
    current = (await recommendationById(services.db, tenant, row.id)) ?? current;
  }
  return current;
}

function isUnderway(row: RecommendationRow, nowMs: number): boolean {
  if (row.waitsUntil !== null && row.waitsUntil.getTime() > nowMs) return false;
  const status = row.restoreStatus ?? row.revertStatus ?? row.writeBackStatus;
  return status !== "unknown" && OPEN_WRITE_BACK_STATUSES.some((open) => open === status);
}
