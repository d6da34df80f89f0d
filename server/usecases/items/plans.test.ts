import { expect } from "vitest";
import { clearAlert } from "@/server/db/alerts/alerts";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  ambiguousRefs,
  markAmbiguous,
  settleAmbiguous,
  titlesByRef,
} from "@/server/db/integrations/shared-skus";
import { findListedVariants, recordVariants } from "@/server/db/integrations/sync-variants";
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
import { statedItems } from "@/server/db/items/earlier-prices";
import { clearFigureMarks, markFigures } from "@/server/db/items/figure-marks";
import { pastOfItems } from "@/server/db/items/item-past";
import {
  itemsBySku,
  lockItemsById,
  lockItemsBySku,
  refreshCosts,
  updateItems,
} from "@/server/db/items/items";
import { lockMarketItems, marksAfter, storePositions, takeMarks } from "@/server/db/items/market-marks";
import { shopPrices } from "@/server/db/items/shop-prices";
import { countExcluded } from "@/server/db/items/states";
import { laneCandidates } from "@/server/db/lanes/passes";
import { currentOffers } from "@/server/db/observations/current";
import { appendObservations, type NewObservation } from "@/server/db/observations/observations";
import { countRun } from "@/server/db/runs/publication";
import { purgeWorkspaceRows } from "@/server/db/workspaces/lifecycle";
import type { ItemRecord } from "@/server/domain/items/item-patch";
import {
  forEachItem,
  LARGE_SHOP_ITEMS as ITEMS,
  openLargeShop,
  LARGE_SHOP_STORE as STORE,
} from "@/server/testing/large-shop";
import { seedCatalog } from "@/server/testing/seed-catalog";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import { openShop } from "@/server/testing/watched-shop";
import { closeForInactiveItems } from "./close-inactive";

const BATCH = 500;

let service: TestService;
let watched: WatchedDatabase;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  await openLargeShop(service);
  await openNeighbour();
});

/** Makes the tables as large as those of a service with several shops: a small one is cheaper to read whole. */
async function openNeighbour(): Promise<void> {
  const { id } = (await openShop(service)).workspace;
  await service.make.integration(id, { id: STORE });
  await listVariants(id, 4 * ITEMS);
  await seedCatalog(service.sql, id, 4 * ITEMS, new Date(service.clock.now()), { analyzed: false });
  await forEachItem(
    service,
    id,
    `INSERT INTO alerts (workspace_id, id, item_id, run_id, kind, status, severity, message, first_seen, last_seen,
       updated_at)
     SELECT i.workspace_id, 'alr_' || i.id, i.id, 'run', 'below_cost', 'open', 'critical', 'm', now(), now(), now()`,
  );
}

const listVariants = (workspaceId: string, count: number) =>
  service.sql(
    `INSERT INTO sync_variants (workspace_id, integration_id, ref, sku, enabled)
     SELECT $1, $2, 'listed-' || n, 'LISTED-' || n, true FROM generate_series(1, $3::int) n`,
    [workspaceId, STORE, count],
  );

const padded = (from: number): string[] =>
  Array.from({ length: BATCH }, (_, index) => `${from + index}`.padStart(26, "0"));
const ids = (from = 1): string[] => padded(from).map((number) => `itm_${number}`);
const skus = (from = 1): string[] => Array.from({ length: BATCH }, (_, index) => `SKU-${from + index}`);

const observed = (now: Date, from = 1): NewObservation[] =>
  ids(from).map((itemId, index) => ({
    id: `obs_new_${index}`,
    itemId,
    seller: "seller 1",
    price: 900n,
    currency: "EUR",
    inStock: true,
    packSize: null,
    shipping: null,
    url: null,
    observedAt: now,
    source: "api",
    origin: "tokens",
    checkId: null,
  }));

const changed = async (tx: Tx): Promise<ItemRecord[]> => [...(await lockItemsById(tx, ids(501))).values()];
const variants = () => ids().map((id, index) => ({ ref: `ref-${id}`, sku: `NEW-${index}`, enabled: true }));
/** The variants of items as they are linked, but with skus that the catalog has beside them. */
const sharing = (from = 1) =>
  ids(from).map((id, index) => ({ ref: `ref-${id}`, sku: `SKU-${from + BATCH + index}` }));
// Each statement that writes has a batch of its own: what was rolled back before counts as read.
// A statement about a batch reads the rows that it returns or writes; one about all of the workspace reads it a few
// times at most, and never once for each of its rows.
const TIMES_BATCH = 4 * BATCH;
// A written row is also looked for in tables of a few rows, which are read whole; the workspace has more items.
const WRITES_BATCH = 11 * BATCH;
const TIMES_ALL = 4 * ITEMS;

/** The statements of imports, observations, syncs, runs, lists and deletion, and how many rows each may read. */
const STATEMENTS: readonly (readonly [
  what: string,
  most: number,
  ask: (tx: Tx, now: Date) => Promise<unknown>,
])[] = [
  ["finds what was changed by hand", 2 * BATCH, (tx, now) => pastOfItems(tx, ids(), now)],
  ["locks the items of an import", TIMES_BATCH, (tx) => lockItemsBySku(tx, skus())],
  ["finds the items of observations", TIMES_BATCH, (tx) => itemsBySku(tx, skus())],
  ["writes changed items", WRITES_BATCH, async (tx, now) => updateItems(tx, await changed(tx), now)],
  [
    "marks costs as told anew",
    WRITES_BATCH,
    (tx, now) =>
      refreshCosts(
        tx,
        ids(1_001).map((id) => ({ id, costUpdatedAtMs: now.getTime() - 1 })),
        now,
      ),
  ],
  ["appends observations", TIMES_BATCH, (tx, now) => appendObservations(tx, observed(now), now)],
  [
    "appends observations of sellers in another spelling",
    TIMES_BATCH,
    (tx, now) =>
      appendObservations(
        tx,
        observed(now, 3_501).map((each) => ({ ...each, seller: "SELLER 1" })),
        now,
      ),
  ],
  [
    "meets observations again",
    TIMES_BATCH,
    async (tx, now) => {
      await appendObservations(tx, observed(now), now);
      const again = observed(now).map((each) => ({ ...each, id: `${each.id}_again` }));
      await appendObservations(tx, again, now);
    },
  ],
  [
    "settles a batch of market positions",
    WRITES_BATCH,
    async (tx, now) => {
      const due = await marksAfter(tx, { after: ids(1_501)[0] ?? "", limit: BATCH });
      await lockMarketItems(
        tx,
        due.map(({ itemId }) => itemId),
      );
      await storePositions(
        tx,
        due.map(({ itemId }) => ({ id: itemId, priceIndex: 7, untilMs: now.getTime() })),
      );
      await takeMarks(tx, due);
    },
  ],
  ["reads what shoppers could pay", TIMES_BATCH, (tx) => shopPrices(tx, ids())],
  ["finds since when that is recorded, and what is stated", TIMES_BATCH, (tx) => statedItems(tx, ids())],
  ["shows the offers of an item", 20, (tx) => currentOffers(tx, ids()[0] ?? "")],
  [
    "walks the linked items",
    WRITES_BATCH,
    async (tx) => {
      await recordVariants(tx, STORE, variants());
      await linkedItems(tx, STORE, { after: ids(3_000)[0] ?? null, limit: BATCH });
    },
  ],
  ["walks the unlinked items", 12 * 100, (tx) => unlinkedItems(tx, { after: null, limit: 100 })],
  [
    "recognises variants it was shown",
    WRITES_BATCH,
    async (tx) => {
      await recordVariants(tx, STORE, variants());
      await findListedVariants(
        tx,
        STORE,
        ids().map((id) => `ref-${id}`),
        skus(),
      );
    },
  ],
  [
    "marks figures of imported items, and takes the marks away",
    WRITES_BATCH,
    async (tx) => {
      const marked = ids(5_001).map((id) => ({ id, figures: ["cost"] }));
      await markFigures(tx, marked, "tokens");
      await clearFigureMarks(tx, marked);
    },
  ],
  [
    "finds what automatic lanes may decide",
    TIMES_BATCH,
    (tx, now) => laneCandidates(tx, "run_plans", { after: "", limit: 100, nowMs: now.getTime() }),
  ],
  [
    "ends an alert of an item",
    TIMES_BATCH,
    (tx, now) => clearAlert(tx, { kind: "selector_failed", itemId: ids(5_001)[0] ?? "" }, now.getTime()),
  ],
  ["finds variants with another sku", TIMES_BATCH, (tx) => renamedInStore(tx, STORE, variants())],
  [
    "gives items other skus",
    WRITES_BATCH,
    (tx, now) =>
      renameItems(
        tx,
        ids(2_001).map((id) => ({ id, sku: `N-${id}` })),
        now,
      ),
  ],
  [
    "takes references and gives them back",
    WRITES_BATCH,
    async (tx, now) => {
      await releaseRefs(tx, ids(2_501), now);
      await linkItems(
        tx,
        STORE,
        ids(2_501).map((id) => ({ id, ref: `ref-${id}` })),
        now,
      );
    },
  ],
  [
    "takes items out of pricing that share their sku",
    TIMES_ALL,
    async (tx, now) => {
      await recordVariants(tx, STORE, variants());
      await markAmbiguous(tx, STORE, sharing(3_001), now);
    },
  ],
  [
    "takes items back into pricing",
    TIMES_ALL,
    async (tx, now) => {
      const linked = ids(4_001).map((id, index) => ({
        ref: `ref-${id}`,
        sku: `SKU-${4_001 + index}`,
        enabled: true,
      }));
      await recordVariants(tx, STORE, linked);
      await markAmbiguous(tx, STORE, sharing(4_001), now);
      await settleAmbiguous(tx, STORE, now);
    },
  ],
  [
    "finds the items that share their sku",
    2 * TIMES_BATCH,
    async (tx) => {
      const refs = sharing().map(({ ref }) => ref);
      await ambiguousRefs(tx, STORE, refs);
      await titlesByRef(tx, STORE, refs);
    },
  ],
  ["takes items out of the store", WRITES_BATCH, (tx, now) => markMissing(tx, ids(5_001), now)],
  ["knows where costs came from", TIMES_BATCH, (tx) => costsFromStore(tx, ids())],
  [
    "knows what was written since",
    TIMES_BATCH,
    (tx, now) =>
      writtenSince(
        tx,
        STORE,
        ids().map((id) => ({ id, ref: `ref of ${id}` })),
        now,
      ),
  ],
  ["knows what is unsettled", TIMES_BATCH, (tx) => unsettledItems(tx, ids())],
  [
    "ends what waits for items that left",
    WRITES_BATCH,
    async (tx, now) => {
      await markMissing(tx, ids(5_501), now);
      await closeForInactiveItems(tx, ids(5_501), now.getTime());
    },
  ],
  [
    "ends what waits for all that is not watched",
    TIMES_ALL,
    async (tx, now) => {
      await markMissing(tx, ids(5_501), now);
      await closeForInactiveItems(tx, null, now.getTime());
    },
  ],
  [
    "counts what a run left out",
    TIMES_ALL,
    async (tx, now) => {
      await markMissing(tx, ids(5_501), now);
      await countExcluded(tx, "run_plans", { tags: [], itemIds: [] });
    },
  ],
  [
    "counts what stands because of a run",
    2 * ITEMS,
    (tx) => countRun(tx, { id: "run_plans", itemIds: [] }, { inserted: 0, kept: 0 }),
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
  const { workspace } = await openLargeShop(service);
  // A sync has listed as many variants before those that it compares.
  await listVariants(workspace.id, ITEMS);
  await statistics();
  const now = new Date(service.clock.now());
  const undone = (ask: (tx: Tx, now: Date) => Promise<unknown>) => async () => {
    const asked = inTenant(watched.db, workspace.tenant, async (tx) => {
      await ask(tx, now);
      throw new Undone();
    });
    await asked.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  };
  return tooBusyAmong(
    watched,
    STATEMENTS.map(([what, most, ask]) => [what, most, undone(ask)]),
  );
}

/** Rolls a transaction back. */
class Undone extends Error {}

itHoldsUnderAnyStatistics("reads what it is asked for", () => service, tooBusy);
