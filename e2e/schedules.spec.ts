import { expect, test } from "@/e2e/fixtures";

const ZONE = "Asia/Tokyo";

test("a schedule is made in the shop's time zone, says when it begins next, and is read by everybody", async ({
  as,
  newShop,
  problem,
}) => {
  // The dialog shows the refusal of a time that is none.
  problem.expect(/status of 422 .*schedules\.create/);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/workspace") });
  await page.getByRole("combobox", { name: "The shop's time zone" }).click();
  await page.getByRole("option", { name: ZONE }).click();
  await expect(page.getByRole("combobox", { name: "The shop's time zone" })).toHaveText(ZONE);

  await page.getByRole("link", { name: "Schedules", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No schedules yet" })).toBeVisible();
  await page.getByRole("button", { name: "New schedule" }).click();
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByLabel("Name").fill("Before opening");
  await dialog.getByLabel("Times").fill("25:00");
  await dialog.getByRole("button", { name: "Create the schedule" }).click();
  await expect(dialog.getByText("Write a time of day as HH:MM")).toBeVisible();
  await dialog.getByLabel("Times").fill("06:30");
  await dialog.getByRole("button", { name: "Create the schedule" }).click();

  const schedule = page.getByRole("region", { name: "Before opening" });
  await expect(schedule.getByRole("listitem")).toHaveCount(3);
  await expect(schedule.getByRole("listitem").first()).toContainText("06:30");
  await expect(schedule.getByText("It has not begun yet.")).toBeVisible();

  const analyst = await as(await shop.member("analyst"), { at: shop.page("/settings/schedules") });
  await expect(analyst.getByRole("region", { name: "Before opening" })).toBeVisible();
  await expect(analyst.getByRole("button", { name: "New schedule" })).toHaveCount(0);
});
