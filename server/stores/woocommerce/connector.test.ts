import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { StoreConnection } from "@/server/stores/port";
import { woocommerce } from "@/server/stores/woocommerce/connector";
import { selfSigned } from "@/server/testing/certificate";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY, READ_ONLY_KEY, type ShopSettings } from "@/server/testing/woocommerce/shop";
import {
  startWooStandIn,
  type WooStandIn,
  type WooStandInOptions,
} from "@/server/testing/woocommerce/stand-in";

let standIn: WooStandIn;
let connection: StoreConnection;
afterEach(() => standIn.stop());

async function open(
  settings: Partial<ShopSettings> = {},
  over: Partial<WooStandInOptions> = {},
): Promise<void> {
  standIn = await startWooStandIn({ products: [{ id: 10, regular: "30.00" }], settings, ...over });
  connection = loopbackConnection(standIn.url, signIn(FULL_KEY));
}

const test = (over: Partial<StoreConnection> = {}) => woocommerce.test({ ...connection, ...over });

describe("signing in", () => {
  it("tells name, currency and tax, and changes nothing", async () => {
    await open();
    expect(await test()).toMatchObject({
      name: "A shop of tests",
      currency: "EUR",
      pricesIncludeTax: true,
      taxRates: ["0.19", "0.07"],
      notices: [],
    });
    expect(standIn.shop.events).toEqual([]);
  });

  it("knows the same shop again by any address that leads to it", async () => {
    await open();
    const { fingerprint } = await test();
    for (const path of ["/", "/wp-json", "/wp-json/wc/v3/"])
      expect((await test({ url: `${standIn.url}${path}` })).fingerprint).toBe(fingerprint);
    expect(fingerprint).not.toContain(FULL_KEY.consumerSecret);
  });

  it("refuses a key that may only read, before anything is approved", async () => {
    await open();
    const message =
      "The key may read the shop but not change prices: create one with the permission Read/Write.";
    await expect(test({ credentials: signIn(READ_ONLY_KEY) })).rejects.toMatchObject({
      reason: "unauthorized",
      message,
    });
  });

  it("says what the shop says of a wrong key", async () => {
    await open();
    const credentials = { consumerKey: "ck_nobody", consumerSecret: "cs_nobody" };
    await expect(test({ credentials })).rejects.toMatchObject({
      reason: "unauthorized",
      message: "The shop refused the key: Consumer key is invalid.",
    });
  });

  it("says where there is no shop, and waits where it is being updated", async () => {
    await open();
    await expect(test({ url: `${standIn.url}/elsewhere` })).rejects.toMatchObject({ reason: "rejected" });
    standIn.shop.updating = true;
    await expect(test()).rejects.toMatchObject({ reason: "bad_answer", certainty: "definite" });
  });

  it("notes that costs stay unknown where the shop has switched them off", async () => {
    await open({ costOfGoods: false });
    expect((await test()).notices).toEqual([expect.stringContaining("costs stay unknown")]);
  });
});

describe("tax", () => {
  const rates = async (settings: Partial<ShopSettings>) => {
    await open(settings);
    const { pricesIncludeTax, taxRates } = await woocommerce.readPricing(connection);
    await standIn.stop();
    return [pricesIncludeTax, taxRates];
  };

  it("is included or not by the shop's setting, and unknown where it calculates none", async () => {
    expect(await rates({ pricesIncludeTax: false })).toEqual([false, null]);
    expect(await rates({ calculatesTaxes: false })).toEqual([null, null]);
  });

  it("has the rates of the shop's own country and state", async () => {
    const taxRates = [
      { country: "US", state: "CA", rate: "7.2500" },
      { country: "US", state: "NY", rate: "4.0000" },
      { country: "CA", rate: "5.0000" },
    ];
    expect(await rates({ country: "US:CA", taxRates })).toEqual([true, ["0.0725"]]);
    expect(await rates({ country: "FR", taxRates })).toEqual([true, null]);
  });
});

describe("over https", () => {
  /** Signs in from a process of its own, because trusted certificates are read at its start. */
  async function signInApart(trusted: string | null): Promise<string> {
    const dir = await mkdtemp(join(tmpdir(), "woo-certificate-"));
    const file = join(dir, "certificate.pem");
    await writeFile(file, trusted ?? "");
    const modules = ["connector.ts", "../cache.ts"].map((each) => join(import.meta.dirname, each));
    const code = `Promise.all(${JSON.stringify(modules)}.map((each) => import(each)))
      .then(([{ woocommerce }, { openStoreCache }]) => {
        const { now } = Date;
        return woocommerce.test({ ...${JSON.stringify(connection)}, now, cache: openStoreCache(now) });
      })
      .then(({ currency }) => console.log(currency), (error) => console.log(error.reason));`;
    const child = spawn(process.execPath, ["--import", "tsx", "--eval", code], {
      env: { NODE_ENV: "test", NODE_EXTRA_CA_CERTS: trusted === null ? "" : file },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await new Promise((resolve) => child.once("close", resolve));
    await rm(dir, { recursive: true });
    return printed.trim();
  }

  it("the key is sent by Basic, to a certificate that NODE_EXTRA_CA_CERTS names and to no other", async () => {
    const tls = selfSigned("localhost");
    await open({}, { tls, host: "localhost" });
    expect(await signInApart(null)).toBe("unreachable");
    expect(standIn.requests).toEqual([]);
    expect(await signInApart(tls.cert)).toBe("EUR");
    expect(standIn.requests.some((request) => request.includes("oauth"))).toBe(false);
  });
});
