import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { startSandboxStore } from "@/server/stores/sandbox/server";
import { describeConformance } from "@/server/testing/store-conformance";

const shelved = z.object({ ref: z.string(), price: z.string(), marker: z.string().nullable() });
const products = z.object({ data: z.array(shelved) });

// The sandbox store, with forty mirrored variants.
describeConformance("sandbox", async () => {
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
  for (let n = 1; n <= 48; n += 1) {
    await ask("PUT", `/variants/SKU-${n}/mirror`, { price: String(1000 + n), currency: "EUR" });
  }
  return {
    url,
    credentials: { key },
    wrongCredentials: { key: "not the key" },
    writeMatch: "/price",
    variants: async () => {
      const { data } = products.parse(await ask("GET", "/variants?limit=1000"));
      return data.map(({ ref, price }) => ({ ref, price: BigInt(price) }));
    },
    look: async (ref) => {
      const { price, marker: writeKey } = shelved.parse(await ask("GET", `/variants/${ref}`));
      return { price: BigInt(price), writeKey };
    },
    editPrice: async (ref, price) => {
      await ask("PUT", `/variants/${ref}/price`, { price: String(price), currency: "EUR", marker: null });
    },
    unprice: null,
    show: async (ref, { sale, compareAt }) => {
      const shown = sale && {
        price: String(sale.price),
        from: sale.from?.toISOString() ?? null,
        until: sale.until?.toISOString() ?? null,
      };
      await ask("PUT", `/variants/${ref}/window`, {
        sale: shown,
        compare_at: compareAt === null ? null : String(compareAt),
      });
    },
    crashes: (["after_marker", "after_price"] as const).map((crash) => ({
      name: crash,
      arm: async () => {
        await ask("POST", "/faults", { crash });
      },
    })),
    effects: async (writeKey) => {
      const { data } = products.parse(await ask("GET", "/log?limit=1000"));
      return data.filter((entry) => entry.marker === writeKey).length;
    },
    stop: async () => {
      await store.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
});
