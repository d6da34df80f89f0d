import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Merchant } from "@/e2e/stores/merchant";
import { LAMP_SKU, lampOffers, setUpShop, storePrice } from "@/e2e/stores/one-lamp";
import { startVendure, type VendurePeer } from "@/e2e/stores/vendure-peer";
import { commandFor } from "@/server/admin/commands";
import { tenantOf } from "@/server/db/database/tenant";
import { type FaultProxy, startFaultProxy } from "@/server/testing/fault-proxy";
import { startTestService, type TestService } from "@/server/testing/service";
import { processWriteBack } from "@/server/usecases/write-backs/process";

let service: TestService;
let folder: string;
let peer: VendurePeer;
let merchant: Merchant;
let slow: FaultProxy | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-vat-"));
  // A store under load may miss its time; the sync then asks again after a pause that the clock ends.
  service = await startTestService({ clockRuns: true });
  peer = await startVendure();
  merchant = await peer.merchant();
}, 300_000);
afterAll(async () => {
  await slow?.stop();
  await peer?.stop();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(...words: string[]): Promise<Record<string, unknown>> {
  const { found, rest } = commandFor(words);
  return { ...(await found.read(rest)({ services: service.services, folder })) };
}

/** README's "Your own shop", from the person to the price in the store. */
async function ownShop(email: string, currency: string, said: readonly string[], url = peer.url) {
  await call("user", "create", "--email", email, "--password", "a long password");
  const founding = ["--name", "My shop", "--owner", email, "--plan", "max"];
  const workspace = String((await call("workspace", "create", ...founding, ...said))["id"]);
  const own = ["--workspace", workspace];
  const credentials = JSON.stringify(peer.credentials);
  const store = ["--kind", "vendure", "--url", url, "--credentials", credentials];
  const connected = await call("store", "connect", ...own, ...store);
  await call("store", "sync", ...own);
  await writeFile(join(folder, "prices.csv"), lampOffers(currency, service.services.now()));
  await call("observations", "import", ...own, "--file", "prices.csv");
  const run = await call("run", ...own, "--wait");
  expect(run).toMatchObject({ status: "succeeded" });
  const [owner] = await service.sql<{ user_id: string }>(
    "SELECT user_id FROM memberships WHERE workspace_id = $1",
    [workspace],
  );
  const token = await service.mintToken({ workspaceId: workspace, userId: owner?.user_id ?? "" });
  const listed = await service.call("GET", "/recommendations?kind=price_change", { token });
  const list = z.array(
    z.object({ id: z.string(), margin_before: z.string(), item: z.object({ sku: z.string() }) }),
  );
  const rec = list.parse(listed.json?.["data"]).find(({ item }) => item.sku === LAMP_SKU);
  if (!rec) throw new Error(`nothing was recommended: ${JSON.stringify(run)}`);
  await service.call("POST", `/recommendations/${rec.id}/accept`, { token });
  expect((await service.call("POST", `/recommendations/${rec.id}/approve`, { token })).status).toBe(200);
  const [write] = await service.sql<{ id: string }>("SELECT id FROM write_backs WHERE workspace_id = $1", [
    workspace,
  ]);
  await processWriteBack(service.services, tenantOf(workspace), write?.id ?? "");
  const after = await service.call("GET", `/recommendations/${rec.id}`, { token });
  expect(after.json).toMatchObject({ status: "applied" });
  return { marginBefore: rec.margin_before, pricing: connected["pricing"] };
}

it("a US shop without VAT gets the market's price in dollars", async () => {
  const id = await setUpShop(merchant, { currency: "USD", includesTax: false, vat: 0 });
  const said = ["--currency", "USD", "--prices-include-vat", "no"];
  const { marginBefore, pricing } = await ownShop("us@example.com", "USD", said);
  expect(pricing).toMatchObject({ currency: "USD", prices_include_vat: false, confirmed: true });
  // (25.99 − 19.00) / 25.99; the market's median is 26.49.
  expect(marginBefore).toBe("0.2689");
  expect(await storePrice(merchant, id, "USD")).toBe(2649);
}, 120_000);

it("a German shop with VAT in its prices gets the price its floor asks for, read from the store alone", async () => {
  const id = await setUpShop(merchant, { currency: "EUR", includesTax: true, vat: 19 });
  const { marginBefore, pricing } = await ownShop("de@example.com", "EUR", []);
  expect(pricing).toMatchObject({
    currency: "EUR",
    prices_include_vat: true,
    vat_rate: "0.19",
    confirmed: true,
  });
  // 25.99 is 21.84 net: (21.84 − 19.00) / 21.84. A net margin of 20 % begins at 28.27, and prices end in .49.
  expect(marginBefore).toBe("0.1301");
  expect(await storePrice(merchant, id, "EUR")).toBe(2849);
}, 120_000);

it("a shop that answers too late once gets its price all the same", async () => {
  const id = await setUpShop(merchant, { currency: "USD", includesTax: false, vat: 0 });
  slow = await startFaultProxy({ target: peer.url });
  slow.fault({ mode: "delay-response", match: "productVariants", ms: 2_500 });
  const said = ["--currency", "USD", "--prices-include-vat", "no"];
  await ownShop("late@example.com", "USD", said, slow.url);
  expect(slow.log().filter(({ mode }) => mode === "delay-response")).toHaveLength(1);
  expect(await storePrice(merchant, id, "USD")).toBe(2649);
}, 120_000);
