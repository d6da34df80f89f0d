import { seedCatalog } from "./seed-catalog";
import type { TestService } from "./service";
import { openShop, type Shop } from "./watched-shop";

/** How many items a large shop has. */
export const LARGE_SHOP_ITEMS = 6_000;
/** The id of its store. */
export const LARGE_SHOP_STORE = "int_plans";

/** Lets statistics be only those that a test asks for, in every table. */
export async function stopAutovacuum({ sql }: TestService): Promise<void> {
  const tables = await sql<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) await sql(`ALTER TABLE "${name}" SET (autovacuum_enabled = off)`);
}

/** Writes one row for each item of a workspace; `text` is an INSERT that selects from the items as `i`. */
export const forEachItem = (service: TestService, workspaceId: string, text: string): Promise<unknown> =>
  service.sql(`${text} FROM catalog_items i WHERE i.workspace_id = $1`, [workspaceId]);

/**
 * Creates a shop with a store, a finished run, and recommendations, alerts and a history of each item; two alerts of
 * the first item.
 */
export async function openLargeShop(service: TestService): Promise<Shop> {
  const shop = await openShop(service, { plan: "enterprise" });
  const { id } = shop.workspace;
  await seedCatalog(service.sql, id, LARGE_SHOP_ITEMS, new Date(service.clock.now()), { analyzed: false });
  const ofItems = (text: string) => forEachItem(service, id, text);
  await service.make.integration(id, { id: LARGE_SHOP_STORE });
  await service.sql(
    `UPDATE catalog_items SET integration_id = '${LARGE_SHOP_STORE}', store_ref = 'ref-' || id
     WHERE workspace_id = $1 AND right(id, 1) <> '9'`,
    [id],
  );
  await service.sql(
    `INSERT INTO runs (workspace_id, id, status, trigger, requested_by, subset_tags, policy_version, engine_version, created_at)
     VALUES ($1, 'run_plans', 'succeeded', 'manual', 'test', '{}', 1, '3', now())`,
    [id],
  );
  await ofItems(`INSERT INTO run_results (workspace_id, run_id, item_id, input, outcome, kind)
    SELECT i.workspace_id, 'run_plans', i.id, '{}', '{}', 'skip'`);
  await ofItems(`INSERT INTO item_changes (workspace_id, id, item_id, at, source, price, cost, currency)
    SELECT i.workspace_id, 'evt_' || i.id, i.id, now(), 'sync', i.price, i.cost, 'EUR'`);
  await ofItems(`INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, currency,
      current_price, recommended_price, cost, reason, confidence, evidence, policy_version, created_at, updated_at)
    SELECT i.workspace_id, 'rec_' || i.id, 'run_plans', 'run_plans', i.id, 'price_change', 'new', 'EUR', 1, 2, 1, 'r',
      'high', '{}', 1, now(), now()`);
  for (const past of [1, 2, 3])
    await ofItems(`INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, currency,
        current_price, recommended_price, cost, reason, confidence, evidence, policy_version, created_at, updated_at)
      SELECT i.workspace_id, 'rec_${past}_' || i.id, 'run_past', 'run_past', i.id, 'price_change', 'superseded', 'EUR', 1,
        2, 1, 'r', 'high', '{}', 1, now(), now()`);
  await ofItems(`INSERT INTO alerts (workspace_id, id, item_id, run_id, kind, status, severity, message, first_seen,
      last_seen, updated_at)
    SELECT i.workspace_id, 'alr_' || i.id, i.id, 'run_plans', 'below_cost', 'open', 'critical', 'm', now(), now(), now()`);
  return shop;
}
