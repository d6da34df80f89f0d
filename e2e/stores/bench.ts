import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { startVendure } from "@/e2e/stores/vendure-peer";
import type { StoreConnection, StoreConnector } from "@/server/stores/port";
import { sandbox } from "@/server/stores/sandbox";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { startSandboxStore } from "@/server/stores/sandbox/server";
import { vendure } from "@/server/stores/vendure";

export type Shelved = { readonly ref: string; readonly price: bigint };

/** A running store as a suite needs it: through the connector, and past it. */
export type StoreBench = {
  readonly connector: StoreConnector;
  readonly connection: StoreConnection;
  readonly wrongCredentials: StoreConnection["credentials"];
  /** Found in the request that writes a price, and in no other. */
  readonly writeMatch: string;
  /** Every variant, asked of the store without the connector. */
  readonly variants: () => Promise<readonly Shelved[]>;
  readonly look: (ref: string) => Promise<{ readonly price: bigint; readonly marker: string | null }>;
  readonly editPrice: (ref: string, price: bigint) => Promise<void>;
  /** How often the store itself says it carried out a write with this key. */
  readonly effects: (marker: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** A real Vendure store, with a catalog of 122 variants. */
export async function benchVendure(): Promise<StoreBench> {
  const peer = await startVendure();
  const merchant = await peer.merchant();
  return {
    connector: vendure,
    connection: {
      url: peer.url,
      credentials: vendure.credentials.parse(peer.credentials),
      allowPrivate: true,
    },
    wrongCredentials: vendure.credentials.parse({ ...peer.credentials, password: "not the password" }),
    writeMatch: "updateProductVariants",
    variants: async () => {
      const found = await merchant.variants();
      return found.map(({ id, price }) => ({ ref: id, price: BigInt(price) }));
    },
    look: async (ref) => {
      const { price, marker } = await merchant.look(ref);
      return { price: BigInt(price), marker };
    },
    editPrice: (ref, price) => merchant.setPrice(ref, Number(price)),
    effects: async (marker) => {
      const events = await peer.events();
      return events.filter((event) => event.event === "variant.updated" && event.marker === marker).length;
    },
    stop: peer.stop,
  };
}

const shelved = z.object({ ref: z.string(), price: z.string(), marker: z.string().nullable() });
const products = z.object({ data: z.array(shelved) });

/** The sandbox store, with forty variants that it has mirrored. */
export async function benchSandbox(): Promise<StoreBench> {
  const dir = await mkdtemp(join(tmpdir(), "sandbox-bench-"));
  const store = await startSandboxStore({ dir, port: 0, secret: "a secret of this suite" });
  const url = sandboxUrl(store.url, "ws_bench");
  const key = sandboxKey("a secret of this suite", "ws_bench");
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      connection: "close",
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return (await fetch(`${url}${path}`, init)).json();
  };
  for (let n = 1; n <= 40; n += 1) {
    await ask("PUT", `/variants/SKU-${n}/mirror`, { price: String(1000 + n), currency: "EUR" });
  }
  return {
    connector: sandbox,
    connection: { url, credentials: sandbox.credentials.parse({ key }), allowPrivate: true },
    wrongCredentials: sandbox.credentials.parse({ key: "not the key" }),
    writeMatch: "/price",
    variants: async () => {
      const { data } = products.parse(await ask("GET", "/variants?limit=1000"));
      return data.map(({ ref, price }) => ({ ref, price: BigInt(price) }));
    },
    look: async (ref) => {
      const { price, marker } = shelved.parse(await ask("GET", `/variants/${ref}`));
      return { price: BigInt(price), marker };
    },
    editPrice: async (ref, price) => {
      await ask("PUT", `/variants/${ref}/price`, { price: String(price), currency: "EUR", marker: null });
    },
    effects: async (marker) => {
      const { data } = products.parse(await ask("GET", "/log?limit=1000"));
      return data.filter((entry) => entry.marker === marker).length;
    },
    stop: async () => {
      await store.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
