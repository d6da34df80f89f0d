import { expect, test } from "@/e2e/fixtures";

const ZONE = "Asia/Tokyo";

/** The shop's local time at the next full minute that is at least ten seconds away: "14:45". */
function soon(): string {
  const at = Math.ceil((Date.now() + 10_000) / 60_000) * 60_000;
  const clock = { timeZone: ZONE, hourCycle: "h23", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-GB", clock).format(at);
}

test("a schedule begins by the clock of the shop, syncs the store for its run, and says so", async ({
  as,
  newShop,
}) => {
  test.setTimeout(240_000);
  const shop = await newShop();
  const price = { amount: "20.00", currency: "EUR" };
  const mug = { sku: "MUG", title: "Mug", price, cost: { amount: "10.00", currency: "EUR" } };
  expect((await shop.client.post("/catalog/items", { items: [mug] })).status).toBe(200);
  await shop.connectSandbox();

  const page = await as(shop.owner, { at: shop.page("/settings/workspace") });
  await page.getByRole("combobox", { name: "The shop's time zone" }).click();
  await page.getByRole("option", { name: ZONE }).click();
  await expect(page.getByRole("combobox", { name: "The shop's time zone" })).toHaveText(ZONE);

  await page.getByRole("link", { name: "Schedules", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No schedule yet" })).toBeVisible();
  await page.getByRole("button", { name: "New schedule" }).click();
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByLabel("Name").fill("Before opening");
  await dialog.getByLabel("Times").fill("25:00");
  await dialog.getByRole("button", { name: "Create the schedule" }).click();
  await expect(dialog.getByText("Write a time of day as HH:MM")).toBeVisible();
  const time = soon();
  await dialog.getByLabel("Times").fill(time);
  await dialog.getByRole("button", { name: "Create the schedule" }).click();

  const schedule = page.getByRole("region", { name: "Before opening" });
  await expect(schedule.getByRole("listitem")).toHaveCount(3);
  await expect(schedule.getByRole("listitem").first()).toContainText(time);
  await expect(schedule.getByText("It has not begun yet.")).toBeVisible();

  const row = schedule.getByRole("row", { name: new RegExp(`${time}.*Done`) });
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 150_000 });
  await row.getByRole("link", { name: "See the run" }).click();
  await expect(page.getByText("By schedule")).toBeVisible();
  await expect(page.getByText("The store was synced for this run.")).toBeVisible();

  const analyst = await as(await shop.member("analyst"), { at: shop.page("/settings/schedules") });
  await expect(analyst.getByRole("region", { name: "Before opening" })).toBeVisible();
  await expect(analyst.getByRole("button", { name: "New schedule" })).toHaveCount(0);
});
