import type pg from "pg";
import { evidenceToJson } from "@/server/domain/pricing/outcome-json";
import { seedCatalog } from "@/server/testing/seed-catalog";

/** The evidence of each seeded recommendation, as long as that of a run over three competitors. */
const EVIDENCE = JSON.stringify(
  evidenceToJson(
    {
      scope: "Everything else",
      shopWindow: null,
      cost: { amount: 1_000n, ageDays: 2, state: "fresh" },
      market: {
        lowest: 2_100n,
        median: 2_150n,
        highest: 2_200n,
        used: 3,
        refused: 0,
        newestAtMs: Date.now(),
      },
      observations: [1, 2, 3].map((n) => ({
        id: `obs_${n}`,
        seller: `competitor-${n}.example`,
        price: BigInt(2_050 + 50 * n),
        currency: "EUR",
        inStock: true,
        observedAtMs: Date.now(),
        url: null,
        packSize: null,
        shipping: null,
        compared: BigInt(2_050 + 50 * n),
        used: true,
        refusal: null,
        note: "used, seen today",
      })),
      steps: [
        { rule: "position", label: "Meet the market median", amount: 2_150n, effect: "target", bound: true },
        { rule: "margin_floor", label: "Margin floor 20 %", amount: 1_250n, effect: "floor", bound: false },
        { rule: "max_change", label: "At most +15 % a run", amount: 2_472n, effect: "ceiling", bound: false },
      ],
    },
    "EUR",
  ),
);

/**
 * Fills a workspace with a catalog and with price changes that wait for approval, spread over it. The approval guards
 * permit them: the cost is fresh and the change small. `analyzed: false` leaves the database's statistics unchanged.
 */
export async function seedWaitingPrices(
  client: pg.Client,
  workspace: string,
  { items, waiting }: { readonly items: number; readonly waiting: number },
  { analyzed = true }: { readonly analyzed?: boolean } = {},
): Promise<void> {
  const sql = (text: string, values?: unknown[]) => client.query(text, values);
  // The connection's sync may link these items as soon as it sees them: then they are finished.
  await sql("BEGIN");
  await seedCatalog(sql, workspace, items, new Date(), { analyzed: false });
  await sql(
    `UPDATE catalog_items SET cost = price / 2, category = 'Category ' || right(id, 1), brand = 'Brand ' || right(sku, 1)
     WHERE workspace_id = $1`,
    [workspace],
  );
  await sql(
    `INSERT INTO runs (workspace_id, id, status, trigger, requested_by, subset_tags, policy_version, engine_version,
       created_at) VALUES ($1, 'run_bench', 'succeeded', 'manual', 'bench', '{}', 1, '3', now())`,
    [workspace],
  );
  await sql(
    `INSERT INTO recommendations (workspace_id, id, run_id, last_run_id, item_id, kind, status, accepted, currency,
       current_price, recommended_price, cost, market_median, margin_before, margin_after, change_ratio, why,
       profit_change, reason, binding_rule, confidence, evidence, policy_version, created_at, updated_at)
     SELECT workspace_id, 'rec_' || lpad(n::text, 26, '0'), 'run_bench', 'run_bench', id, 'price_change',
       'pending_approval', true, 'EUR', price, price + price / 50, cost, price + price / 50, '0.5000', '0.5098',
       0.02, CASE n % 3 WHEN 0 THEN 'below_floor' WHEN 1 THEN 'room' ELSE 'other' END, price / 50,
       'Raise to meet the market median.', 'position', 'high', $2, 1, now() - n * interval '1 second', now()
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM catalog_items
           WHERE workspace_id = $1 AND right(id, 6)::int % $3 = 0 ORDER BY id LIMIT $4) AS chosen`,
    [workspace, EVIDENCE, Math.max(1, Math.floor(items / waiting)), waiting],
  );
  await sql("COMMIT");
  if (analyzed) await sql("ANALYZE");
}
