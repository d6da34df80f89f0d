import type { AskedBy } from "@/server/domain/offers/page-check";
import type { Tx } from "../database/transaction";

/** A page that a worker has taken up to look at; what it writes names the fence it was taken with. */
export interface LeasedOffer {
  readonly id: string;
  readonly itemId: string;
  readonly url: string;
  readonly host: string;
  readonly seller: string;
  readonly currency: string;
  readonly packSize: string | null;
  readonly fence: number;
  /** The check that is counted already; null where none is. */
  readonly checkId: string | null;
  readonly askedBy: AskedBy;
  readonly failures: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The check whose page the two above belong to. */
  readonly answerCheckId: string | null;
}

/** A claimed page whose look is counted. */
export type CountedOffer = LeasedOffer & { readonly checkId: string };

const CLAIMED = `id, item_id AS "itemId", url, host, seller, currency, pack_size AS "packSize", fence,
  check_id AS "checkId", asked_by AS "askedBy", failures, etag, last_modified AS "lastModified",
  answer_check_id AS "answerCheckId"`;

/** The host of a page that is due; null for one that is not. */
export async function dueHost(tx: Tx, id: string, at: Date): Promise<string | null> {
  const [row] = await tx.sql<{ host: string }>(
    "SELECT host FROM offers WHERE workspace_id = $1 AND id = $2 AND status = 'active' AND due_at <= $3",
    [tx.tenant.workspaceId, id, at],
  );
  return row?.host ?? null;
}

/** Takes up a page that is due until the lease passes; null when it is not to be had. */
export async function leaseOffer(
  tx: Tx,
  id: string,
  { at, leaseUntil }: { at: Date; leaseUntil: Date },
): Promise<LeasedOffer | null> {
  const [row] = await tx.sql<LeasedOffer & Record<string, unknown>>(
    `UPDATE offers SET fence = fence + 1, due_at = $4, leased = true
     WHERE workspace_id = $1 AND id = $2 AND status = 'active' AND due_at <= $3 RETURNING ${CLAIMED}`,
    [tx.tenant.workspaceId, id, at, leaseUntil],
  );
  return row ?? null;
}

/** Notes on a claimed page the check that was counted for it, so that whoever takes it up again counts no second one. */
export async function beginCheck(tx: Tx, id: string, checkId: string): Promise<void> {
  await tx.run("UPDATE offers SET check_id = $3 WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
    checkId,
  ]);
}

/** Locks a claimed page for the rest of the transaction, if it is still held by that fence. */
export async function extendOfferLease(tx: Tx, { id, fence }: LeasedOffer): Promise<boolean> {
  const held = await tx.run(
    "SELECT 1 FROM offers WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND leased FOR UPDATE",
    [tx.tenant.workspaceId, id, fence],
  );
  return held === 1;
}

/** Gives a claimed page back as it was, to be taken up again at that time. */
export async function giveBackOffer(tx: Tx, { id, fence }: LeasedOffer, dueAt: Date): Promise<void> {
  await tx.run(
    "UPDATE offers SET due_at = $4, leased = false WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND leased",
    [tx.tenant.workspaceId, id, fence, dueAt],
  );
}

/** What a look at a page leaves on it. */
export interface OfferAfterCheck {
  readonly lastCheckId: string;
  readonly failures: number;
  readonly dueAt: Date;
  /** What to ask the page with next time; undefined keeps what is known. */
  readonly validators?: {
    readonly etag: string | null;
    readonly lastModified: string | null;
    readonly answerCheckId: string | null;
  };
}

/** Ends the look at a page that the caller holds. */
export async function endCheck(tx: Tx, id: string, after: OfferAfterCheck, at: Date): Promise<void> {
  const { validators, ...rest } = after;
  await tx.prisma.offer.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data: { ...rest, ...validators, checkId: null, askedBy: "schedule", leased: false, updatedAt: at },
  });
}

/** Forgets what an item's pages of that seller answered, so that they are read anew and not taken as unchanged. */
export async function purgeAnswers(tx: Tx, itemId: string, seller: string): Promise<void> {
  await tx.run(
    `UPDATE offers SET etag = NULL, last_modified = NULL, answer_check_id = NULL
     WHERE workspace_id = $1 AND item_id = $2 AND seller = $3`,
    [tx.tenant.workspaceId, itemId, seller],
  );
}
