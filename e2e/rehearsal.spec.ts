import type { Page } from "@playwright/test";
import { z } from "zod";
import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

const LAMP = "Brass desk lamp";
const listed = z.object({ faults: z.array(z.object({ fault: z.string(), met: z.number() })) });

/** Switches a fault on for the next call, on the open page of integrations. */
async function switchOn(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: `Switch on: ${title}` }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("On for the next")).toBeVisible();
}

test("a lost answer is rehearsed: the price is in the store once, and the fault counts as met", async ({
  as,
  newShop,
  service,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/settings/integrations") });
  await switchOn(page, "Loses its answer");
  await page.goto(shop.page("/approvals"));
  await page.getByRole("button", { name: LAMP, exact: true }).click();
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByRole("heading", { name: LAMP })).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText(/in your store/)).toBeVisible({ timeout: 60_000 });
  await page.goto(shop.page("/settings/integrations"));
  await expect(page.getByText("Met once")).toBeVisible();
  await expect(page.getByText("On for the next")).toHaveCount(0);
  const log = page.getByRole("table", { name: "The sandbox store's log" });
  await expect(log.getByRole("row")).toHaveCount(2);
  const shown = listed.parse(await service.operate("rehearsal", "show", "--workspace", shop.id));
  expect(shown.faults).toContainEqual(expect.objectContaining({ fault: "lost_answer", met: 1 }));
});

test("somebody's edit meanwhile ends in a conflict that the inbox tells, and is switched off in time", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/settings/integrations") });
  await switchOn(page, "Asks to slow down");
  await page.getByRole("button", { name: "Switch off: Asks to slow down" }).click();
  await expect(page.getByText("On for the next")).toHaveCount(0);
  await switchOn(page, "Somebody edits the price first");
  await page.goto(shop.page("/approvals"));
  await page.getByRole("button", { name: LAMP, exact: true }).click();
  const details = page.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByRole("heading", { name: LAMP })).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText(/not written|nothing was sent|was not sent/i).first()).toBeVisible({
    timeout: 60_000,
  });
});

test("a price is edited in the shop as a person does, a sale included, and the next sync finds it", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/422/);
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/settings/integrations") });
  await page.getByRole("button", { name: "Edit a price in the shop" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit a price in the shop" });
  await dialog.getByLabel("SKU").fill("NOT-HERE");
  await dialog.getByLabel(/^Price/).fill("81,50");
  await dialog.getByLabel(/^Sale price/).fill("75");
  await dialog.getByRole("button", { name: "Edit the price" }).click();
  await expect(dialog.getByText("The catalog has no item with this SKU.")).toBeVisible();
  await dialog.getByLabel("SKU").fill("LMP-01");
  await dialog.getByRole("button", { name: "Edit the price" }).click();
  await expect(page.getByText("LMP-01 was edited in the shop")).toBeVisible();
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText(/1 variants? seen/)).toBeVisible({ timeout: 60_000 });
  await page.goto(shop.page("/catalog"));
  await page.getByRole("link", { name: LAMP }).click();
  await expect(page.getByText(/75\.00/).first()).toBeVisible();
});
