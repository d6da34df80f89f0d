import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

test("the prices of a run are taken back after a preview, and so is that", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const waiting = await shop.client.recommendations("pending_approval");
  for (const { id } of waiting) await shop.client.post(`/recommendations/${id}/approve`);
  await expect.poll(() => shop.client.recommendations("applied")).toHaveLength(waiting.length);
  const runs = (await shop.client.get("/runs")).body as { data: { id: string }[] };

  const page = await as(shop.owner, { at: shop.page(`/runs/${runs.data[0]?.id}`) });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Take its prices back…" }).click();
  await expect(dialog.getByText("Nothing falls out.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await shop.client.recommendations("applied")).toHaveLength(waiting.length);

  await page.getByRole("button", { name: "Take its prices back…" }).click();
  await dialog.getByRole("button", { name: `Take back ${waiting.length}` }).click();
  const batch = page.getByRole("region", { name: "Batch" });
  await expect(batch.getByText(`${waiting.length} taken back`)).toBeVisible();
  for (const { item, current_price: before } of waiting) {
    const price = async () => (await shop.client.get(`/catalog/items/${item.id}`)).body;
    await expect.poll(price).toMatchObject({ price: { amount: before?.amount } });
  }

  await batch.getByRole("button", { name: "Take them back…" }).click();
  await expect(dialog.getByRole("button", { name: `Take back ${waiting.length}` })).toBeEnabled();
});
