/**
 * Measures lists that are decided whole in a browser, on a desktop and on a phone: everything new is accepted, every
 * alert of a kind resolved, a fifth of the catalog retagged, each with its preview and taken back; how long each press
 * takes there until the next frame; the palette's first answer; and the count of what became of a run's proposals, of
 * as many as there are items. `npm run bench:whole-lists -- [items] [recommendations] [alerts]`; the last output line
 * is the figures as JSON. Exits with 1 if a limit is exceeded.
 */
import type pg from "pg";
import { openShop } from "@/e2e/shop";
import { seedWaitingPrices } from "@/e2e/waiting-prices";
import { type BrowserShop, withBrowserShop } from "./browser-shop";
import { percentile, printDistribution } from "./distribution";
import { carryOut, OPERATIONS, type OperationFigures } from "./whole-lists/operations";
import { watchPresses } from "./whole-lists/presses";
import { paletteAnswers, proposalAnswers } from "./whole-lists/readings";
import { SCREENS } from "./whole-lists/screens";

const BARS = { press_p95_ms: 100, palette_p95_ms: 100, proposals_p95_ms: 300 };
const READS = 20;

const [items = 100_000, recommendations = 6_000, alerts = 5_700] = process.argv.slice(2).map(Number);
/** Two of ten endings of the SKUs. */
const retagged = Math.floor(items / 10) * 2;

/** Makes what waits new, gives two of ten items a brand of their own, and opens the alerts. */
async function fillLists(client: pg.Client, workspace: string): Promise<void> {
  await client.query(
    "UPDATE recommendations SET status = 'new', accepted = false, decision = NULL WHERE workspace_id = $1",
    [workspace],
  );
  await client.query(
    "UPDATE catalog_items SET brand = 'Halden' WHERE workspace_id = $1 AND right(sku, 1) IN ('1', '2')",
    [workspace],
  );
  await client.query(
    `INSERT INTO alerts (workspace_id, id, item_id, kind, status, severity, message, currency, money_at_risk, first_seen,
       last_seen, updated_at)
     SELECT workspace_id, 'alr_' || right(id, 26), id, 'below_cost', 'open', 'critical', 'Sold below cost.', 'EUR',
       price % 777, now(), now(), now()
     FROM catalog_items WHERE workspace_id = $1 ORDER BY id LIMIT $2`,
    [workspace, alerts],
  );
  await client.query("VACUUM ANALYZE");
}

/** The figures of each operation, by its name with that of the screen. */
async function measureLists({ shop, open, client }: BrowserShop): Promise<Record<string, OperationFigures>> {
  await fillLists(client, shop.id);
  const rows = [recommendations, alerts, retagged];
  const figures: Record<string, OperationFigures> = {};
  for (const screen of SCREENS) {
    const page = await open(shop.owner, screen.options);
    await watchPresses(page);
    for (const [at, operation] of OPERATIONS.entries()) {
      const list = { address: shop.page(operation.path), rows: rows[at] ?? 0 };
      if (screen.name === "phone" && list.rows < (operation.wholeOnPhoneFrom ?? 0)) continue;
      const measured = await carryOut(page, screen, operation, list);
      const name = `${operation.name}, ${screen.name}`;
      const { presses, ...rest } = measured;
      console.log(`${name}: ${JSON.stringify(rest)}`);
      printDistribution(`presses, ${name}`, presses);
      figures[name] = measured;
    }
  }
  return figures;
}

/** The list whose presses take longest decides: in the sum of all, a slow one would hide behind many quick ones. */
const slowest = (lists: readonly OperationFigures[]): number =>
  Math.max(...lists.map(({ presses }) => percentile(presses, 0.95)));

/** Measures the run of another shop, which proposed a price for each of its items: at once, and after a vacuum. */
async function measureProposals({ client, service, open }: BrowserShop) {
  const shop = await openShop(service, { plan: "enterprise" });
  await seedWaitingPrices(client, shop.id, { items, waiting: items });
  const page = await open(shop.owner);
  const fresh = await proposalAnswers(page, shop.id, "run_bench", READS);
  await client.query("VACUUM ANALYZE");
  return { fresh, settled: await proposalAnswers(page, shop.id, "run_bench", READS) };
}

await withBrowserShop({ items, waiting: recommendations }, async (bench) => {
  const lists = await measureLists(bench);
  const palette = await paletteAnswers(
    await bench.open(bench.shop.owner),
    bench.shop.page("/catalog"),
    READS,
  );
  const proposals = await measureProposals(bench);
  printDistribution("the palette's first answer", palette);
  printDistribution("what became of a run's proposals, just written", proposals.fresh);
  printDistribution("what became of a run's proposals, settled", proposals.settled);
  const fresh_proposals_p95_ms = Math.round(percentile(proposals.fresh, 0.95));
  const figures = {
    press_p95_ms: Math.round(slowest(Object.values(lists))),
    palette_p95_ms: Math.round(percentile(palette, 0.95)),
    proposals_p95_ms: Math.round(percentile(proposals.settled, 0.95)),
  };
  const missed = Object.entries(BARS).flatMap(([name, bar]) =>
    figures[name as keyof typeof BARS] < bar ? [] : [name],
  );
  const operations = Object.fromEntries(
    Object.entries(lists).map(([name, { presses, ...rest }]) => [
      name,
      { ...rest, press_p95_ms: Math.round(percentile(presses, 0.95)) },
    ]),
  );
  console.log(JSON.stringify({ items, operations, ...figures, fresh_proposals_p95_ms, bars_missed: missed }));
  process.exitCode = missed.length === 0 ? 0 : 1;
});
