import { expect, it } from "vitest";
import { DEFAULT_POLICY, type FullPolicy } from "@/server/domain/pricing/policy";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import type { TestService } from "@/server/testing/service";
import { startWatchedService, type WatchedDatabase } from "@/server/testing/statement-plans";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { previewPolicy } from "./preview";

let service: TestService;
let watched: WatchedDatabase;
let shop: Shop;

startWatchedService(async (started) => {
  ({ service, watched } = started);
  shop = await openShop(service);
  await shop.stock({ sku: "one", price: "20.00", cost: "10.00", tags: [] });
  await shop.observe("one", ["20.80", "20.80"]);
});

/** Previews a policy with these lanes, and counts its statements that ask who brought the evidence. */
async function questions(lanes: readonly Lane[]): Promise<number> {
  const document: FullPolicy = { ...DEFAULT_POLICY("EUR"), lanes: [...lanes] };
  watched.work();
  const services = { ...service.services, db: watched.db };
  await previewPolicy(services, shop.workspace.tenant, { document, scenario: null }, () => Promise.resolve());
  const asked = watched.work().filter(({ statement }) => statement.includes("figures_from"));
  return new Set(asked.map(({ statement }) => statement)).size;
}

it("a preview asks who brought the evidence only where an automatic lane looks at it", async () => {
  const change = { at_most: { change: "0.05" } };
  expect(await questions([])).toBe(0);
  expect(await questions([{ name: "Large", decided_by: "two_people" }])).toBe(0);
  expect(
    await questions([{ name: "Small", decided_by: "automatic", ...change, a_day: { items: "1" } }]),
  ).toBe(1);
});
