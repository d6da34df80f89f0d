import { expect, it } from "vitest";
import { z } from "zod";
import { MINUTE_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop } from "@/server/testing/watched-shop";
import { replayRun } from "./replay";

const service = duringTests(startTestService);

const BY_DELIVERED = {
  defaults: {
    strategy: { type: "position", against: "min" },
    constraints: { margin_floor: "0.10", max_change: "0.50" },
    rounding: { endings: [] },
    gates: { min_observations: 1, delivered: { own_shipping: "1.00" } },
  },
};

it("the cheapest with delivery is met, its evidence says how, and the run replays byte for byte", async () => {
  const shop = await openShop(service);
  const owner = await browserCaller(service, {
    userId: shop.workspace.userId,
    workspaceId: shop.workspace.id,
  });
  const codes = async () => {
    const { document } = await owner.policy.get({});
    return (await owner.policy.lint({ document: { ...document, ...BY_DELIVERED } })).findings.map(
      ({ code }) => code,
    );
  };
  await shop.stock({ sku: "MUG", price: "20.00", cost: "10.00" });
  await shop.observe("MUG", ["18.50"]);
  expect(await codes()).toContain("unknown_shipping");
  service.clock.advance(MINUTE_MS);
  await shop.observe("MUG", ["18.00"], { shipping: "4.90" });
  expect(await codes()).not.toContain("unknown_shipping");
  await shop.policy(BY_DELIVERED);
  const run = await shop.run();
  const [found] = await shop.recommendations("MUG");
  expect(found).toMatchObject({ kind: "price_change", recommended_price: 2190n });
  const shown = await shop.call("GET", `/recommendations/${z.string().parse(found?.["id"])}`);
  expect(shown.json).toMatchObject({
    evidence: {
      market: { lowest: { amount: "21.90" } },
      observations: expect.arrayContaining([
        expect.objectContaining({
          used: true,
          price: { amount: "18.00", currency: "EUR" },
          shipping: { amount: "4.90", currency: "EUR" },
          compared: { amount: "21.90", currency: "EUR" },
        }),
      ]),
    },
  });
  const { compared, difference } = await replayRun(service.services.db, z.string().parse(run["id"]));
  expect([compared, difference]).toEqual([1, null]);
});
