import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Merchant } from "@/e2e/stores/merchant";
import { startVendure, type VendurePeer } from "@/e2e/stores/vendure-peer";
import type { StoreConnection } from "@/server/stores/port";
import { vendure } from "@/server/stores/vendure/connector";
import { startFaultProxy } from "@/server/testing/fault-proxy";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { credentialsFor } from "@/server/testing/store-conformance";

const connect = (url: string, credentials: Readonly<Record<string, string>>): StoreConnection =>
  loopbackConnection(url, credentialsFor(vendure, credentials));

describe("a Vendure store that was prepared for price changes", () => {
  let peer: VendurePeer;
  let merchant: Merchant;
  let connection: StoreConnection;
  beforeAll(async () => {
    peer = await startVendure();
    merchant = await peer.merchant();
    connection = connect(peer.url, peer.credentials);
  }, 300_000);
  afterAll(() => peer?.stop());

  it("is recognised with its currency and tax setting, and nothing is missing", async () => {
    const identity = { currency: "EUR", pricesIncludeTax: false, notices: [] };
    expect(await vendure.test(connection)).toMatchObject(identity);
  });

  it("shows brand, category, tags, stock, cost and compare-at price; an unknown cost is null, never zero", async () => {
    const { data } = await vendure.listVariants(connection, {
      cursor: null,
      updatedSince: null,
      pageSize: 100,
    });
    expect(data.find(({ sku }) => sku === "EMBMOKPOT-021")).toMatchObject({
      title: "Ember Moka Pot 3",
      brand: "Halden",
      category: "Kitchen",
      tags: ["coffee"],
      price: 2490n,
      stock: 20,
      currency: "EUR",
      writeKey: null,
    });
    const unknown = data.filter(({ cost }) => cost === null);
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.length).toBeLessThan(data.length / 4);
    expect(
      data.every(({ cost, price }) => cost === null || (cost > 0n && price !== null && cost < price)),
    ).toBe(true);
    expect(data.some(({ compareAt }) => compareAt !== null)).toBe(true);
  });

  it("an API key of a role that may update the catalog does everything a sign-in does", async () => {
    const byKey = connect(peer.url, { apiKey: peer.apiKey });
    expect(await vendure.test(byKey)).toMatchObject({ currency: "EUR" });
    await vendure.writePrice(byKey, "3", { target: 5290n, currency: "EUR", writeKey: "wbk_key" });
    expect(await merchant.look("3")).toEqual({ price: 5290, writeKey: "wbk_key" });
  });

  it("an API key that may only read is told so when it is connected, and writes nothing", async () => {
    const readOnly = connect(peer.url, { apiKey: await mintReadOnlyKey(merchant) });
    await expect(vendure.test(readOnly)).rejects.toMatchObject({
      reason: "unauthorized",
      message: expect.stringContaining("UpdateCatalog"),
    });
    const before = await merchant.look("4");
    const work = vendure.writePrice(readOnly, "4", { target: 100n, currency: "EUR", writeKey: "wbk_no" });
    await expect(work).rejects.toMatchObject({ reason: "unauthorized", certainty: "definite" });
    expect(await merchant.look("4")).toEqual(before);
  });

  it("testing a connection changes nothing in the store", async () => {
    const before = (await peer.events()).length;
    await vendure.test(connection);
    expect(await peer.events()).toHaveLength(before);
  });

  it("a price goes out as one whole number in the named currency, with its key in the same request", async () => {
    const proxy = await startFaultProxy({ target: peer.url });
    const proxied = { ...connection, url: proxy.url };
    await vendure.writePrice(proxied, "5", { target: 3295n, currency: "EUR", writeKey: "wbk_one" });
    const writes = proxy.log().filter(({ body }) => body.includes("updateProductVariants"));
    expect(writes.map(({ body }) => JSON.parse(body).variables.input)).toEqual([
      [
        {
          id: "5",
          prices: [{ price: 3295, currencyCode: "EUR" }],
          customFields: { priceWriteKey: "wbk_one" },
        },
      ],
    ]);
    await proxy.stop();
  });

  it("an edit by the merchant leaves our key: price and key are to be read together", async () => {
    await vendure.writePrice(connection, "6", { target: 4095n, currency: "EUR", writeKey: "wbk_two" });
    await merchant.setPrice("6", 4195);
    const seen = { shopperPrice: 4195n, compareAt: 4668n, sale: null, complete: true };
    const reading = { price: 4195n, currency: "EUR", writeKey: "wbk_two", ...seen };
    expect(await vendure.readPrice(connection, "6")).toEqual(reading);
  });

  it("variants deleted between two pages hide none of those that stayed", async () => {
    const all = await merchant.variants();
    const first = await vendure.listVariants(connection, { cursor: null, updatedSince: null, pageSize: 10 });
    const gone = all.slice(7, 9).map(({ id }) => id);
    await merchant.ask("mutation($ids: [ID!]!) { deleteProductVariants(ids: $ids) { result } }", {
      ids: gone,
    });
    const seen = new Set(first.data.map(({ ref }) => ref));
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await vendure.listVariants(connection, { cursor, updatedSince: null, pageSize: 10 });
      for (const { ref } of page.data) seen.add(ref);
      cursor = page.nextCursor;
    }
    const stayed = all.map(({ id }) => id).filter((id) => !gone.includes(id));
    expect(stayed.filter((id) => !seen.has(id))).toEqual([]);
  });

  it("says which variants nobody can buy, their own or their product's switch being off", async () => {
    const list = async () => {
      const request = { cursor: null, updatedSince: null, pageSize: 100 };
      const { data, total } = await vendure.listVariants(connection, request);
      return { total, off: data.filter(({ enabled }) => enabled === false).map(({ ref }) => ref) };
    };
    const { total, off } = await list();
    expect(off).toEqual([]);
    expect(total).toBe((await merchant.variants()).length);
    const update = "mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }";
    await merchant.ask(update, { i: [{ id: "20", enabled: false }] });
    expect((await list()).off).toEqual(["20"]);
    const product = z.object({ productVariant: z.object({ productId: z.string() }) });
    const { productId } = product.parse(
      await merchant.ask('{ productVariant(id: "21") { productId } }'),
    ).productVariant;
    const hide = "mutation($i: UpdateProductInput!) { updateProduct(input: $i) { id } }";
    await merchant.ask(hide, { i: { id: productId, enabled: false } });
    expect((await list()).off).toContain("21");
  });

  it("is recognised as the same channel by whoever signs in", async () => {
    const byName = await vendure.test(connection);
    const byKey = await vendure.test(connect(peer.url, { apiKey: peer.apiKey }));
    expect([byKey.channel, byKey.fingerprint]).toEqual([byName.channel, byName.fingerprint]);
    expect(byName.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it("what is read and written is the price the merchant typed where prices include tax", async () => {
    await setChannel(merchant, { pricesIncludeTax: true });
    try {
      expect(await vendure.test(connection)).toMatchObject({ pricesIncludeTax: true });
      await merchant.setPrice("12", 12500);
      expect(await vendure.readPrice(connection, "12")).toMatchObject({ price: 12500n });
      await vendure.writePrice(connection, "12", { target: 12900n, currency: "EUR", writeKey: "wbk_tax" });
      expect(await merchant.look("12")).toEqual({ price: 12900, writeKey: "wbk_tax" });
    } finally {
      await setChannel(merchant, { pricesIncludeTax: false });
    }
  });
});

describe("a session that the store has forgotten", () => {
  it("a read signs in again by itself, a write says so and sends nothing", async () => {
    const dir = await mkdtemp(join(tmpdir(), "vendure-restart-"));
    const before = await startVendure({ dir });
    const reader = connect(before.url, before.credentials);
    // Other settings, hence a separate session.
    const writer = connect(before.url, { ...before.credentials, brandFacet: "maker" });
    const reading = await vendure.readPrice(reader, "1");
    await vendure.readPrice(writer, "1");
    await before.stop();
    // The new copy has the same password but none of the sessions.
    const after = await startVendure({ dir, port: Number(new URL(before.url).port) });
    const merchant = await after.merchant();
    const write = () =>
      vendure.writePrice(writer, "1", { target: 3590n, currency: "EUR", writeKey: "wbk_1" });
    try {
      expect(await vendure.readPrice(reader, "1")).toEqual(reading);
      await expect(write()).rejects.toMatchObject({ reason: "unauthorized", certainty: "definite" });
      expect(await merchant.look("1")).toEqual({ price: Number(reading.price), writeKey: null });
      await write();
      expect(await merchant.look("1")).toEqual({ price: 3590, writeKey: "wbk_1" });
    } finally {
      await after.stop();
      await rm(dir, { recursive: true, force: true });
    }
  }, 120_000);
});

describe("a Vendure store that lacks custom fields", () => {
  it("is refused without a field for the write key, and told what to add", async () => {
    const peer = await startVendure({ without: ["priceWriteKey"] });
    const connection = connect(peer.url, peer.credentials);
    const refusal = {
      reason: "rejected",
      certainty: "definite",
      message: expect.stringContaining(
        '{ name: "priceWriteKey", type: "string", nullable: true, public: false }',
      ),
    };
    await expect(vendure.test(connection)).rejects.toMatchObject(refusal);
    const work = vendure.writePrice(connection, "1", { target: 3590n, currency: "EUR", writeKey: "wbk_1" });
    await expect(work).rejects.toMatchObject(refusal);
    expect(await peer.events()).toEqual([]);
    await peer.stop();
  }, 120_000);

  it("is connected without costs, says so, and every cost stays unknown", async () => {
    const peer = await startVendure({ without: ["costPrice", "compareAtPrice"] });
    const connection = connect(peer.url, peer.credentials);
    const { notices } = await vendure.test(connection);
    expect(notices.join(" ")).toMatch(/costPrice.*compareAtPrice/);
    const { data } = await vendure.listVariants(connection, {
      cursor: null,
      updatedSince: null,
      pageSize: 100,
    });
    expect(data.length).toBe(100);
    expect(data.every(({ cost, compareAt }) => cost === null && compareAt === null)).toBe(true);
    await peer.stop();
  }, 120_000);
});

async function setChannel(merchant: Merchant, change: Readonly<Record<string, unknown>>): Promise<void> {
  const channel = z.object({ activeChannel: z.object({ id: z.string() }) });
  const { id } = channel.parse(await merchant.ask("{ activeChannel { id } }")).activeChannel;
  const query = "mutation($i: UpdateChannelInput!) { updateChannel(input: $i) { __typename } }";
  await merchant.ask(query, { i: { id, ...change } });
}

async function mintReadOnlyKey(merchant: Merchant): Promise<string> {
  const role = z.object({ createRole: z.object({ id: z.string() }) });
  const { id } = role.parse(
    await merchant.ask("mutation($i: CreateRoleInput!) { createRole(input: $i) { id } }", {
      i: { code: "reader", description: "Reader", permissions: ["ReadCatalog"] },
    }),
  ).createRole;
  const minted = z.object({ createApiKey: z.object({ apiKey: z.string() }) });
  return minted.parse(
    await merchant.ask("mutation($i: CreateApiKeyInput!) { createApiKey(input: $i) { apiKey } }", {
      i: { roleIds: [id], translations: [{ languageCode: "en", name: "Reader" }] },
    }),
  ).createApiKey.apiKey;
}
