import { beforeAll, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { operatorContext } from "@/server/usecases/operator-context";
import { changeWorkspace } from "@/server/usecases/workspaces/change";

const service = duringTests(() => startTestService({ now: "2026-09-01T08:00:00.000Z" }));
let mine: Cataloguer;

beforeAll(async () => {
  mine = await openCatalog(service);
  await price("MUG", "80.00");
  service.clock.advance(40 * DAY_MS);
  await price("MUG", "100.00");
  service.clock.advance(10 * DAY_MS);
  await price("MUG", "90.00");
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const price = (sku: string, amount: string) => mine.upsert({ sku, title: `The ${sku}`, price: eur(amount) });
const prior = async (sku: string, query = "") =>
  (await mine.call("GET", `/catalog/items/${await mine.itemId(sku)}/prior-price${query}`)).json;
const now = () => new Date(service.clock.now()).toISOString();

it("is the lowest price of the 30 days before a reduction: of 80, 100 and 90 it is 80", async () => {
  expect(await prior("MUG", "?reduced_at=2026-10-21T08:00:00Z")).toEqual({
    item_id: await mine.itemId("MUG"),
    time_zone: "UTC",
    reduced_since: null,
    reference_price: null,
    reference_above_prior: false,
    from: "2026-09-21T00:00:00.000Z",
    until: "2026-10-21T08:00:00.000Z",
    price: eur("80.00"),
    charged_at: "2026-09-21T00:00:00.000Z",
    known_from: "2026-09-21T00:00:00.000Z",
    stated_until: null,
    complete: true,
  });
  // A reduction that begins when the 80 are more than 30 days ago.
  expect(await prior("MUG", "?reduced_at=2026-11-20T08:00:00Z")).toMatchObject({ price: eur("90.00") });
});

it("says that younger items are not known for 30 days, and that nothing is known before the first price", async () => {
  await price("NEW", "5.00");
  service.clock.advance(DAY_MS);
  expect(await prior("NEW")).toMatchObject({
    price: eur("5.00"),
    complete: false,
    known_from: "2026-10-21T08:00:00.000Z",
    until: now(),
  });
  expect(await prior("NEW", "?reduced_at=2026-09-01T00:00:00Z")).toMatchObject({
    price: null,
    charged_at: null,
    known_from: null,
    complete: false,
  });
});

it("counts the last step of a reduction that grew, or its first where the workspace chooses that", async () => {
  await price("LAMP", "50.00");
  service.clock.advance(31 * DAY_MS);
  for (const amount of ["45.00", "40.00"]) {
    await mine.upsert({ sku: "LAMP", price: eur(amount), compare_at_price: eur("50.00") });
    service.clock.advance(DAY_MS);
  }
  const steps = [
    new Date(service.clock.now() - 2 * DAY_MS).toISOString(),
    new Date(service.clock.now() - DAY_MS).toISOString(),
  ];
  expect(await prior("LAMP")).toMatchObject({
    reduced_since: steps[1],
    price: eur("45.00"),
    reference_price: eur("50.00"),
    reference_above_prior: true,
  });
  const context = await operatorContext(service.services, mine.workspace.id);
  await changeWorkspace(context, { prior_price_progressive: true });
  expect(await prior("LAMP")).toMatchObject({
    reduced_since: steps[0],
    price: eur("50.00"),
    reference_above_prior: false,
  });
  await changeWorkspace(context, { prior_price_progressive: false });
});

it("stands in the report of margins as in the answer for each item", async () => {
  await price("FRESH", "3.00");
  const { json } = await mine.call("GET", "/reports/export?report=margins&format=json");
  const rows = json?.["data"] as Record<string, unknown>[];
  expect(rows.map((row) => row["prior_price"] === null).sort()).toEqual([false, false, false, true]);
  for (const row of rows) {
    const answer = await prior(String(row["sku"]));
    const stated = answer?.["complete"] ? (answer["price"] as { amount: string }).amount : null;
    expect([row["prior_price"], row["reduced_since"], row["prior_price_known_from"]]).toEqual([
      stated,
      answer?.["reduced_since"],
      answer?.["known_from"],
    ]);
  }
});

it("keeps what was shown: nobody changes, adds or removes an entry but by changing an item", async () => {
  const refused = (text: string) =>
    expect(inTenant(service.db, mine.workspace.tenant, (tx) => tx.run(text, []))).rejects.toThrow(
      /permission denied/,
    );
  await refused("UPDATE shop_prices SET price = 1");
  await refused("DELETE FROM shop_prices");
  await refused(
    "INSERT INTO shop_prices (workspace_id, item_id, at, currency) SELECT workspace_id, item_id, at, currency FROM shop_prices",
  );
  await expect(service.sql("UPDATE shop_prices SET price = 1")).rejects.toThrow(/append-only/);
  await expect(service.sql("TRUNCATE shop_prices")).rejects.toThrow(/append-only/);
  // The triggers' functions have the owner's rights, and are of no use to tables of the service's own.
  await refused(
    `CREATE TEMPORARY TABLE mine (id text); CREATE TRIGGER mine AFTER INSERT ON mine FOR EACH ROW
       EXECUTE FUNCTION record_shop_price()`,
  );
});

it("goes by the order of the changes where a process has a clock that is behind", async () => {
  await price("CLOCK", "10.00");
  service.clock.advance(-HOUR_MS);
  await price("CLOCK", "7.00");
  service.clock.advance(HOUR_MS / 2);
  await price("CLOCK", "10.00");
  service.clock.advance(HOUR_MS / 2 + DAY_MS);
  expect(await prior("CLOCK")).toMatchObject({ price: eur("7.00"), complete: false });
  await price("CLOCK", "7.00");
  service.clock.advance(31 * DAY_MS);
  expect(await prior("CLOCK")).toMatchObject({ price: eur("7.00"), complete: true });
});

it("is read by nobody from another workspace", async () => {
  const other = await openCatalog(service);
  const path = `/catalog/items/${await mine.itemId("MUG")}/prior-price`;
  expect((await other.call("GET", path)).status).toBe(404);
  expect((await mine.call("GET", `${path}?reduced_at=yesterday`)).status).toBe(422);
});
