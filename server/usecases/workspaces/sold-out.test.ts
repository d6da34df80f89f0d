import { expect, it } from "vitest";
import { tenantOf } from "@/server/db/database/tenant";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { processRun } from "@/server/usecases/runs/process";

const service = duringTests(startTestService);
const SKU = "LMP-01";
const money = (amount: string) => ({ amount, currency: "EUR" });

it("a new workspace holds a sold-out item's price, and moves it once the stock is back", async () => {
  const { userId } = await service.workspace();
  const person = await browserCaller(service, { userId });
  const { workspace_id: workspaceId } = await person.account.createWorkspace({ name: "Lamps" });
  const token = await service.mintToken({ workspaceId, userId });
  const post = async (path: string, body: object) => {
    const { status, json } = await service.call("POST", path, { token, body });
    expect(status, JSON.stringify(json)).toBeLessThan(300);
    return json;
  };
  const item = { sku: SKU, title: "Brass desk lamp", price: money("79.99"), cost: money("41.00") };
  const haveStock = (stock: number | null) => post("/catalog/items", { items: [{ ...item, stock }] });
  const run = async () => {
    service.clock.advance(1_000);
    const { run: triggered } = (await post("/runs", {})) as { run: { id: string } };
    await processRun(service.services, tenantOf(workspaceId), triggered.id);
    return (await service.call("GET", `/runs/${triggered.id}`, { token })).json;
  };
  await haveStock(0);
  const observed_at = new Date(service.clock.now()).toISOString();
  const seen = { sku: SKU, in_stock: true, observed_at };
  await post("/catalog/observations", {
    observations: ["71.99", "71.99", "72.49"].map((amount, n) => ({
      ...seen,
      seller: `rival ${n}`,
      price: money(amount),
    })),
  });

  expect(await run()).toMatchObject({ counts: { recommendations: 0, skipped: { sold_out: 1 } } });
  await haveStock(4);
  expect(await run()).toMatchObject({ counts: { recommendations: 1 } });
});
