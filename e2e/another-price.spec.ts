import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

const LAMP = "Brass desk lamp";

test("an approver sets another price, is told which limit it breaks, and approves what they set", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/422/);
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/approvals") });
  await page.getByRole("button", { name: LAMP, exact: true }).click();
  await page.getByRole("button", { name: "Another price" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Price in/).fill("1,00");
  // While it is typed: what it would earn, and the limit that it breaks.
  await expect(dialog.getByRole("status")).toHaveText(/below cost/);
  await expect(dialog.getByText("Margin", { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^−[\d.,]+\s?%$/)).toBeVisible();
  // A lamp of 79.99 that costs 41.00 and that a run may cut by 15 %, beside 71.99 to 72.49.
  const figure = (label: string) =>
    dialog.locator("div", { has: page.getByText(label, { exact: true }) }).last();
  await expect(figure("Profit a unit")).toContainText("−40.00");
  await expect(figure("Floor")).toContainText("68.00");
  await expect(figure("Market low")).toContainText("71.99");
  await expect(figure("Median")).toContainText("71.99");
  await dialog.getByLabel(/^Price in/).fill("70,00");
  await expect(dialog.getByRole("status")).toBeHidden();
  await expect(figure("Margin")).toContainText("41.4");
  await expect(figure("Profit a unit")).toContainText("29.00");
  await dialog.getByLabel(/^Price in/).fill("1,00");
  await dialog.getByRole("button", { name: "Set the price" }).click();
  await expect(dialog.getByText(/below cost/).first()).toBeVisible();

  const [waiting] = (await shop.client.recommendations("pending_approval")).filter(
    ({ item }) => item.title === LAMP,
  );
  const before = Number(waiting?.current_price?.amount);
  const recommended = Number(waiting?.recommended_price?.amount);
  const set = ((before + recommended) / 2).toFixed(2);
  await dialog.getByLabel(/^Price in/).fill(set);
  await dialog.getByLabel(/^Reason/).fill("Half the way is enough.");
  await dialog.getByRole("button", { name: "Set the price" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("set by a person")).toBeVisible();
  await expect(page.getByText("Half the way is enough.").first()).toBeVisible();

  await page.getByLabel("Add a comment").fill("Agreed with the supplier.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByText("Agreed with the supplier.")).toBeVisible();

  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText(/is .* in your store/)).toBeVisible();
  const [applied] = await shop.client.recommendations("applied");
  expect(applied).toMatchObject({ id: waiting?.id, recommended_price: { amount: set } });
  const item = await shop.client.get(`/catalog/items/${applied?.item.id}`);
  expect(item.body).toMatchObject({ price: { amount: set } });

  await page.goto(shop.page(`/recommendations/${waiting?.id}`));
  await expect(page.getByText("Agreed with the supplier.")).toBeVisible();
  await expect(page.getByText("set by a person")).toBeVisible();
  await expect(page.getByRole("button", { name: "Another price" })).toHaveCount(0);
});

test("a viewer sees what people wrote, and neither sets a price nor comments", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const [waiting] = await shop.client.recommendations("pending_approval");
  await shop.client.post(`/recommendations/${waiting?.id}/comments`, { text: "Ask before Friday." });
  const page = await as(await shop.member("viewer"), { at: shop.page(`/recommendations/${waiting?.id}`) });
  await expect(page.getByText("Ask before Friday.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Another price" })).toHaveCount(0);
  await expect(page.getByLabel("Add a comment")).toHaveCount(0);
});
