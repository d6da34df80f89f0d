import { afterAll, beforeAll, expect, it } from "vitest";
import { listAlerts } from "@/server/db/alerts/alerts";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { purgeWorkspaceRows } from "@/server/db/deletion/lifecycle";
import { noteVariants, seenVariants } from "@/server/db/integrations/sync-variants";
import {
  costsFromStore,
  linkedItems,
  linkItems,
  markMissing,
  releaseRefs,
  renamedInStore,
  renameItems,
  unlinkedItems,
  unsettledItems,
  writtenSince,
} from "@/server/db/integrations/synced-items";
import { itemsBySku, lockItemsBySku, refreshCosts, updateItems } from "@/server/db/items/items";
import { countLeftOut, endForInactive } from "@/server/db/items/states";
import { currentOffers } from "@/server/db/observations/current";
import { appendObservations, type NewObservation } from "@/server/db/observations/observations";
import { countRun } from "@/server/db/runs/publication";
import type { KnownItem } from "@/server/domain/items/item-patch";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { startTestService, type TestService } from "@/server/testing/service";
import { type WatchedDatabase, watchStatements } from "@/server/testing/statement-plans";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const ITEMS = 6_000;
const BATCH = 500;
const STORE = "int_plans";

let service: TestService;
let watched: WatchedDatabase;

beforeAll(async () => {
  service = await startTestService();
  const tables = await service.sql<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) await service.sql(`ALTER TABLE "${name}" SET (autovacuum_enabled = off)`);
  watched = await watchStatements(service);
  await openLargeShop();
}, 240_000);
afterAll(async () => {
  await watched.close();
  await service.close();
});

/**
 * Creates a shop with a store, a finished run, and recommendations, alerts and a history of each item; two alerts of
 * the first item.
 */
async function openLargeShop(): Promise<Shop> {
  const shop = await openShop(service, { plan: "enterprise" });
  const { id } = shop.workspace;
  await seedCatalog(service.sql, id, ITEMS, new Date(service.clock.now()), { analyzed: false });
  const ofItems = (text: string) =>
    service.sql(`${text} FROM catalog_items i WHERE i.workspace_id = $1`, [id]);
  await service.make.integration(id, { id: STORE });
  await service.sql(
    `UPDATE catalog_items SET integration_id = '${STORE}', store_ref = 'ref-' || id
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

const padded = (from: number): string[] =>
  Array.from({ length: BATCH }, (_, index) => `${from + index}`.padStart(26, "0"));
const ids = (from = 1): string[] => padded(from).map((number) => `itm_${number}`);
const skus = (from = 1): string[] => Array.from({ length: BATCH }, (_, index) => `SKU-${from + index}`);

const observed = (now: Date): NewObservation[] =>
  ids().map((itemId, index) => ({
    ...{ id: `obs_new_${index}`, itemId, seller: "seller 1", price: 900n, currency: "EUR", inStock: true },
    ...{ packSize: null, url: null, observedAt: now, source: "api", checkId: null },
  }));

const changed = async (tx: Tx): Promise<KnownItem[]> => [...(await lockItemsBySku(tx, skus())).values()];
const variants = () => ids().map((id, index) => ({ ref: `ref-${id}`, sku: `NEW-${index}` }));
// A lookup reads the rows that it returns. A statement that writes a batch may read the workspace a few times, with a
// hash join or a bitmap scan, but never once per row of the batch.
const TIMES_BATCH = 4 * BATCH;
const TIMES_ALL = 4 * ITEMS;

/** The statements of imports, observations, syncs, runs, lists and deletion, and how many rows each may read. */
const STATEMENTS: readonly (readonly [
  what: string,
  most: number,
  ask: (tx: Tx, now: Date) => Promise<unknown>,
])[] = [
  ["locks the items of an import", TIMES_BATCH, (tx) => lockItemsBySku(tx, skus())],
  ["finds the items of observations", TIMES_BATCH, (tx) => itemsBySku(tx, skus())],
  ["writes changed items", TIMES_ALL, async (tx, now) => updateItems(tx, await changed(tx), now)],
  ["marks costs as told anew", TIMES_ALL, (tx, now) => refreshCosts(tx, ids(), now)],
  ["appends observations", TIMES_BATCH, (tx, now) => appendObservations(tx, observed(now), now)],
  [
    "meets observations again",
    TIMES_BATCH,
    async (tx, now) => {
      await appendObservations(tx, observed(now), now);
      const again = observed(now).map((each) => ({ ...each, id: `${each.id}_again` }));
      await appendObservations(tx, again, now);
    },
  ],
  ["shows the offers of an item", 20, (tx) => currentOffers(tx, ids()[0] ?? "")],
  [
    "walks the linked items",
    TIMES_BATCH,
    async (tx) => {
      await noteVariants(tx, STORE, variants());
      await linkedItems(tx, STORE, { after: ids(3_000)[0] ?? null, limit: BATCH });
    },
  ],
  ["walks the unlinked items", 12 * 100, (tx) => unlinkedItems(tx, { after: null, limit: 100 })],
  [
    "recognises variants it was shown",
    TIMES_BATCH,
    async (tx) => {
      await noteVariants(tx, STORE, variants());
      await seenVariants(
        tx,
        STORE,
        ids().map((id) => `ref-${id}`),
        skus(),
      );
    },
  ],
  ["finds variants with another sku", TIMES_ALL, (tx) => renamedInStore(tx, STORE, variants())],
  [
    "gives items other skus",
    TIMES_ALL,
    (tx, now) =>
      renameItems(
        tx,
        ids().map((id) => ({ id, sku: `N-${id}` })),
        now,
      ),
  ],
  [
    "takes references and gives them back",
    TIMES_ALL,
    async (tx, now) => {
      await releaseRefs(tx, ids(), now);
      await linkItems(
        tx,
        STORE,
        ids().map((id) => ({ id, ref: `ref-${id}` })),
        now,
      );
    },
  ],
  ["takes items out of the store", TIMES_ALL, (tx, now) => markMissing(tx, ids(), now)],
  ["knows where costs came from", TIMES_BATCH, (tx) => costsFromStore(tx, ids())],
  ["knows what was written since", TIMES_BATCH, (tx, now) => writtenSince(tx, ids(), now)],
  ["knows what is unsettled", TIMES_BATCH, (tx) => unsettledItems(tx, ids())],
  [
    "ends what waits for items that left",
    TIMES_ALL,
    async (tx, now) => {
      await markMissing(tx, ids(), now);
      await endForInactive(tx, ids(), now.getTime());
    },
  ],
  [
    "ends what waits for all that is not watched",
    TIMES_ALL,
    async (tx, now) => {
      await markMissing(tx, ids(), now);
      await endForInactive(tx, null, now.getTime());
    },
  ],
  [
    "counts what a run left out",
    TIMES_ALL,
    async (tx, now) => {
      await markMissing(tx, ids(), now);
      await countLeftOut(tx, "run_plans", { tags: [], itemIds: [] });
    },
  ],
  [
    "counts what stands because of a run",
    2 * ITEMS,
    (tx) => countRun(tx, "run_plans", { inserted: 0, kept: 0 }),
  ],
  [
    "lists the alerts of an item",
    20,
    (tx, now) => listAlerts(tx, { itemId: ids()[0] }, { before: null, limit: 51, nowMs: now.getTime() }),
  ],
  [
    "deletes a workspace",
    5 * ITEMS,
    async (tx, now) => {
      await service.sql("UPDATE workspaces SET lifecycle = 'deleting', deletion_at = $2 WHERE id = $1", [
        tx.tenant.workspaceId,
        now,
      ]);
      expect(await purgeWorkspaceRows(tx, now)).toBe(true);
    },
  ],
];

/**
 * Runs each of them in a new workspace.
 * @returns the statements that read too many rows, by the operation that ran them
 */
async function tooBusy(statistics: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const { workspace } = await openLargeShop();
  await statistics();
  const now = new Date(service.clock.now());
  const busy: Record<string, unknown> = {};
  for (const [what, most, ask] of STATEMENTS) {
    watched.work();
    const undone = inTenant(watched.db, workspace.tenant, async (tx) => {
      await ask(tx, now);
      throw new Undone();
    });
    await undone.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw new Error(what, { cause: error });
    });
    const done = watched.work();
    if (done.length === 0) throw new Error(`${what}: nothing was seen`);
    const tooMuch = done.filter(({ rows }) => rows > most);
    if (tooMuch.length > 0) busy[what] = tooMuch;
  }
  return busy;
}

/** Rolls a transaction back. */
class Undone extends Error {}

it("reads what it is asked for where the planner has no statistics", async () => {
  expect(await tooBusy(() => Promise.resolve())).toEqual({});
}, 240_000);

it("does so where the statistics know other workspaces alone", async () => {
  await service.sql("ANALYZE");
  expect(await tooBusy(() => Promise.resolve())).toEqual({});
}, 240_000);

it("does so where they know everything", async () => {
  expect(await tooBusy(() => service.sql("ANALYZE"))).toEqual({});
}, 240_000);
