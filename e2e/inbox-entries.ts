import { expect, type Page } from "@playwright/test";
import type { Shop } from "@/e2e/shop";

/** Opens an entry of the inbox, or of the recommendations, by its title. */
export async function openEntry(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

/** Returns the titles of what has a status, sorted. */
export const titlesOf = async (shop: Pick<Shop, "client">, status: string): Promise<string[]> =>
  (await shop.client.recommendations(status)).map(({ item }) => item.title).sort();
