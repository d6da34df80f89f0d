import { z } from "zod";
import { fullInbox } from "@/e2e/assortment";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";

const DAY_MS = 24 * 60 * 60 * 1_000;
const Written = z.object({
  write_back: z
    .object({
      id: z.string(),
      status: z.string(),
      reverted_by: z.string().nullable(),
      revert_status: z.string().nullable(),
    })
    .nullable(),
});

test("the prices of a run are taken back after a preview, and so is that", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const waiting = await shop.client.recommendations("pending_approval");
  for (const { id } of waiting) await shop.client.post(`/recommendations/${id}/approve`);
  await expect.poll(() => shop.client.recommendations("applied")).toHaveLength(waiting.length);
  const runs = (await shop.client.get("/runs")).body as { data: { id: string }[] };

  const page = await as(shop.owner, { at: shop.page(`/runs/${runs.data[0]?.id}`) });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Undo this run…" }).click();
  await expect(dialog.getByText("Nothing falls out.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await shop.client.recommendations("applied")).toHaveLength(waiting.length);

  await page.getByRole("button", { name: "Undo this run…" }).click();
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

test("a price that was taken back and is written again in a freeze is shown as queued", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const { client } = shop;
  const [{ id = "" } = {}] = await client.recommendations("pending_approval");
  const path = `/recommendations/${id}`;
  const writeOf = async () => Written.parse((await client.get(path)).body).write_back;
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);
  await client.post(`${path}/approve`);
  await expect.poll(async () => (await writeOf())?.status).toBe("applied");
  await client.post(`/write-backs/${(await writeOf())?.id}/revert`);
  await expect.poll(async () => (await writeOf())?.revert_status).toBe("applied");
  const once = { from: day(-1), until: day(1) };
  expected(await client.post("/freezes", { reason: "Black Friday", once }), 200);
  await client.post(`/write-backs/${(await writeOf())?.reverted_by}/revert`);

  const page = await as(shop.owner, { at: shop.page(path) });
  const record = page
    .getByRole("region", { name: "Recommendation details" })
    .locator("dl", { hasText: "Receipt" });
  await expect(record).toContainText("Taken backThe earlier price is in the store again.");
  await expect(record).toContainText(/Written again\s*Queued/);
  await expect(record).toContainText(/WaitsFrozen until .*: Black Friday\./);
});
