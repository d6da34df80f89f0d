import type { ExperimentApi } from "@/e2e/exactly-once/experiment-api";
import type { TestWorkspace } from "@/server/testing/factories";
import { runSync } from "@/server/usecases/integrations/sync";
import {
  type BatchStore,
  type BatchStoreKind,
  openSandbox,
  openVendure,
  type WrittenPrice,
} from "./batch-stores";

const PARALLEL = 3;
const PRICE = 1999;
const COST = 1440;
const SYNC_TIMEOUT_MS = 60_000;

/** A price change that awaits approval. */
export interface WaitingPrice {
  readonly recommendation: string;
  readonly item: string;
  /** Its reference in the store. */
  readonly ref: string;
}

/** A shop with a store, two approvers and prices that wait for approval. */
export interface BatchShop {
  readonly workspaceId: string;
  readonly tokens: readonly [string, string];
  readonly waiting: readonly WaitingPrice[];
  /** Every price that the store was given, oldest first, from the store's own log. */
  written(): Promise<readonly WrittenPrice[]>;
  close(): Promise<void>;
}

/** Creates the shop; each price is 19.99 and is to become 21.49 EUR. */
export async function openBatchShop(
  office: ExperimentApi,
  prices: number,
  kind: BatchStoreKind,
): Promise<BatchShop> {
  const { arrange } = office;
  const workspace = await arrange.workspace({ plan: "enterprise" });
  const { id: workspaceId, userId } = workspace;
  const store = await (kind === "sandbox" ? openSandbox(workspaceId) : openVendure(PRICE, COST));
  try {
    const isSynced = store.create !== null;
    const integration = await arrange.connectedStore(
      workspaceId,
      store,
      isSynced ? { sync_status: "queued" } : {},
    );
    const skus = Array.from({ length: prices }, (_, number) => `BATCH-${number}`);
    const items =
      store.create === null
        ? await makeItems(office, workspaceId, skus)
        : await syncItems(office, workspace, integration, { skus, create: store.create });
    const second = await arrange.person({ workspaceId, role: "approver" });
    const mint = (of: string) => arrange.mintToken({ workspaceId, userId: of });
    return {
      workspaceId,
      tokens: [await mint(userId), await mint(second)],
      waiting: await makeWaiting(office, workspaceId, items),
      written: () => store.written(),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

type StoredItem = Pick<WaitingPrice, "item" | "ref">;

const makeItems = (
  { arrange }: ExperimentApi,
  workspaceId: string,
  skus: readonly string[],
): Promise<StoredItem[]> =>
  several(skus, async (sku) => ({ item: await arrange.make.item(workspaceId, { sku }), ref: sku }));

/** Creates the products in the store, and syncs them as items. */
async function syncItems(
  { services, sql }: ExperimentApi,
  { id, tenant }: TestWorkspace,
  integration: string,
  { skus, create }: { readonly skus: readonly string[]; readonly create: NonNullable<BatchStore["create"]> },
): Promise<StoredItem[]> {
  await create(skus);
  const patient = { ...services, settings: { ...services.settings, storeTimeoutMs: SYNC_TIMEOUT_MS } };
  await runSync(patient, tenant, integration);
  const items = await sql<{ item: string; ref: string }>(
    `SELECT id AS item, store_ref AS ref FROM catalog_items
     WHERE workspace_id = $1 AND sku = ANY($2) AND price = $3 AND cost = $4 ORDER BY id`,
    [id, skus, PRICE, COST],
  );
  if (items.length < skus.length)
    throw new Error(`the sync found ${items.length} of ${skus.length} products`);
  return items;
}

async function makeWaiting(
  { arrange }: ExperimentApi,
  workspaceId: string,
  items: readonly StoredItem[],
): Promise<WaitingPrice[]> {
  const run = await arrange.make.run(workspaceId);
  return several(items, async (row) => ({
    ...row,
    recommendation: await arrange.make.recommendation(workspaceId, {
      item_id: row.item,
      run_id: run,
      status: "pending_approval",
      accepted: true,
    }),
  }));
}

/** Makes one after another, a few at a time, and returns them in the order of the given ones. */
async function several<Given, Made>(
  given: readonly Given[],
  make: (each: Given) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  const rest = given.entries();
  const lane = async () => {
    for (const [at, each] of rest) made[at] = await make(each);
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return made;
}
