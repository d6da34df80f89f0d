import { firstId } from "@/server/domain/ids";
import type { Tx } from "../database/transaction";

/** The latest run that says what a schedule's run would say, unless something has changed since. */
export interface LatestRun {
  readonly id: string;
  /** The time as of which it decided. */
  readonly asOf: Date;
  readonly policyVersion: number;
  readonly engineVersion: string;
  /** Whether it left a price where it is for having been changed a short time ago. */
  readonly leftChanged: boolean;
}

/** Returns the latest succeeded run over all items with these tags, or over the whole catalog; null without one. */
export async function latestRunOver(tx: Tx, tags: readonly string[]): Promise<LatestRun | null> {
  const [row] = await tx.sql<LatestRun & Record<string, unknown>>(
    `SELECT id, as_of AS "asOf", policy_version AS "policyVersion", engine_version AS "engineVersion",
       counts -> 'skipped' -> 'changed_recently' IS NOT NULL AS "leftChanged" FROM runs
     WHERE workspace_id = $1 AND status = 'succeeded' AND as_of IS NOT NULL AND cardinality(item_ids) = 0
       AND (cardinality(subset_tags) = 0 OR (cardinality($2::text[]) > 0 AND subset_tags @> $2))
     ORDER BY id DESC LIMIT 1`,
    [tx.tenant.workspaceId, tags],
  );
  return row ?? null;
}

/** More observations than this count as a change without a look at each. */
const COMPARED = 5_000;

// A price that is seen again is no change, unless it had not been seen for days and might have counted as stale.
const NEW_PRICES = `
  WITH fresh AS MATERIALIZED (
    SELECT item_id, seller, observed_at, price, currency, in_stock, pack_size, shipping FROM observations
    WHERE workspace_id = $1 AND id >= $2 LIMIT $3 + 1)
  SELECT (SELECT count(*) FROM fresh) > $3 OR EXISTS (
    SELECT 1 FROM fresh WHERE NOT EXISTS (
      SELECT 1 FROM LATERAL (
        SELECT p.observed_at, p.price, p.currency, p.in_stock, p.pack_size, p.shipping FROM observations p
        WHERE p.workspace_id = $1 AND p.item_id = fresh.item_id AND p.seller = fresh.seller
          AND p.observed_at < fresh.observed_at AND p.wrong_at IS NULL
        ORDER BY p.observed_at DESC LIMIT 1) AS before
      WHERE before.price = fresh.price AND before.currency = fresh.currency
        AND before.in_stock IS NOT DISTINCT FROM fresh.in_stock
        AND before.pack_size IS NOT DISTINCT FROM fresh.pack_size
        AND before.shipping IS NOT DISTINCT FROM fresh.shipping
        AND before.observed_at > fresh.observed_at - $4 * interval '1 millisecond')) AS changed`;

/** SQL: whether an event `e` of the audit log changed that setting of the workspace, as it is named there. */
const changesSql = (setting: "referencePriceAlerts" | "priorPriceProgressive"): string =>
  `e.before::jsonb -> '${setting}' IS DISTINCT FROM e.after::jsonb -> '${setting}'`;

// What struck-through prices are compared with matters only where runs compare them. The condition on actions is that
// of the index audit_events_of_references.
const NEW_REFERENCES = `
  SELECT EXISTS (SELECT 1 FROM audit_events e WHERE e.workspace_id = $1 AND e.id >= $2
    AND e.action IN ('workspace.change', 'earlier_prices.put', 'earlier_prices.import', 'earlier_prices.remove')
    AND (${changesSql("referencePriceAlerts")}
      OR ((e.action <> 'workspace.change' OR ${changesSql("priorPriceProgressive")})
        AND (SELECT reference_price_alerts FROM workspaces WHERE id = $1)))) AS changed`;

/** The time that a look for changes covers. */
export interface LookedAt {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Returns whether an item, a cost, a competitor's price or what runs compare struck-through prices with has changed
 * since a time, or a sale has begun or ended, in the whole workspace. Looks up what is new by its index.
 * @param seenAgainMs a price that is seen again after a longer time counts as changed, in milliseconds
 */
export async function hasNewInputs(
  tx: Tx,
  { since, until }: LookedAt,
  seenAgainMs: number,
): Promise<boolean> {
  const { workspaceId } = tx.tenant;
  const [items] = await tx.sql<{ changed: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM catalog_items WHERE workspace_id = $1 AND updated_at >= $2)
       OR EXISTS (SELECT 1 FROM catalog_items WHERE workspace_id = $1 AND cost_updated_at >= $2)
       OR EXISTS (SELECT 1 FROM catalog_items WHERE workspace_id = $1 AND sale_price IS NOT NULL
                  AND ((sale_from > $2 AND sale_from <= $3) OR (sale_until > $2 AND sale_until <= $3))) AS changed`,
    [workspaceId, since, until],
  );
  if (items?.changed) return true;
  const [references] = await tx.sql<{ changed: boolean }>(NEW_REFERENCES, [
    workspaceId,
    firstId("event", since.getTime()),
  ]);
  if (references?.changed) return true;
  const newer = firstId("observation", since.getTime());
  const [prices] = await tx.sql<{ changed: boolean }>(NEW_PRICES, [
    workspaceId,
    newer,
    COMPARED,
    seenAgainMs,
  ]);
  return prices?.changed ?? true;
}
