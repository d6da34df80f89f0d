import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { dueWork } from "@/server/db/queue/queue";
import { MARKET_POSITIONS } from "@/server/domain/items/market-position";
import { settleMarkets } from "@/server/usecases/items/settle-markets";
import { type Cataloguer, openCatalog } from "./cataloguer";
import { startTestService, type TestService } from "./service";

/** A workspace with one item, a lamp for 20.00 EUR, and what others ask for it. */
export interface LampMarket {
  readonly shop: Cataloguer;
  /** Sets the lamp's price, in EUR. */
  setPrice(amount: string): Promise<unknown>;
  /** Records a seller's price in EUR, later than the one before and seen `agoMs` milliseconds ago. */
  see(seller: string, amount: string, agoMs?: number): Promise<unknown>;
  /** Computes the positions that are due. */
  settle(): Promise<void>;
  /** Whether the worker has positions of the workspace to compute. */
  isDue(): Promise<boolean>;
  /** The positions by which the catalog finds the lamp. */
  listed(): Promise<string[]>;
  /** Expects the position to be unknown, never what it was before, until it is computed, and then to be this. */
  becomes(position: string): Promise<void>;
}

/**
 * Declares that each test of a file has such a market of its own, in a service that starts before them.
 * @param open takes both before each test
 */
export function eachWithLampMarket(
  open: (opened: { readonly service: TestService; readonly lamp: LampMarket }) => unknown,
): void {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ now: "2026-11-02T09:30:00Z" });
  });
  afterAll(() => service.close());
  beforeEach(async () => open({ service, lamp: await openLampMarket(service) }));
}

/** Opens a workspace with a lamp that nobody else sells. */
export async function openLampMarket(service: TestService): Promise<LampMarket> {
  const shop = await openCatalog(service);
  const setPrice = (amount: string) =>
    shop.upsert({ sku: "LAMP", title: "Lamp", price: { amount, currency: "EUR" } });
  await setPrice("20.00");
  const settle = () => settleMarkets(service.services, shop.workspace.tenant);
  const listed = async () => {
    const found: string[] = [];
    for (const position of MARKET_POSITIONS) {
      const { json } = await shop.call("GET", `/catalog/items?market_position=${position}`);
      if ((json?.["data"] as unknown[]).length > 0) found.push(position);
    }
    return found;
  };
  return {
    shop,
    setPrice,
    settle,
    listed,
    see: (seller, amount, agoMs = 0) => {
      service.clock.advance(1_000);
      const observed_at = new Date(service.clock.now() - agoMs).toISOString();
      return shop.observe({ sku: "LAMP", seller, price: { amount, currency: "EUR" }, observed_at });
    },
    isDue: async () => {
      const page = { atMs: service.clock.now(), afterId: "", most: 1_000 };
      const due = await dueWork(service.db, "item_market", page);
      return due.some(({ id }) => id === shop.workspace.id);
    },
    becomes: async (position) => {
      expect(await listed()).toEqual(["unknown"]);
      await settle();
      expect(await listed()).toEqual([position]);
    },
  };
}
