import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startFaultProxy } from "@/server/testing/fault-proxy";
import { startTestService } from "@/server/testing/service";
import { signIn } from "@/server/testing/woocommerce/bench";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn } from "@/server/testing/woocommerce/stand-in";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { connectStore } from "./connect";
import { listIntegrations } from "./list";
import { requestSyncIn } from "./request-sync";
import { runSync } from "./sync";
import { leaseDurationMs } from "./sync-step";

// The shop accepts signatures by its own clock only, which is the machine's.
const END = Math.floor(Date.now() / 1000) * 1000 - 4 * HOUR_MS;

const service = duringTests(() => startTestService({ settings: { storeTimeoutMs: 20_000 } }));
let close = async (): Promise<void> => undefined;
let by: RequestContext;
let id: string;
/** Of a request, what makes the shop answer it when it is released. */
let held: { readonly match: string; readonly released: Promise<void> } | null = null;
let begun = 0;

beforeEach(async () => {
  service.clock.set(END - HOUR_MS);
  [held, begun] = [null, 0];
  const shop = await startWooStandIn({
    products: [
      { id: 10, sku: "SKU-10", regular: "30.00" },
      { id: 11, sku: "SKU-11", regular: "50.00", sale: "41.00", active: "41.00", saleToMs: END },
    ],
    settings: { pricesIncludeTax: false },
    now: service.services.now,
  });
  const proxy = await startFaultProxy({
    target: shop.url,
    decide: async (text) => {
      if (held !== null && text.includes(held.match)) {
        begun += 1;
        await held.released;
      }
      return { rule: null, after: async () => undefined };
    },
  });
  close = async () => {
    await proxy.stop();
    await shop.stop();
  };
  by = await operatorContext(service.services, (await service.workspace({ plan: "max" })).id);
  const store = { kind: "woocommerce", url: proxy.url, credentials: signIn(FULL_KEY) } as const;
  id = (await connectStore(by, store)).row.id;
  await sync();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await close();
});

const sync = () => runSync(service.services, by.tenant, id);
const leasedUntil = async (): Promise<number | undefined> => {
  const [row] = await service.sql<{ until: Date | null }>(
    "SELECT sync_lease_until AS until FROM integrations WHERE id = $1",
    [id],
  );
  return row?.until?.getTime();
};

it.each([
  ["a page of its list", "all", "/products?", { seen: 2 }],
  ["the price of an item whose sale has ended", "changes", "/products/11", { sales_read: 1 }],
] as const)(
  "a store that takes longer than three leases for %s is read by one worker, to the end",
  async (_what, reads, match, report) => {
    const leaseMs = leaseDurationMs(service.services);
    service.clock.set(END + 1);
    await writeTransaction(by, (tx) => requestSyncIn(by, tx, reads));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    held = { match, released };
    const slow = sync();
    await expect.poll(() => begun).toBe(1);
    for (let n = 0; n < 4; n += 1) {
      service.clock.advance(leaseMs - 1);
      vi.advanceTimersByTime(leaseMs - 1);
      await expect.poll(leasedUntil).toBe(service.clock.now() + leaseMs);
      await sync();
    }
    expect(begun).toBe(1);
    release();
    await slow;
    const [row] = await listIntegrations(by);
    expect(row).toMatchObject({ syncStatus: "ok", sync: report });
  },
);
