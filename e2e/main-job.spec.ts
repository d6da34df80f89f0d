import type { Page } from "@playwright/test";
import { z } from "zod";
import { observe } from "@/e2e/assortment";
import { clientOf, expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { startService } from "@/e2e/service";
import { connectVendure, issueKey } from "@/e2e/settings-pages";
import { openShop, type Person, type Shop } from "@/e2e/shop";
import { startVendure, type VendurePeer } from "@/e2e/stores/vendure-peer";
import { startFaultProxy } from "@/server/testing/fault-proxy";

/** One variant of the store, at 34.90 with a known cost; its competitors charge 31.99. */
const KETTLE = { sku: "RIDKET-011", before: 3490, after: 3199, market: ["31.99", "31.99", "32.49"] } as const;
const WRITE = "updateProductVariants";
const SCRIPT_MAY = [
  "Start and cancel runs",
  "Read runs",
  "Read recommendations",
  "Accept, dismiss, snooze and resolve recommendations",
  "Change the catalog, record competitor prices",
];

let store: VendurePeer;
test.beforeEach(async () => {
  test.setTimeout(300_000);
  store = await startVendure();
});
test.afterEach(() => store.stop());

test("a connected store and a script lead to one new price in Vendure", async ({ page, service }) => {
  const shop = await openShop(service);
  await signInByHand(page, shop.owner);
  await page.goto(shop.page("/settings/integrations"));
  await connectVendure(page, store);
  await page.goto(shop.page("/settings/keys"));
  const script = clientOf(service.url, await issueKey(page, "Nightly script", SCRIPT_MAY));
  const kettle = await variantOf(store);
  expect(kettle.price).toBe(KETTLE.before);

  await observe(script, [KETTLE]);
  await script.run();
  const [found] = await script.recommendations("new");
  expect(found).toMatchObject({ item: { sku: KETTLE.sku }, recommended_price: { amount: "31.99" } });
  expect(found?.evidence).toMatchObject({ market: { used: 3, median: { amount: "31.99" } } });
  expected(await script.post(`/recommendations/${found?.id}/accept`), 200);

  await page.goto(shop.page("/approvals"));
  await expect(page.getByText(KETTLE.sku).first()).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText(/31\.99\sEUR in your store/)).toBeVisible();

  const [applied] = await script.recommendations("applied");
  await expectWrittenOnce(store, applied?.write_back?.id);
});

test("a service killed between the approval and the store's answer has still written once", async ({
  as,
  problem,
}) => {
  problem.expect(/net::ERR_/);
  const proxy = await startFaultProxy({ target: store.url });
  const service = await startService();
  try {
    const shop = await openShop(service);
    await waitingFor(shop, { ...store, url: proxy.url });
    const page = await as(shop.owner, { of: service, at: shop.page("/approvals") });
    await expect(page.getByText(KETTLE.sku).first()).toBeVisible();
    proxy.fault({ mode: "delay-response", match: WRITE, ms: 3_000 });
    await page.keyboard.press("a");
    await expect.poll(() => proxy.log().some(({ mode }) => mode === "delay-response")).toBe(true);
    await service.kill();
    await page.close();
    await proxy.settled();

    await service.start();
    await expect
      .poll(async () => (await shop.client.recommendations("applied")).length, {
        timeout: 60_000,
        intervals: [1_500],
      })
      .toBe(1);
    const [applied] = await shop.client.recommendations("applied");
    await expectWrittenOnce(store, applied?.write_back?.id);
    const again = await as(shop.owner, { of: service, at: shop.page("/approvals") });
    await expect(again.getByText("Nothing is waiting for approval")).toBeVisible();
  } finally {
    await service.stop();
    await proxy.stop();
  }
});

test("a price the merchant has edited since is left alone, and the reader is told", async ({
  as,
  service,
}) => {
  const shop = await openShop(service);
  await waitingFor(shop, store);
  const { id } = await variantOf(store);
  await (await store.merchant()).setPrice(id, 3690);
  const edited = await priceEvents(store);
  expect(edited).toMatchObject([{ event: "price.updated", price: 3690 }]);

  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await expect(page.getByText(KETTLE.sku).first()).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText(/not written/)).toBeVisible();
  await expect(page.getByText(/36\.90/).first()).toBeVisible();
  expect((await variantOf(store)).price).toBe(3690);
  expect(await priceEvents(store)).toEqual(edited);
  expect(await shop.client.recommendations("failed")).toMatchObject([{ write_back: { status: "conflict" } }]);
});

async function signInByHand(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

/** Connects the store and brings its kettle to pending approval, without a browser. */
async function waitingFor(shop: Shop, { url, credentials }: VendurePeer): Promise<void> {
  await shop.connect("vendure", url, credentials);
  await observe(shop.client, [KETTLE]);
  await shop.client.run();
  expect(await shop.client.acceptAll()).toHaveLength(1);
}

/** Returns the price events of the store's log, which follow a change with a delay; waits for the first one. */
async function priceEvents(peer: VendurePeer) {
  const read = async () => (await peer.events()).filter(({ event }) => event.startsWith("price."));
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  return await read();
}

async function variantOf({ merchant }: VendurePeer): Promise<{ id: string; price: number }> {
  const found = (await (await merchant()).variants()).find(({ sku }) => sku === KETTLE.sku);
  return z.object({ id: z.string(), price: z.number() }).parse(found);
}

/** Checks the store's own Admin API and its event log, both without the service. */
async function expectWrittenOnce(peer: VendurePeer, writeBack: string | undefined): Promise<void> {
  const { id, price } = await variantOf(peer);
  expect(price).toBe(KETTLE.after);
  expect(await (await peer.merchant()).look(id)).toEqual({ price: KETTLE.after, writeKey: writeBack });
  expect(await priceEvents(peer)).toMatchObject([
    { event: "price.updated", price: KETTLE.after, currency: "EUR" },
  ]);
  const events = await peer.events();
  expect(events.filter((event) => event.event === "variant.updated" && event.marker !== null)).toMatchObject([
    { variantId: id, marker: writeBack },
  ]);
}
