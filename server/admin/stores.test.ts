import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { tenantOf } from "@/server/db/database/tenant";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { addProduct } from "@/server/testing/shopify/seed";
import { APP } from "@/server/testing/shopify/shop";
import { startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import { startVendureStandIn, type VendureStandIn } from "@/server/testing/vendure-stand-in";
import { signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";
import { runSync } from "@/server/usecases/integrations/sync";
import { commandFor } from "./commands";

const service = duringTests(startTestService);
let shop: VendureStandIn;
let workspace: string;
let shops = 0;

beforeEach(async () => {
  shop = await startVendureStandIn();
  shop.variants = [{ id: "1", sku: "LAMP", name: "Lamp", price: 1999, cost: 900 }];
  const owner = `owner${(shops += 1)}@shop.test`;
  await call("user", "create", "--email", owner, "--password", "korrekt pferd");
  workspace = String(
    (await call("workspace", "create", "--name", "A shop", "--owner", owner, "--plan", "max"))["id"],
  );
  return () => shop.close();
});

async function call(...words: string[]): Promise<Record<string, unknown>> {
  const { found, rest } = commandFor(words);
  return { ...(await found.read(rest)({ services: service.services, folder: tmpdir() })) };
}
const store = (verb: string, ...more: string[]) => call("store", verb, "--workspace", workspace, ...more);
const credentials = (apiKey: string) => ["--credentials", JSON.stringify({ apiKey })];
const connect = () =>
  store("connect", "--kind", "vendure", "--url", shop.url, ...credentials(shop.credentials.apiKey));

/** Returns the row of the connection. */
async function connection() {
  const [row] = await service.sql<{
    id: string;
    status: string;
    secret: Buffer;
    error: string | null;
  }>("SELECT id, status, secret, error FROM integrations WHERE workspace_id = $1", [workspace]);
  if (!row) throw new Error("there is no connection");
  return row;
}

const writeBack = async () => {
  const { id } = await connection();
  const open = { integration_id: id, sent_at: null, sends: 0, finished_at: null };
  return service.make.writeBack(workspace, { ...open, status: "queued" });
};
const statusOf = async (id: string) =>
  (await service.sql("SELECT status FROM write_backs WHERE id = $1", [id]))[0]?.["status"];

describe("store connect", () => {
  it("takes the settings that the connector declares, each by its name", async () => {
    const response = await store(
      ...["connect", "--kind", "vendure", "--url", shop.url],
      ...["--set", `apiKey=${shop.credentials.apiKey}`, "--set", "costField=costPrice"],
    );
    expect(response).toMatchObject({ kind: "vendure", status: "connected" });
  });

  it("takes them from a file or from standard input, so that no list of processes shows them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "pricecheck-credentials-"));
    const json = JSON.stringify({ apiKey: shop.credentials.apiKey });
    await writeFile(join(folder, "key.json"), json);
    const within = async (verb: string, more: readonly string[], input?: Readable) => {
      const { found, rest } = commandFor(["store", verb, "--workspace", workspace, ...more]);
      return found.read(rest)({ services: service.services, folder, ...(input ? { input } : {}) });
    };
    const kind = ["--kind", "vendure", "--url", shop.url];
    expect(await within("connect", [...kind, "--credentials-file", "key.json"])).toMatchObject({
      status: "connected",
    });
    const again = ["--credentials-file", "-"];
    expect(await within("replace-credentials", again, Readable.from([json]))).toMatchObject({
      kind: "vendure",
    });
    await expect(within("replace-credentials", ["--credentials-file", "none.json"])).rejects.toThrow(
      "There is no file",
    );
    await expect(within("replace-credentials", [...again, "--credentials", json])).rejects.toThrow(
      "not both",
    );
  });

  it("connects a WooCommerce shop by a key, and syncs it", async () => {
    const products = [{ id: 10, sku: "KETTLE", regular: "30.00" }];
    const woo = await startWooStandIn({
      products,
      settings: { pricesIncludeTax: false },
      now: service.services.now,
    });
    try {
      const key = JSON.stringify(signIn(FULL_KEY));
      const connected = await store(
        ...["connect", "--kind", "woocommerce", "--url", woo.url, "--credentials", key],
      );
      expect(connected).toMatchObject({ kind: "woocommerce", status: "connected" });
      const { id, secret } = await connection();
      expect(secret.toString("utf8")).not.toContain(FULL_KEY.consumerSecret);
      await runSync(service.services, tenantOf(workspace), id);
      const items = await service.sql(
        "SELECT sku, price, currency, store_ref FROM catalog_items WHERE workspace_id = $1",
        [workspace],
      );
      expect(items).toMatchObject([{ sku: "KETTLE", currency: "EUR", store_ref: "10" }]);
      expect(items[0]?.["price"]).toEqual(3000n);
    } finally {
      await woo.stop();
    }
  });

  it("connects a Shopify shop by a client ID and secret, and syncs it", async () => {
    const shopify = await startShopifyStandIn({ taxesIncluded: false }, service.services.now);
    try {
      const [variant] = addProduct(shopify.shop, { variants: [{ sku: "KETTLE", price: "30.00" }] });
      const { clientId, clientSecret } = APP;
      const key = JSON.stringify({ clientId, clientSecret });
      const connected = await store(
        ...["connect", "--kind", "shopify", "--url", shopify.url, "--credentials", key],
      );
      expect(connected).toMatchObject({ kind: "shopify", status: "connected" });
      const { id, secret } = await connection();
      expect(secret.toString("utf8")).not.toContain(clientSecret);
      await runSync(service.services, tenantOf(workspace), id);
      const items = await service.sql(
        "SELECT sku, price, cost, currency, store_ref FROM catalog_items WHERE workspace_id = $1",
        [workspace],
      );
      const ref = `${variant?.productId}/${variant?.id}`;
      expect(items).toEqual([{ sku: "KETTLE", price: 3000n, cost: 1200n, currency: "EUR", store_ref: ref }]);
    } finally {
      await shopify.stop();
    }
  });

  it("names the settings of the kind where one is unknown, and asks no store", async () => {
    const wrong = ["--set", "token=a"];
    await expect(store("connect", "--kind", "vendure", "--url", shop.url, ...wrong)).rejects.toThrow(
      /names of vendure are username, password, channelToken, .*apiKey\.$/,
    );
  });

  it("says that the same store is connected, however its address is written", async () => {
    await connect();
    const again = (url: string) => store("connect", "--kind", "vendure", "--url", url, ...credentials("x"));
    for (const url of [shop.url, `${shop.url}/`, shop.url.replace("http://", "HTTP://")])
      await expect(again(url)).rejects.toThrow("This store is connected already");
    await expect(again("https://another.example/admin-api")).rejects.toThrow("A store is connected already");
  });

  it.each(["[1]", '"abc"', "null", "{"])(
    "refuses credentials that are no settings by name: %s",
    async (text) => {
      const wrong = ["--kind", "vendure", "--url", shop.url, "--credentials", text];
      const message = '--credentials is a JSON object, such as {"apiKey":"…"}.';
      await expect(store("connect", ...wrong)).rejects.toMatchObject({ message });
      await expect(store("connect", ...wrong, "--set", "apiKey=a")).rejects.toMatchObject({ message });
    },
  );

  it("names the setting that is missing by its label", async () => {
    const work = store("connect", "--kind", "vendure", "--url", shop.url, "--set", "username=ann");
    await expect(work).rejects.toMatchObject({
      extra: { issues: [{ path: "credentials.password", message: "Password is missing." }] },
    });
  });
});

describe("store check", () => {
  it("says what it found at the store, and mends a connection that was failing", async () => {
    const { id } = await connect();
    await service.sql("UPDATE integrations SET status = 'failing', error = 'no' WHERE id = $1", [id]);
    expect(await store("check")).toMatchObject({ id, kind: "vendure", url: shop.url, currency: "EUR" });
    expect(await connection()).toMatchObject({ status: "connected", error: null });
  });

  it("ends with the store's refusal where sign-in stopped working, and the connection is failing", async () => {
    await connect();
    await shop.close();
    await expect(store("check")).rejects.toThrow(/store|answer|reach/i);
    expect(await connection()).toMatchObject({ status: "failing", error: expect.any(String) as string });
  });
});

describe("store replace-credentials", () => {
  it("names the options where no credentials are given", async () => {
    await connect();
    await expect(store("replace-credentials")).rejects.toThrow("--set, --credentials-file or");
  });

  it("puts others in their place, and what waits to be written goes on", async () => {
    const { id } = await connect();
    const waiting = await writeBack();
    const before = await connection();
    const response = await store("replace-credentials", ...credentials(shop.secondKey));
    expect(response).toMatchObject({ id, kind: "vendure", status: "connected" });
    expect(JSON.stringify(response)).not.toContain(shop.secondKey);
    expect((await connection()).secret).not.toEqual(before.secret);
    expect(await statusOf(waiting)).toBe("queued");
    expect(await store("sync")).toMatchObject({ status: "ok" });
  });

  it.each([
    ["that do not work", JSON.stringify({ apiKey: "wrong" })],
    ["of another channel", JSON.stringify({ apiKey: "key of another channel" })],
    ["that are no JSON", "second key"],
    ["that are a text", '"second key"'],
  ])("refuses some %s, and the old ones stay", async (_, given) => {
    await connect();
    const before = await connection();
    await expect(store("replace-credentials", "--credentials", given)).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path: expect.stringMatching(/^credentials/) as string }] },
    });
    expect(await connection()).toEqual(before);
  });
});

describe("store disconnect", () => {
  it("ends the connection: what waits fails, its credentials are forgotten, and another can be made", async () => {
    const { id } = await connect();
    const waiting = await writeBack();
    expect(await store("disconnect")).toEqual({ id, status: "disconnected" });
    expect(await connection()).toMatchObject({
      status: "disconnected",
      secret: Buffer.alloc(0),
    });
    expect(await statusOf(waiting)).toBe("failed");
    await expect(store("disconnect")).rejects.toThrow("No store is connected to this workspace.");
    expect(await connect()).toMatchObject({ status: "connected" });
  });
});

it.each(["check", "disconnect", "replace-credentials"])(
  "store %s says where no store is connected",
  async (verb) => {
    const more = verb === "replace-credentials" ? credentials("a") : [];
    await expect(store(verb, ...more)).rejects.toThrow("No store is connected to this workspace.");
  },
);
