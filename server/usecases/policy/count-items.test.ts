import { beforeAll, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { pageOfRunItems } from "@/server/db/runs/items";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { scopeFor } from "@/server/domain/pricing/engine/scope";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { DEFAULT_POLICY, type PolicyScope } from "@/server/domain/pricing/policy";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { BRANDS, CATEGORIES, drawnMatch, TAGS } from "@/server/testing/matches";
import { fc } from "@/server/testing/seed";
import { startTestService } from "@/server/testing/service";

const ITEMS = 60;

const service = duringTests(startTestService);
let shop: TestWorkspace;
let items: readonly EngineItem[];

beforeAll(async () => {
  shop = await service.workspace();
  const other = await service.workspace();
  for (const { id } of [shop, other]) await createItems(id);
  const page = {
    tags: [],
    after: null,
    limit: 1_000,
    asOfMs: service.clock.now(),
    past: { dayPrices: false, lastChanges: false },
  };
  const read = await inTenant(service.services.db, shop.tenant, (tx) => pageOfRunItems(tx, page));
  items = read.map(({ item }) => item);
});

/**
 * Creates items with all combinations of tags, brand, category and price, including unknown ones; a few are archived or
 * missing from the store, and in no run.
 */
async function createItems(workspaceId: string): Promise<void> {
  for (let n = 0; n < ITEMS; n += 1)
    await service.make.item(workspaceId, {
      sku: `S-${n}`,
      tags: TAGS.filter((_, at) => (n >> at) % 2 === 1),
      brand: [...BRANDS, null][n % 3] ?? null,
      category: [null, ...CATEGORIES][n % 5] ?? null,
      stock: [null, -1, 0, 4, 5, 99, 100, 101][n % 8] ?? null,
      price: [null, 999, 1_000, 1_999, 2_000, 3_000, 9_000][n % 7] ?? null,
      archived_at: n % 11 === 0 ? new Date(service.clock.now()) : null,
      store_state: n % 13 === 0 ? "missing" : null,
    });
}

const scope: fc.Arbitrary<Omit<PolicyScope, "name">> = fc.record({
  priority: fc.option(fc.integer({ min: -1, max: 1 }), { nil: undefined }),
  match: drawnMatch,
});

describe("the count of items beside a scope of a draft", () => {
  it("is the number of items that a run would decide by its rules", async () => {
    expect(items.length).toBeLessThan(ITEMS);
    const userId = await service.person({ workspaceId: shop.id, role: "viewer" });
    const principal = await browserCaller(service, { userId, workspaceId: shop.id });
    await fc.assert(
      fc.asyncProperty(fc.array(scope, { maxLength: 5 }), async (generated) => {
        const scopes = generated.map((each, index) => ({ name: `Scope ${index}`, ...each }));
        const policy = compilePolicy({ ...DEFAULT_POLICY("EUR"), scopes });
        const named = items.map((item) => scopeFor(policy, item).name);
        const counted = await principal.policy.countItems({ currency: "EUR", scopes: generated });
        expect(counted.scopes).toEqual(
          scopes.map(({ name }) => named.filter((each) => each === name).length),
        );
        expect(counted.rest).toBe(items.length - counted.scopes.reduce((sum, count) => sum + count, 0));
      }),
      { numRuns: 150 },
    );
  });

  it("refuses a band that is no amount of the currency, at its place", async () => {
    const principal = await browserCaller(service, { userId: shop.userId, workspaceId: shop.id });
    const result = principal.policy.countItems({
      currency: "JPY",
      scopes: [{ match: { price_from: "1.50" } }],
    });
    await expect(result).rejects.toMatchObject({
      cause: { code: "validation_error", extra: { issues: [{ path: "scopes.0.match" }] } },
    });
  });
});
