import type { AskedBy } from "@/server/domain/offers/page-check";
import type { Database } from "../database/database";
import { queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import type { Tx } from "../database/transaction";
import { sellerKeySql } from "../policy/sellers";
import { lockOffers } from "./watched-offers";

/** An offer that a worker has leased for a page check; every write names the fence of the lease. */
export interface LeasedOffer {
  readonly id: string;
  readonly itemId: string;
  readonly url: string;
  readonly host: string;
  readonly seller: string;
  readonly currency: string;
  readonly packSize: string | null;
  readonly shipping: bigint | null;
  /** A person's selector for the price; null for a page that is read by itself. */
  readonly priceSelector: string | null;
  /** Who said last which page is read, and how; null for the shop's people. */
  readonly origin: string | null;
  readonly fence: number;
  /** The page check that already counts against the quota; null without one. */
  readonly checkId: string | null;
  readonly askedBy: AskedBy;
  readonly failures: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The page check that received the two validators above. */
  readonly answerCheckId: string | null;
}

/** A leased offer whose page check counts against the quota. */
export type CountedOffer = LeasedOffer & { readonly checkId: string };

const CLAIMED = `id, item_id AS "itemId", url, host, seller, currency, pack_size AS "packSize", shipping,
  price_selector AS "priceSelector", origin, fence,
  check_id AS "checkId", asked_by AS "askedBy", failures, etag, last_modified AS "lastModified",
  answer_check_id AS "answerCheckId"`;

const DUE_HOST = {
  name: "due_host",
  text: "SELECT host FROM offers WHERE workspace_id = $1 AND id = $2 AND status = 'active' AND due_at <= $3",
};

/** Returns the host of an offer that is due; null for one that is not. */
export async function dueHost(db: Database, tenant: Tenant, id: string, at: Date): Promise<string | null> {
  const [row] = await queryAsTenant<{ host: string }>(db, tenant, DUE_HOST, [tenant.workspaceId, id, at]);
  return row?.host ?? null;
}

/** Leases an offer that is due; null when it is not available. */
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

/** Stores the counted page check on a leased offer, so that a later lease does not count a second one. */
export async function beginCheck(tx: Tx, id: string, checkId: string): Promise<void> {
  await tx.run("UPDATE offers SET check_id = $3 WHERE workspace_id = $1 AND id = $2", [
    tx.tenant.workspaceId,
    id,
    checkId,
  ]);
}

/** Locks a leased offer until the transaction ends; false when the lease was lost (the fence has changed). */
export async function lockLeasedOffer(tx: Tx, { id, fence }: LeasedOffer): Promise<boolean> {
  const locked = await tx.run(
    "SELECT 1 FROM offers WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND leased FOR UPDATE",
    [tx.tenant.workspaceId, id, fence],
  );
  return locked === 1;
}

/** Releases a leased offer unchanged; it is due again at `dueAt`. */
export async function releaseOffer(tx: Tx, { id, fence }: LeasedOffer, dueAt: Date): Promise<void> {
  await tx.run(
    "UPDATE offers SET due_at = $4, leased = false WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND leased",
    [tx.tenant.workspaceId, id, fence, dueAt],
  );
}

/** The fields of an offer that a page check updates. */
export interface OfferAfterCheck {
  readonly lastCheckId: string;
  readonly failures: number;
  readonly dueAt: Date;
  /** Validators for the next conditional request; undefined keeps the stored ones. */
  readonly validators?: {
    readonly etag: string | null;
    readonly lastModified: string | null;
    readonly answerCheckId: string | null;
  };
}

/** Ends the page check of an offer that the caller has leased. */
export async function endCheck(tx: Tx, id: string, after: OfferAfterCheck, at: Date): Promise<void> {
  const { lastCheckId, failures, dueAt, validators } = after;
  const { etag = null, lastModified = null, answerCheckId = null } = validators ?? {};
  const changes = [
    lastCheckId,
    failures,
    dueAt,
    at,
    validators !== undefined,
    etag,
    lastModified,
    answerCheckId,
  ];
  await tx.run(
    `UPDATE offers SET last_check_id = $3, failures = $4, due_at = $5, updated_at = $6, check_id = NULL,
       asked_by = 'schedule', leased = false,
       etag = CASE WHEN $7 THEN $8 ELSE etag END,
       last_modified = CASE WHEN $7 THEN $9 ELSE last_modified END,
       answer_check_id = CASE WHEN $7 THEN $10 ELSE answer_check_id END
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, ...changes],
  );
}

/**
 * Deletes the validators of an item's offers at that seller, so that their pages are read again even if unchanged.
 */
export async function purgeCachedPages(tx: Tx, itemId: string, seller: string): Promise<void> {
  await tx.run(
    `UPDATE offers SET etag = NULL, last_modified = NULL, answer_check_id = NULL
     WHERE workspace_id = $1 AND item_id = $2 AND ${sellerKeySql("seller")} = ${sellerKeySql("$3")}`,
    [tx.tenant.workspaceId, itemId, seller],
  );
}

/**
 * Deletes the validators of all of the workspace's offers, so that their pages are read again even if unchanged. Waits
 * for the running checks that are being stored.
 */
export async function purgeAllCachedPages(tx: Tx): Promise<void> {
  await lockOffers(tx);
  // What a running check stores is not seen yet: its offer has to be waited for.
  await tx.run(
    `UPDATE offers SET etag = NULL, last_modified = NULL, answer_check_id = NULL
     WHERE workspace_id = $1
       AND (leased OR etag IS NOT NULL OR last_modified IS NOT NULL OR answer_check_id IS NOT NULL)`,
    [tx.tenant.workspaceId],
  );
}
