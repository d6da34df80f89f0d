import { z } from "zod";
import type { TestWorkspace } from "@/server/testing/factories";
import { runSync } from "@/server/usecases/integrations/sync";
import { processRun } from "@/server/usecases/runs/process";
import type { ExperimentApi } from "./experiment-api";
import type { ExperimentStore } from "./store";

const Run = z.object({
  run: z.object({ id: z.string() }),
});
const FinishedRun = z.object({ status: z.string(), held: z.unknown() });
const Page = z.object({ data: z.array(z.object({ id: z.string() })) });

/** A workspace whose approved prices have not been written yet. */
export interface ApprovedShop {
  readonly workspace: TestWorkspace;
  readonly token: string;
}

/**
 * Uses the product's own API throughout: connects the store, syncs it, sends competitor prices, runs, accepts and
 * approves that many price changes, some of them twice like an impatient client.
 * @param storeUrl the store's address as the service reaches it
 */
export async function approvePrices(
  office: ExperimentApi,
  store: ExperimentStore,
  storeUrl: string,
  items: number,
): Promise<ApprovedShop> {
  const workspace = await office.arrange.workspace();
  const token = await office.arrange.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  if (!store.hasCatalog) await addItems(office, workspace, items);
  await connectAndSync(office, workspace, store, storeUrl);
  await sendObservations(office, workspace, token);
  const { run } = Run.parse(await office.ask(token, "/runs", {}));
  await processRun(office.services, workspace.tenant, run.id);
  const finished = FinishedRun.parse(await office.ask(token, `/runs/${run.id}`));
  if (finished.status !== "succeeded") throw new Error(`the run ended ${finished.status}`);
  if (finished.held !== null) await office.ask(token, `/runs/${run.id}/release`, {});
  const { data } = Page.parse(
    await office.ask(token, "/recommendations?status=new&kind=price_change&limit=100"),
  );
  if (data.length < items) throw new Error(`the run recommended ${data.length} prices, fewer than ${items}`);
  for (const [n, { id }] of data.slice(0, items).entries()) {
    await office.ask(token, `/recommendations/${id}/accept`, {});
    const times = n % 5 === 0 ? 2 : 1;
    await Promise.all(
      Array.from({ length: times }, () => office.ask(token, `/recommendations/${id}/approve`, {})),
    );
  }
  return { workspace, token };
}

/** Adds items with distinct prices and a cost that leaves room for a change. */
async function addItems({ arrange }: ExperimentApi, { id }: TestWorkspace, items: number): Promise<void> {
  for (let n = 1; n <= items; n += 1) {
    const price = 2000n + BigInt(n);
    await arrange.make.item(id, {
      sku: `SKU-${n}`,
      price,
      baseline_price: price,
      cost: 1200n,
      baseline_cost: 1200n,
    });
  }
}

async function connectAndSync(
  { services, arrange, sql }: ExperimentApi,
  { id: workspaceId, tenant }: TestWorkspace,
  store: ExperimentStore,
  url: string,
): Promise<void> {
  const id = await arrange.connectedStore(workspaceId, { ...store, url }, { sync_status: "queued" });
  const patient = { ...services, settings: { ...services.settings, storeTimeoutMs: 60_000 } };
  await runSync(patient, tenant, id);
  const [row] = await sql("SELECT sync_status, error FROM integrations WHERE id = $1", [id]);
  if (row?.["sync_status"] !== "ok") throw new Error(`the sync ended ${JSON.stringify(row)}`);
}

/** Sends the prices of two competitors, a twentieth above each price, which runs move to. */
async function sendObservations(office: ExperimentApi, { id }: TestWorkspace, token: string): Promise<void> {
  const rows = await office.sql<{ sku: string; price: bigint }>(
    "SELECT sku, price FROM catalog_items WHERE workspace_id = $1 AND cost IS NOT NULL ORDER BY id",
    [id],
  );
  const observed_at = new Date(Date.now() - 60_000).toISOString();
  const observations = rows.flatMap(({ sku, price }) =>
    ["one.example", "two.example"].map((seller) => {
      const cents = Math.round(Number(price) * 1.06);
      const amount = (cents / 100).toFixed(2);
      return { sku, seller, price: { amount, currency: "EUR" }, in_stock: true, observed_at };
    }),
  );
  await office.ask(token, "/catalog/observations", { observations });
}
