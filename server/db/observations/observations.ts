import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { Tx } from "../database/transaction";
import { sellerKeySql } from "../policy/sellers";
import { lockObservations } from "./reported";

/** One price seen at one seller at one moment; the amount in minor units of `currency`. */
export interface NewObservation {
  readonly id: string;
  readonly itemId: string;
  readonly seller: string;
  readonly price: bigint;
  readonly currency: string;
  readonly inStock: boolean | null;
  readonly packSize: string | null;
  /** What the seller takes for delivery, in minor units of `currency`; null where it is not known. */
  readonly shipping: bigint | null;
  readonly url: string | null;
  readonly observedAt: Date;
  readonly source: "import" | "api" | "check";
  /** Who brought it. */
  readonly origin: EvidenceOrigin;
  /** The page check that recorded it. */
  readonly checkId: string | null;
}

const ROW_COLUMNS =
  "position int, id text, item_id text, seller text, price bigint, currency char(3), in_stock boolean, pack_size text, shipping bigint, url text, observed_at timestamptz(3), source text, origin text, check_id text";

const toRow = (o: NewObservation, position: number): object => ({
  position,
  id: o.id,
  item_id: o.itemId,
  seller: o.seller,
  price: o.price.toString(),
  currency: o.currency,
  in_stock: o.inStock,
  pack_size: o.packSize,
  shipping: o.shipping?.toString() ?? null,
  url: o.url,
  observed_at: o.observedAt.toISOString(),
  source: o.source,
  origin: o.origin,
  check_id: o.checkId,
});

/**
 * Inserts observations. Skips rows whose key (item, seller, time) is stored or occurs earlier in the call. The newest
 * of each seller, in whatever case its name is written, becomes its current offer. Serialises calls in one workspace,
 * so that two with rows in different order do not deadlock.
 * @returns ids: `added` were inserted, `repeated` were stored before with the same price, and with the same
 *   shipping where the row has one; a row in neither has another stored at that time
 */
export async function appendObservations(
  tx: Tx,
  rows: readonly NewObservation[],
  now: Date,
): Promise<{ added: Set<string>; repeated: Set<string> }> {
  await lockObservations(tx);
  const values = [tx.tenant.workspaceId, JSON.stringify(rows.map(toRow))];
  const added = await tx.sql<{ id: string }>(
    `INSERT INTO observations
       (workspace_id, item_id, observed_at, id, seller, price, currency, in_stock, pack_size, shipping, url, source,
        origin, check_id, created_at)
     SELECT DISTINCT ON (r.item_id, r.seller, r.observed_at)
       $1, r.item_id, r.observed_at, r.id, r.seller, r.price, r.currency, r.in_stock, r.pack_size, r.shipping, r.url, r.source,
       r.origin, r.check_id, $3
     FROM jsonb_to_recordset($2::jsonb) AS r(${ROW_COLUMNS})
     ORDER BY r.item_id, r.seller, r.observed_at, r.position
     ON CONFLICT DO NOTHING RETURNING id`,
    [...values, now],
  );
  const ids = added.map(({ id }) => id);
  if (ids.length > 0) await upsertCurrentOffers(tx, ids, values);
  // A row that was inserted has a key that no stored row had.
  const repeated = ids.length === rows.length ? [] : await repeatedAmong(tx, values);
  return { added: new Set(ids), repeated: new Set(repeated.map(({ id }) => id)) };
}

const repeatedAmong = (tx: Tx, values: readonly unknown[]): Promise<{ id: string }[]> =>
  tx.sql<{ id: string }>(
    `SELECT r.id FROM jsonb_to_recordset($2::jsonb) AS r(${ROW_COLUMNS})
     JOIN observations o ON o.workspace_id = $1 AND o.item_id = r.item_id AND o.seller = r.seller
       AND o.observed_at = r.observed_at AND o.price = r.price AND o.currency = r.currency AND o.id <> r.id
       AND (r.shipping IS NULL OR o.shipping = r.shipping)
       AND (r.in_stock IS NULL OR o.in_stock IS NOT DISTINCT FROM r.in_stock)
       AND (r.pack_size IS NULL OR o.pack_size IS NOT DISTINCT FROM r.pack_size)`,
    values,
  );

/**
 * A seller that was stored under another spelling keeps the newer of both offers. The stored offers of an item are
 * looked up by its key: the planner expects too few items of a call to do so by itself.
 */
async function upsertCurrentOffers(
  tx: Tx,
  added: readonly string[],
  values: readonly unknown[],
): Promise<void> {
  await tx.run(
    `WITH newest AS MATERIALIZED (
       SELECT DISTINCT ON (r.item_id, ${sellerKeySql("r.seller")}) r.*
       FROM jsonb_to_recordset($2::jsonb) AS r(${ROW_COLUMNS})
       WHERE r.id = ANY($3)
       ORDER BY r.item_id, ${sellerKeySql("r.seller")}, r.observed_at DESC, r.position
     ), respelled AS MATERIALIZED (
       SELECT n.id, c.place, c.observed_at < n.observed_at AS outdated FROM newest n
       JOIN LATERAL (SELECT o.ctid AS place, o.observed_at FROM current_offers o
         WHERE o.workspace_id = $1 AND o.item_id = n.item_id AND o.seller <> n.seller
           AND ${sellerKeySql("o.seller")} = ${sellerKeySql("n.seller")} OFFSET 0) c ON true
     ), replaced AS (
       DELETE FROM current_offers
       WHERE workspace_id = $1 AND ctid = ANY (ARRAY(SELECT place FROM respelled WHERE outdated))
     )
     INSERT INTO current_offers
       (workspace_id, item_id, seller, id, price, currency, in_stock, pack_size, shipping, url, observed_at)
     SELECT $1, n.item_id, n.seller, n.id, n.price, n.currency, n.in_stock, n.pack_size, n.shipping, n.url,
       n.observed_at
     FROM newest n WHERE n.id <> ALL (ARRAY(SELECT id FROM respelled WHERE NOT outdated))
     ON CONFLICT (workspace_id, item_id, seller) DO UPDATE
       SET id = EXCLUDED.id, price = EXCLUDED.price, currency = EXCLUDED.currency, in_stock = EXCLUDED.in_stock,
           pack_size = EXCLUDED.pack_size, shipping = EXCLUDED.shipping, url = EXCLUDED.url, observed_at = EXCLUDED.observed_at
       WHERE EXCLUDED.observed_at > current_offers.observed_at`,
    [...values, added],
  );
}
