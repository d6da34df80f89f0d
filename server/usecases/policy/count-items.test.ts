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
import { fc } from "@/server/testing/seed";
import { startTestService } from "@/server/testing/service";

const TAGS = ["sale", "new", "sale, new"];
const BRANDS = ["Alma", "Berg"];
const CATEGORIES = ["Shoes", "Tents"];

const service = duringTests(startTestService);
let shop: TestWorkspace;
let items: readonly EngineItem[];

beforeAll(async () => {
  shop = await service.workspace();
  const other = await service.workspace();
  for (const { id } of [shop, other]) await createItems(id);
  const page = { tags: [], after: null, limit: 1_000, asOfMs: service.clock.now(), dayPrices: false };
  const read = await inTenant(service.services.db, shop.tenant, (tx) => pageOfRunItems(tx, page));
  items = read.map(({ item }) => item);
});

/** Creates items with all combinations of tags, brand, category and price, including unknown ones. */
async function createItems(workspaceId: string): Promise<void> {
  for (let n = 0; n < 60; n += 1)
    await service.make.item(workspaceId, {
      tags: TAGS.filter((_, at) => (n >> at) % 2 === 1),
      brand: [...BRANDS, null][n % 3] ?? null,
      category: [null, ...CATEGORIES][n % 5] ?? null,
      price: n % 7 === 0 ? null : n * 250,
    });
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const some = (names: readonly string[]) => optional(fc.subarray([...names], { minLength: 1 }));
const amount = optional(fc.integer({ min: 0, max: 60 }).map((euros) => `${euros}.50`));
const scope: fc.Arbitrary<Omit<PolicyScope, "name">> = fc.record({
  priority: optional(fc.integer({ min: -1, max: 1 })),
  match: fc.record({
    tags: some(TAGS),
    brands: some(BRANDS),
    categories: some(CATEGORIES),
    price_from: amount,
    price_to: amount,
  }),
});

describe("the count of items beside a scope of a draft", () => {
  it("is the number of items that a run would decide by its rules", async () => {
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
      { numRuns: 60 },
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
