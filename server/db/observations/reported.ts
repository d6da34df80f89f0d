import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { Tx } from "../database/transaction";
import { sellerKeySql } from "../policy/sellers";

/** An observation with a person's report about it; the amount in minor units of `currency`. */
export interface ObservationRow {
  readonly id: string;
  readonly itemId: string;
  readonly seller: string;
  readonly price: bigint;
  readonly currency: string;
  readonly inStock: boolean | null;
  readonly packSize: string | null;
  readonly shipping: bigint | null;
  readonly url: string | null;
  readonly source: string;
  readonly observedAt: Date;
  readonly checkId: string | null;
  readonly wrongAt: Date | null;
  readonly wrongBy: string | null;
  readonly wrongReason: string | null;
}

/** Finds the observation of that id, or null. */
export const findObservation = (tx: Tx, id: string): Promise<ObservationRow | null> =>
  tx.prisma.observation.findFirst({ where: { workspaceId: tx.tenant.workspaceId, id } });

const MAX_LISTED_REPORTS = 20;

/** Returns an item's observations that were reported as wrong, latest report first. */
export const reportedOf = (tx: Tx, itemId: string): Promise<ObservationRow[]> =>
  tx.prisma.observation.findMany({
    where: { workspaceId: tx.tenant.workspaceId, itemId, wrongAt: { not: null } },
    orderBy: [{ wrongAt: "desc" }, { observedAt: "desc" }],
    take: MAX_LISTED_REPORTS,
  });

const isSeller = (name: string): string => `${sellerKeySql(name)} = ${sellerKeySql("$3")}`;

/** Serialises changes of a workspace's observations until the transaction ends. */
export async function lockObservations(tx: Tx): Promise<void> {
  await tx.run("SELECT pg_advisory_xact_lock(hashtextextended('observations ' || $1, 0))", [
    tx.tenant.workspaceId,
  ]);
}

/**
 * Marks an observation as wrong, together with those of the same offer that have the same price read by the same
 * method, since they repeat the same mistake.
 */
export async function markWrong(
  tx: Tx,
  { id, itemId, seller, price, checkId }: ObservationRow,
  { at, by, reason, from }: { at: Date; by: string; reason: string; from: EvidenceOrigin },
): Promise<void> {
  await tx.run(
    `UPDATE observations o SET wrong_at = $7, wrong_by = $8, wrong_reason = $9, wrong_from = $10
     WHERE o.workspace_id = $1 AND o.item_id = $2 AND ${isSeller("o.seller")} AND o.wrong_at IS NULL
       AND (o.id = $4 OR (o.price = $5 AND EXISTS (
         SELECT 1 FROM page_checks mine JOIN page_checks other ON other.workspace_id = $1
           AND other.id = o.check_id AND other.offer_id = mine.offer_id AND other.method = mine.method
         WHERE mine.workspace_id = $1 AND mine.id = $6)))`,
    [tx.tenant.workspaceId, itemId, seller, id, price, checkId, at, by, reason, from],
  );
}

/** Withdraws a report, together with the observations marked at the same moment. */
export async function unmarkWrong(
  tx: Tx,
  { itemId, seller, wrongAt, price }: ObservationRow,
  from: EvidenceOrigin,
): Promise<void> {
  await tx.run(
    `UPDATE observations SET wrong_at = NULL, wrong_by = NULL, wrong_reason = NULL, wrong_from = $6
     WHERE workspace_id = $1 AND item_id = $2 AND ${isSeller("seller")} AND wrong_at = $4 AND price = $5`,
    [tx.tenant.workspaceId, itemId, seller, wrongAt, price, from],
  );
}

/**
 * Sets a seller's current offer, in whatever case its name is written, to its newest observation that is neither
 * reported as wrong nor of a page that is another seller's by now, or deletes it if there is none.
 */
export async function refreshCurrentOffer(tx: Tx, itemId: string, seller: string): Promise<void> {
  const key = [tx.tenant.workspaceId, itemId, seller];
  await tx.run(
    `DELETE FROM current_offers WHERE workspace_id = $1 AND item_id = $2 AND ${isSeller("seller")}`,
    key,
  );
  await tx.run(
    `INSERT INTO current_offers
       (workspace_id, item_id, seller, id, price, currency, in_stock, pack_size, shipping, url, observed_at)
     SELECT workspace_id, item_id, seller, id, price, currency, in_stock, pack_size, shipping, url, observed_at
     FROM observations o
     WHERE workspace_id = $1 AND item_id = $2 AND ${isSeller("seller")} AND wrong_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM page_checks c JOIN offers f ON f.workspace_id = $1 AND f.id = c.offer_id
         WHERE c.workspace_id = $1 AND c.id = o.check_id
           AND ${sellerKeySql("f.seller")} <> ${sellerKeySql("o.seller")})
     ORDER BY observed_at DESC LIMIT 1`,
    key,
  );
}

/** Returns whether any of these observations was reported as wrong. */
export const anyReported = async (tx: Tx, ids: readonly string[]): Promise<boolean> =>
  ids.length > 0 &&
  (await tx.run(
    "SELECT 1 FROM observations WHERE workspace_id = $1 AND id = ANY($2) AND wrong_at IS NOT NULL LIMIT 1",
    [tx.tenant.workspaceId, ids],
  )) > 0;

/** Returns those of the observations that were reported as wrong. */
export async function reportedAmong(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ id: string }>(
    `SELECT f.id FROM unnest($2::text[]) AS chosen (id)
     JOIN LATERAL (SELECT o.id FROM observations o
       WHERE o.workspace_id = $1 AND o.id = chosen.id AND o.wrong_at IS NOT NULL OFFSET 0) f ON true`,
    [tx.tenant.workspaceId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
