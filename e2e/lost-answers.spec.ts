import { setTimeout as pause } from "node:timers/promises";
import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";
import { type Service, startService } from "@/e2e/service";
import { openShop } from "@/e2e/shop";

const LAMP = "Brass desk lamp";
/** The page ignores keys for a moment after a change the person did not cause, such as a resolved outcome. */
const PRESSES_COUNT_AFTER_MS = 700;

const csv = (text: string) => ({ name: "catalog.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
const itemRows = (count: number): string =>
  [
    "sku,title,price,currency,cost",
    ...Array.from({ length: count }, (_, n) => `S-${n},Item ${n},19.99,EUR,9.00`),
  ].join("\n");

test.describe("a server that is killed 25 ms after a click", () => {
  let service: Service;
  test.beforeAll(async () => {
    service = await startService();
  });
  test.afterAll(() => service.stop());

  test("an approval is being checked, until the row tells, and is never called not written", async ({
    as,
    problem,
  }) => {
    problem.expect(/Failed to load|ERR_|50\d|409/);
    const shop = await fullInbox(() => openShop(service));
    const page = await as(shop.owner, { of: service, at: shop.page("/approvals") });
    await page.getByRole("button", { name: LAMP, exact: true }).click();
    const details = page.getByRole("region", { name: "Recommendation details" });
    await expect(details.getByRole("heading", { name: LAMP })).toBeVisible();
    const said: string[] = [];
    await page.exposeFunction("said", (text: string) => void said.push(text));
    await page.evaluate(() => {
      new MutationObserver(() => {
        void (window as unknown as { said: (text: string) => void }).said(document.body.innerText);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await page.keyboard.press("a");
    await pause(25);
    await service.kill();
    await expect(details.getByText("No answer came back.")).toBeVisible();
    // Further keys have no effect, neither on this entry nor on another.
    await page.keyboard.press("a");
    await page.keyboard.press("r");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(details.getByRole("heading", { name: LAMP })).toBeVisible();

    await service.start();
    await expect(details.getByText("No answer came back.")).toBeHidden({ timeout: 60_000 });
    const pending = (await shop.client.recommendations("pending_approval")).map(({ item }) => item.title);
    expect(pending.length).toBeGreaterThanOrEqual(2);
    if (pending.includes(LAMP)) {
      await expect(details.getByText(/nothing was written\. Try again/)).toBeVisible();
      await pause(PRESSES_COUNT_AFTER_MS);
      await page.getByRole("button", { name: /^Approve/ }).click();
    }
    await expect
      .poll(async () => (await shop.client.recommendations("applied")).map(({ item }) => item.title), {
        timeout: 60_000,
      })
      .toEqual([LAMP]);
    expect(said.filter((text) => /: not written/.test(text))).toEqual([]);
  });

  test("a file under way is being checked, and said to be imported just where it is", async ({
    as,
    problem,
  }) => {
    test.setTimeout(300_000);
    problem.expect(/Failed to load|ERR_|50\d/);
    const shop = await openShop(service);
    const page = await as(shop.owner, { of: service, at: shop.page("/catalog/import") });
    await page.getByLabel("Choose a CSV, XLSX or ODS file").setInputFiles(csv(itemRows(20_000)));
    // The file is read and checked first.
    await page.getByRole("button", { name: "Import the catalog" }).click({ timeout: 120_000 });
    await pause(25);
    await service.kill();
    await expect(page.getByText("No answer came back.")).toBeVisible();
    await service.start();
    await expect(page.getByText("No answer came back.")).toBeHidden({ timeout: 60_000 });
    await expect(page.getByText(/^(Imported|Nothing was imported)\.$/)).toBeVisible();
    const isImported = await page.getByText("Imported.", { exact: true }).isVisible();
    expect((await shop.client.items()).length > 0).toBe(isImported);
    await page.getByRole("button", { name: "Import the catalog" }).click();
    const again = isImported ? "0 new, 0 changed, 20,000 as before" : "20,000 new";
    await expect(page.getByText(again)).toBeVisible({ timeout: 60_000 });
  });

  test("a setting whose answer is lost is said as it was found out to be", async ({ as, problem }) => {
    problem.expect(/Failed to load|ERR_|50\d/);
    const shop = await openShop(service);
    const page = await as(shop.owner, { of: service, at: shop.page("/settings/workspace") });
    // The change takes effect, but its answer is lost.
    let cut = 0;
    await page.route("**/api/trpc/workspace.change*", async (route) => {
      cut += 1;
      if (cut > 1) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Lamps and more");
    await page
      .getByRole("button", { name: /Save|Rename|Change/ })
      .first()
      .click();
    await expect.poll(() => cut).toBe(2);
    await expect(page.getByText("No answer came back", { exact: true })).toBeHidden();
    await page.reload();
    await expect(name).toHaveValue("Lamps and more");
  });
});

test("a change that never arrived is said not to be made, whatever comes late, and nothing is sent twice", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/Failed to load|ERR_/);
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await page.getByRole("button", { name: LAMP, exact: true }).click();
  const keys: string[] = [];
  await page.route("**/api/trpc/recommendations.approve*", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 1) return route.continue();
    await route.fulfill({ status: 502, body: "" });
  });
  await page.keyboard.press("a");
  await expect(page.getByText(/nothing was written\. Try again/)).toBeVisible();
  expect(keys).toHaveLength(1);
  await pause(PRESSES_COUNT_AFTER_MS);
  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText(/is .* in your store/)).toBeVisible();
  expect(new Set(keys).size).toBe(2);
  expect((await shop.client.recommendations("applied")).map(({ item }) => item.title)).toEqual([LAMP]);
});

test("a file whose answer is lost is imported once, and answers as it did first", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/Failed to load|ERR_/);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/catalog/import") });
  const keys: string[] = [];
  await page.route("**/api/files/*/catalog/**", async (route) => {
    const key = route.request().headers()["idempotency-key"];
    // A check of the file has no key.
    if (key === undefined) return route.continue();
    keys.push(key);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByLabel("Choose a CSV, XLSX or ODS file").setInputFiles(csv(itemRows(2)));
  await page.getByRole("button", { name: "Import the catalog" }).click();
  await expect(page.getByText("2 rows: 2 new, 0 changed, 0 as before.")).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).not.toBe("");
});
