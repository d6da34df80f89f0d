/** Runs a statement as the database's owner. */
type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

const ITEM_ID = "'itm_' || lpad(i::text, 26, '0')";
const PRICE = "1000 + (i * 37) % 9000";

/**
 * Inserts a large catalog at once: `items` items, each with three competitor prices observed at `at`. Workspaces
 * seeded alike have the same items under the same ids. Nearly every item gets a new price, the maximum a run can
 * publish; one in fifty has no known cost. `analyzed: false` leaves the database's statistics unchanged.
 */
export async function seedCatalog(
  sql: Sql,
  workspaceId: string,
  items: number,
  at: Date,
  { analyzed = true }: { analyzed?: boolean } = {},
): Promise<void> {
  await sql(
    `INSERT INTO catalog_items (workspace_id, id, sku, title, tags, currency, price, cost, cost_updated_at, stock,
       baseline_price, baseline_cost, created_at, updated_at)
     SELECT $1, ${ITEM_ID}, 'SKU-' || i, 'Item ' || i, ARRAY['all', 'group-' || i % 10], 'EUR', ${PRICE},
       CASE WHEN i % 50 <> 0 THEN (${PRICE}) * (50 + i % 40) / 100 END, $3, i % 200, ${PRICE},
       (${PRICE}) * (50 + i % 37) / 100, $3, $3
     FROM generate_series(1, $2::int) AS i`,
    [workspaceId, items, at],
  );
  await sql(
    `INSERT INTO current_offers (workspace_id, item_id, seller, id, price, currency, in_stock, observed_at)
     SELECT $1, ${ITEM_ID}, 'seller ' || s, 'obs_' || i || '_' || s,
       (${PRICE}) * (CASE WHEN i % 3 = 0 THEN 103 ELSE 100 END + (i * 7 + s * 5) % 9 - 4) / 100, 'EUR', true, $3
     FROM generate_series(1, $2::int) AS i, generate_series(1, 3) AS s`,
    [workspaceId, items, at],
  );
  if (analyzed) await sql("ANALYZE catalog_items, current_offers");
}
