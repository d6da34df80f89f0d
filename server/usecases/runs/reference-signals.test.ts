import { beforeAll, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { operatorContext } from "../operator-context";
import { changeWorkspace } from "../workspaces/change";
import { processRun } from "./process";

const service = duringTests(() => startTestService({ now: "2026-09-01T08:00:00.000Z" }));
let mine: Cataloguer;
let other: Cataloguer;

const eur = (amount: string) => ({ amount, currency: "EUR" });

// Both shops sold a mug for 80.00, then for 100.00, and reduced it to 90.00; the tea was 100.00 all the time.
beforeAll(async () => {
  [mine, other] = [await openCatalog(service), await openCatalog(service)];
  const inBoth = async (...items: unknown[]) => {
    for (const shop of [mine, other]) await shop.upsert(...items);
  };
  await inBoth(
    { sku: "MUG", title: "Mug", price: eur("80.00") },
    { sku: "TEA", title: "Tea", price: eur("100.00") },
  );
  service.clock.advance(40 * DAY_MS);
  await inBoth({ sku: "MUG", price: eur("100.00") });
  service.clock.advance(10 * DAY_MS);
  const reduced = { price: eur("90.00"), compare_at_price: eur("100.00") };
  await inBoth({ sku: "MUG", ...reduced }, { sku: "TEA", ...reduced });
});

const turn = async (isOn: boolean) =>
  changeWorkspace(await operatorContext(service.services, mine.workspace.id), {
    reference_price_alerts: isOn,
  });

async function run(shop: Cataloguer): Promise<void> {
  const { json } = await shop.call("POST", "/runs");
  const { id } = json?.["run"] as { id: string };
  await processRun(service.services, shop.workspace.tenant, id);
  expect((await shop.call("GET", `/runs/${id}`)).json).toMatchObject({ status: "succeeded" });
}

/** What is open about a struck-through price, by sku. */
async function found(shop: Cataloguer): Promise<Record<string, string>> {
  const { json } = await shop.call("GET", "/alerts?kind=reference_above_prior&status=open");
  const alerts = json?.["data"] as { item: { sku: string }; message: string }[];
  return Object.fromEntries(alerts.map(({ item, message }) => [item.sku, message]));
}

const MUG =
  "The shop strikes 100.00 EUR through; the lowest price of the 30 days before the reduction was 80.00 EUR.";

it("a struck-through price above the prior price raises an alert, and only where the workspace asks", async () => {
  await run(mine);
  expect(await found(mine)).toEqual({});
  await turn(true);
  await run(mine);
  await run(other);
  expect(await found(mine)).toEqual({ MUG });
  expect(await found(other)).toEqual({});
});

it("the alert ends when no more than the prior price is struck through", async () => {
  const strikeThrough = (amount: string) =>
    mine.upsert({ sku: "MUG", price: eur("75.00"), compare_at_price: eur(amount) });
  await strikeThrough("81.00");
  await run(mine);
  expect(await found(mine)).toMatchObject({ MUG: expect.stringContaining("strikes 81.00 EUR through") });
  await strikeThrough("80.00");
  await run(mine);
  expect(await found(mine)).toEqual({});
});

it("the alert ends with the reduction, and when nobody asks any more", async () => {
  const ends = async (end: () => Promise<unknown>) => {
    await mine.upsert({ sku: "MUG", price: eur("79.00"), compare_at_price: eur("100.00") });
    await run(mine);
    expect(Object.keys(await found(mine))).toEqual(["MUG"]);
    await end();
    await run(mine);
    expect(await found(mine)).toEqual({});
  };
  await ends(() => mine.upsert({ sku: "MUG", price: eur("100.00") }));
  await ends(() => turn(false));
  await turn(true);
});

it("a lower price in the part of the 30 days that is known suffices, until no more than that is struck through", async () => {
  const sell = async (amount: string, compareAt?: string) => {
    service.clock.advance(DAY_MS);
    const shown = compareAt === undefined ? {} : { compare_at_price: eur(compareAt) };
    await mine.upsert({ sku: "NEW", title: "New", price: eur(amount), ...shown });
  };
  await sell("5.00");
  await sell("7.00");
  await sell("4.50", "7.00");
  await run(mine);
  const { NEW } = await found(mine);
  expect(NEW).toBe(
    "The shop strikes 7.00 EUR through; the lowest price of the 30 days before the reduction was 5.00 EUR or less.",
  );
  await sell("4.50", "5.00");
  await run(mine);
  expect(await found(mine)).not.toHaveProperty("NEW");
});
