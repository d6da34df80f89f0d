import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { startSandboxStore } from "@/server/stores/sandbox/server";
import { CRASH_POINTS } from "@/server/stores/sandbox/variant";
import { ofEach } from "@/server/testing/random";
import type { ExperimentStore } from "./store";

const SECRET = "a secret of the experiment";
const NAME = "experiment";
const LIMIT = 1000;

const cents = z.string().transform(Number);
const variants = z.object({ data: z.array(z.object({ ref: z.string(), price: cents, charged: cents })) });
const events = z.object({
  data: z.array(
    z.object({ seq: z.number(), type: z.string(), ref: z.string(), marker: z.string().nullable() }),
  ),
  next_after: z.number().nullable(),
});

/**
 * Starts a store that crashes between the write key and the price, between the price and what the cart charges, and
 * after both, before its answer.
 */
export async function startCrashingStore(): Promise<ExperimentStore> {
  const dir = await mkdtemp(join(tmpdir(), "crashing-store-"));
  const store = await startSandboxStore({ dir, port: 0, secret: SECRET });
  const url = sandboxUrl(store.url, NAME);
  const key = sandboxKey(SECRET, NAME);
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return response.json();
  };
  return {
    kind: "sandbox",
    url,
    credentials: { key },
    writeMatch: "/price",
    hasCatalog: false,
    breakWrites: async (times, random) => {
      for (const crash of ofEach(CRASH_POINTS, times, random)) await ask("POST", "/faults", { crash });
    },
    setPrice: async (ref, price) => {
      const body = { price: String(price), currency: "EUR", marker: null, mirror: String(price) };
      await ask("PUT", `/variants/${ref}/price`, body);
    },
    prices: async () => {
      const { data } = variants.parse(await ask("GET", `/variants?limit=${LIMIT}`));
      return new Map(data.map(({ ref, ...price }) => [ref, price]));
    },
    writes: async () => {
      const all: z.output<typeof events>["data"] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: z.output<typeof events> = events.parse(
          await ask("GET", `/events?after=${after}&limit=${LIMIT}`),
        );
        all.push(...page.data);
        after = page.next_after;
      }
      return all
        .filter(({ type }) => type !== "mirrored" && type !== "shown")
        .map(({ ref, marker, type }) => ({ ref, writeKey: marker, complete: type === "priced" }));
    },
    stop: async () => {
      await store.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
