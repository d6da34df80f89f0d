import type pg from "pg";
import { seedWaitingPrices } from "@/e2e/waiting-prices";
import { openWorkspace } from "../workspace";

/** A table that a list reads, or that a row of a list is completed from. */
const READ = ["catalog_items", "current_offers", "market_marks", "recommendations", "alerts"] as const;

/** Lets only the bench decide what the statistics know, as they are between two visits of the server's own cleaner. */
export async function stopAutovacuum(client: pg.Client): Promise<void> {
  for (const table of READ) await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
}

/**
 * Creates a workspace with that many items; a twentieth have a price that waits, and all an alert, half of them open.
 * The statistics stay those of before.
 * @returns a token that may read its lists
 */
export async function openListedShop(client: pg.Client, workspace: string, items: number): Promise<string> {
  const token = await openWorkspace(client, workspace, [
    "catalog:read",
    "recommendations:read",
    "alerts:read",
    "reports:read",
  ]);
  await seedWaitingPrices(client, workspace, { items, waiting: Math.ceil(items / 20) }, { analyzed: false });
  await client.query(
    `INSERT INTO alerts (workspace_id, id, item_id, run_id, kind, status, severity, message, currency, money_at_risk,
       first_seen, last_seen, updated_at)
     SELECT workspace_id, 'alr_' || right(id, 26), id, 'run_bench', 'below_cost',
       CASE WHEN right(id, 1)::int % 2 = 0 THEN 'open' ELSE 'resolved' END, 'critical', 'Sold below cost.', 'EUR',
       price % 777, now(), now(), now()
     FROM catalog_items WHERE workspace_id = $1`,
    [workspace],
  );
  return token;
}
