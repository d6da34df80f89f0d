import type { AskedBy, OfferStatus } from "@/server/domain/offers/page-check";
import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import { anyKey, queryInKeyOrder, runWithHashJoins, type Tx } from "../database/transaction";
import type { Prisma } from "../generated/client";
import { activeSql } from "../items/states";
import { CHECK_COLUMNS, type CheckRow, checkRow, type JoinedCheck } from "./page-checks";

/** A competitor's offer that is watched for an item. */
export interface WatchedOffer {
  readonly id: string;
  readonly itemId: string;
  readonly url: string;
  readonly host: string;
  readonly seller: string;
  readonly currency: string;
  readonly packSize: string | null;
  /** What the seller takes for delivery, in minor units of `currency`; null where nobody said it. */
  readonly shipping: bigint | null;
  /** A person's CSS selector for the price; null for a page that is read by itself. */
  readonly priceSelector: string | null;
  /** Who said last which page is read, and how; null for the shop's people. */
  readonly origin: string | null;
  readonly status: OfferStatus;
  /** When the next page check is due; while the offer is leased, when the lease expires. */
  readonly dueAt: Date;
  readonly leased: boolean;
  /** The requested or running page check; it already counts against the quota. */
  readonly checkId: string | null;
  readonly askedBy: AskedBy;
  readonly failures: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An offer with its latest page check. */
export interface OfferWithCheck extends WatchedOffer {
  readonly lastCheck: CheckRow | null;
}

/** The fields of an offer that a person sets. */
export type OfferFields = Pick<
  WatchedOffer,
  "itemId" | "url" | "host" | "seller" | "currency" | "packSize" | "shipping" | "priceSelector" | "origin"
>;

const COLUMNS = `o.id, o.item_id AS "itemId", o.url, o.host, o.seller, o.currency, o.pack_size AS "packSize",
  o.shipping, o.price_selector AS "priceSelector", o.origin, o.status,
  o.due_at AS "dueAt", o.leased, o.check_id AS "checkId", o.asked_by AS "askedBy", o.failures,
  o.created_at AS "createdAt", o.updated_at AS "updatedAt"`;
const WITH_CHECK = `SELECT ${COLUMNS}, ${CHECK_COLUMNS}
  FROM offers o LEFT JOIN page_checks c ON c.workspace_id = o.workspace_id AND c.id = o.last_check_id
  WHERE o.workspace_id = $1`;

type Joined = WatchedOffer & JoinedCheck;

/** Removes the joined columns, so that a row has only its own. */
const toOfferWithCheck = (row: Joined): OfferWithCheck => {
  const { id, itemId, url, host, seller, currency, packSize, shipping, priceSelector, origin } = row;
  const { status, dueAt, leased, checkId, askedBy, failures, createdAt, updatedAt } = row;
  const said = { itemId, url, host, seller, currency, packSize, shipping, priceSelector, origin };
  const kept = { status, dueAt, leased, checkId, askedBy, failures, createdAt, updatedAt };
  return { id, ...said, ...kept, lastCheck: checkRow(row) };
};

/** Returns the offers watched for an item, newest first, without removed ones. */
export async function offersOfItem(
  tx: Tx,
  itemId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<OfferWithCheck[]> {
  const rows = await tx.sql<Joined>(
    `${WITH_CHECK} AND o.item_id = $2 AND o.status <> 'removed' AND ($3::text IS NULL OR o.id < $3)
     ORDER BY o.id DESC LIMIT $4`,
    [tx.tenant.workspaceId, itemId, before, limit],
  );
  return rows.map(toOfferWithCheck);
}

/** Finds the offer of that id, removed or not; `lock` locks it until the transaction ends. */
export async function findOffer(tx: Tx, id: string, { lock = false } = {}): Promise<OfferWithCheck | null> {
  const [row] = await tx.sql<Joined>(`${WITH_CHECK} AND o.id = $2 ${lock ? "FOR UPDATE OF o" : ""}`, [
    tx.tenant.workspaceId,
    id,
  ]);
  return row ? toOfferWithCheck(row) : null;
}

/** Serialises changes of a workspace's offers until the transaction ends. */
export async function lockOffers(tx: Tx): Promise<void> {
  await tx.run("SELECT pg_advisory_xact_lock(hashtextextended('offers ' || $1, 0))", [tx.tenant.workspaceId]);
}

/** Returns the offers of these pages, removed or not. */
export const offersAt = (
  tx: Tx,
  pages: readonly Pick<WatchedOffer, "itemId" | "url">[],
): Promise<WatchedOffer[]> =>
  tx.sql<WatchedOffer & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM unnest($2::text[], $3::text[]) AS asked (item_id, url)
     CROSS JOIN LATERAL (SELECT * FROM offers
       WHERE workspace_id = $1 AND item_id = asked.item_id AND url = asked.url OFFSET 0) AS o`,
    [tx.tenant.workspaceId, pages.map(({ itemId }) => itemId), pages.map(({ url }) => url)],
  );

/** Counts the watched offers of each of these items, without removed ones. */
export async function countOffers(tx: Tx, itemIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.sql<{ id: string; count: number }>(
    `SELECT item_id AS id, count(*)::int AS count FROM offers
     WHERE workspace_id = $1 AND item_id = ${anyKey("$2::text[]")} AND status <> 'removed' GROUP BY item_id`,
    [tx.tenant.workspaceId, itemIds],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Inserts offers; their first page check is due at `at`. */
export async function insertOffers(
  tx: Tx,
  offers: readonly (OfferFields & { readonly id: string })[],
  at: Date,
): Promise<void> {
  const { workspaceId } = tx.tenant;
  const dates = { dueAt: at, createdAt: at, updatedAt: at };
  await tx.prisma.offer.createMany({ data: offers.map((offer) => ({ ...offer, ...dates, workspaceId })) });
}

/**
 * Replaces an offer's fields; a page check is due at `at`, unless the offer is paused. Deletes the validators of its
 * last response, since the page may be read differently now.
 */
export async function reviseOffer(
  tx: Tx,
  id: string,
  fields: OfferFields & { readonly status: "active" | "paused" },
  at: Date,
): Promise<void> {
  const begun = fields.status === "paused" ? {} : { stoppedFrom: null, dueAt: at };
  await writeOffer(tx, id, { ...fields, ...begun, failures: 0, ...NO_VALIDATORS, ...IDLE, updatedAt: at });
}

const NO_VALIDATORS = { etag: null, lastModified: null, answerCheckId: null } as const;
const IDLE = { leased: false, checkId: null, askedBy: "schedule" } as const;

/**
 * Pauses, removes or resumes an offer. Invalidates the fence of a running page check, so that its result is discarded.
 * @param stoppedFrom the program that pauses or removes it; null for a person, and for an offer that is resumed
 */
export async function setOfferStatus(
  tx: Tx,
  id: string,
  { status, stoppedFrom, at }: { status: OfferStatus; stoppedFrom: EvidenceOrigin | null; at: Date },
): Promise<void> {
  await writeOffer(tx, id, {
    ...IDLE,
    status,
    stoppedFrom,
    failures: 0,
    fence: { increment: 1 },
    dueAt: at,
    updatedAt: at,
  });
}

/** Schedules a page check as soon as the host allows; the check already counts against the quota. */
export async function requestCheck(tx: Tx, id: string, checkId: string, at: Date): Promise<void> {
  await writeOffer(tx, id, { checkId, askedBy: "person", dueAt: at, updatedAt: at });
}

const writeOffer = async (tx: Tx, id: string, data: Prisma.OfferUpdateInput): Promise<void> =>
  void (await tx.prisma.offer.update({
    where: { workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } },
    data,
  }));

/**
 * Schedules page checks for a run's items whose last check was before `staleBefore`; failing offers keep their own
 * schedule.
 * @returns the number of scheduled checks
 */
export const requestStaleChecks = (
  tx: Tx,
  scope: { readonly tags: readonly string[]; readonly itemIds: readonly string[] },
  staleBefore: Date,
  at: Date,
): Promise<number> =>
  tx.run(
    `UPDATE offers o SET due_at = $2, asked_by = 'run', updated_at = $2
     WHERE o.workspace_id = $1 AND o.status = 'active' AND o.check_id IS NULL AND o.failures = 0 AND o.due_at > $2
       AND NOT EXISTS (SELECT 1 FROM page_checks c
         WHERE c.workspace_id = $1 AND c.id = o.last_check_id AND c.at >= $3)
       AND EXISTS (SELECT 1 FROM catalog_items i WHERE i.workspace_id = $1 AND i.id = o.item_id
         AND ${activeSql("i")}
         AND (cardinality($4::text[]) = 0 OR i.tags && $4) AND (cardinality($5::text[]) = 0 OR i.id = ANY($5)))`,
    [tx.tenant.workspaceId, at, staleBefore, scope.tags, scope.itemIds],
  );

/** Returns how many offers the workspace watches, and the interval of their page checks in hours. */
export async function checkSettings(tx: Tx): Promise<{ offers: number; everyHours: number }> {
  const [row] = await tx.sql<{ offers: number; everyHours: number }>(
    `SELECT (SELECT count(*)::int FROM offers WHERE workspace_id = $1 AND status = 'active') AS offers,
       check_every_hours AS "everyHours" FROM workspaces WHERE id = $1`,
    [tx.tenant.workspaceId],
  );
  if (!row) throw new Error("the transaction's workspace is not there");
  return row;
}

/** Returns active offers without a requested or failing check, in order of id, with the time of their last check. */
export const schedulableOffers = (
  tx: Tx,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; lastAt: Date }[]> =>
  queryInKeyOrder(
    tx,
    `SELECT o.id, c.at AS "lastAt" FROM offers o
     JOIN page_checks c ON c.workspace_id = o.workspace_id AND c.id = o.last_check_id
     WHERE o.workspace_id = $1 AND o.id > $2 AND o.status = 'active' AND o.check_id IS NULL AND o.failures = 0
     ORDER BY o.id LIMIT $3`,
    [tx.tenant.workspaceId, after, limit],
  );

/** Sets new due times; an offer with a check requested meanwhile keeps its time. */
export async function scheduleOffers(
  tx: Tx,
  due: readonly { readonly id: string; readonly dueAt: Date }[],
): Promise<void> {
  await runWithHashJoins(
    tx,
    `UPDATE offers o SET due_at = r.due_at FROM unnest($2::text[], $3::timestamptz[]) AS r (id, due_at)
     WHERE o.workspace_id = $1 AND o.id = ${anyKey("$2::text[]")} AND o.id = r.id AND o.check_id IS NULL`,
    [tx.tenant.workspaceId, due.map(({ id }) => id), due.map(({ dueAt }) => dueAt)],
  );
}
