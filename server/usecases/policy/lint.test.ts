import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { previewPolicy } from "../trials/preview";

const service = duringTests(startTestService);
let shop: Shop;
let owner: Awaited<ReturnType<typeof browserCaller>>;

beforeAll(async () => {
  shop = await openShop(service);
  owner = await browserCaller(service, { userId: shop.workspace.userId, workspaceId: shop.workspace.id });
  const figures = { price: "173.99", cost: "114.83", stock: 3 };
  await shop.stock(
    { sku: "BOT-41", ...figures, tags: ["bestseller"] },
    { sku: "BOT-42", ...figures, tags: [] },
    { sku: "BOT-43", ...figures, tags: ["bestseller"] },
    { sku: "MUG-1", ...figures, tags: ["bestseller"] },
  );
  await service.sql(
    "UPDATE catalog_items SET category = 'Boots' WHERE workspace_id = $1 AND sku LIKE 'BOT%'",
    [shop.workspace.id],
  );
  // An item that is not watched any more loses nothing.
  await service.sql(
    "UPDATE catalog_items SET archived_at = now() WHERE workspace_id = $1 AND sku = 'BOT-43'",
    [shop.workspace.id],
  );
  await shop.observe("BOT-41", ["159.20"]);
});

const START = DEFAULT_POLICY("EUR");
const LOSING: Readonly<Record<string, z.infer<ReturnType<typeof z.json>>>> = {
  version: 1,
  currency: "EUR",
  defaults: {
    strategy: { type: "hold" },
    constraints: { margin_floor: "0", max_change: null },
    gates: { min_observations: 1 },
    rounding: { endings: [] },
  },
  scopes: [
    {
      name: "Bestsellers",
      match: { tags: ["bestseller"] },
      priority: 1,
      strategy: { type: "position", against: "min", ratio: "-0.01" },
    },
    {
      name: "Boots never below 35 %",
      match: { categories: ["Boots"] },
      constraints: { margin_floor: "0.35" },
    },
  ],
};
const FINDING = {
  level: "error",
  path: "scopes.1.constraints.margin_floor",
  code: "floor_lost",
  message: expect.stringContaining("It is lost for the item BOT-41:"),
};

it("a seller of whom no price is known is told, with the nearest one that is", async () => {
  const [{ seller = "" } = {}] = await service.sql<{ seller: string }>(
    "SELECT seller FROM current_offers WHERE workspace_id = $1",
    [shop.workspace.id],
  );
  const gates = { sellers: { except: [seller.toUpperCase(), `${seller}x`] } };
  const { findings } = await owner.policy.lint({
    document: { version: 1, currency: "EUR", defaults: { gates } },
  });
  expect(findings.filter(({ code }) => code === "unknown_seller")).toEqual([
    {
      level: "warning",
      path: "defaults.gates.sellers.except.1",
      code: "unknown_seller",
      message: `No price of "${seller}x" is known; did you mean "${seller}"?`,
    },
  ]);
});

it("a sku that no item has is told, by the rule that names it", async () => {
  const scopes = [{ name: "Two", match: { skus: ["BOT-41", "BOT-4"], except: { skus: ["mug-1"] } } }];
  const limits = [{ name: "One", match: { skus: ["MUG-2"] }, constraints: { margin_floor: "0.3" } }];
  const { findings } = await owner.policy.lint({ document: { version: 1, currency: "EUR", scopes, limits } });
  expect(findings.filter(({ code }) => code === "unknown_sku")).toEqual(
    [
      ["scopes.0.match.skus.1", "BOT-4"],
      ["scopes.0.match.except.skus.0", "mug-1"],
      ["limits.0.match.skus.0", "MUG-2"],
    ].map(([path, sku]) => ({
      level: "warning",
      path,
      code: "unknown_sku",
      message: `No item has the SKU "${sku}".`,
    })),
  );
});

describe("a floor that another scope's items lose", () => {
  it("keeps a new document from becoming active, with the item named, and is told by lint and preview", async () => {
    const { findings, with_limits } = await owner.policy.lint({ document: LOSING });
    expect(findings).toContainEqual(FINDING);
    await expect(owner.policy.set({ document: LOSING })).rejects.toMatchObject({
      cause: { extra: { issues: [{ path: FINDING.path, code: "floor_lost", message: FINDING.message }] } },
    });
    const read = readPolicyDocument(LOSING);
    if (!read.ok) throw new Error("unread");
    const preview = await previewPolicy(
      service.services,
      shop.workspace.tenant,
      { document: read.document, scenario: null },
      async () => undefined,
    );
    expect(preview.findings).toContainEqual(FINDING);
    expect(with_limits).toMatchObject({ limits: [{ name: "Boots never below 35 %" }] });
  });

  it("is held once it is moved to the limits: the price rises to it, and the limit is named", async () => {
    const { with_limits: moved } = await owner.policy.lint({ document: LOSING });
    if (moved === null) throw new Error("nothing to move");
    expect((await owner.policy.lint({ document: moved })).findings).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ code: "floor_lost" })]),
    );
    await owner.policy.set({ document: moved });
    await shop.run();
    const [recommendation] = await shop.recommendations("BOT-41");
    expect(recommendation).toMatchObject({ recommended_price: 17667n, binding_rule: "margin_floor" });
    expect(recommendation?.["reason"]).toContain("the 35 % floor (Boots never below 35 %)");
  });

  it("is an error whichever way it is asked for: as a markup, or as money", async () => {
    const [winner, loser] = LOSING["scopes"] as { constraints?: unknown }[];
    for (const floor of [{ markup_floor: "0.60" }, { min_profit: "60.00" }]) {
      const document = { ...LOSING, scopes: [winner, { ...loser, constraints: floor }] };
      const { findings } = await owner.policy.lint({ document });
      const path = `scopes.1.constraints.${Object.keys(floor)[0]}`;
      expect(findings).toContainEqual({ ...FINDING, path });
    }
  });

  it("leaves a document active that is so today, and lets it be restored", async () => {
    await shop.policy(LOSING);
    const { version } = await owner.policy.get({});
    await shop.run();
    await owner.policy.set({ document: START });
    expect(await owner.policy.restore({ version })).toMatchObject({ ok: true });
  });
});
