import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

const LAMP = "Brass desk lamp";
const DAY_MS = 24 * 60 * 60 * 1_000;

/** A day and time in UTC, the zone of a new shop, as the fields of the dialog take it. */
const local = (ms: number) => new Date(ms).toISOString().slice(0, 16);

test("an approval in a freeze waits, says until when, and is written when the freeze is deleted", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const page = await as(shop.owner, { at: shop.page("/settings/freezes") });
  await expect(page.getByRole("heading", { name: "No freezes yet" })).toBeVisible();
  await page.getByRole("button", { name: "New freeze" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New freeze" });
  await dialog.getByLabel("Reason").fill("Black Friday");
  await dialog.getByLabel("From").fill(local(Date.now() - DAY_MS));
  await dialog.getByLabel("Until").fill(local(Date.now() + DAY_MS));
  await dialog.getByLabel("Until").press("Enter");
  const freeze = page.getByRole("region", { name: "Black Friday" });
  await expect(freeze.getByText(/Prices are frozen until/)).toBeVisible();
  await expect(page.getByText(/Frozen until .*: Black Friday\. You can approve as always/)).toBeVisible();

  const inbox = await as(await shop.member("approver"), { at: shop.page("/approvals") });
  await inbox.getByRole("button", { name: LAMP, exact: true }).click();
  const details = inbox.getByRole("region", { name: "Recommendation details" });
  await expect(details.getByRole("heading", { name: LAMP })).toBeVisible();
  await inbox.keyboard.press("a");
  await expect(inbox.getByText(`${LAMP} is approved`)).toBeVisible();
  await expect(inbox.getByText(/^Frozen until .*: Black Friday\.$/)).toBeVisible();
  const titles = async (status: string) =>
    (await shop.client.recommendations(status)).map(({ item }) => item.title);
  expect(await titles("approved")).toEqual([LAMP]);

  await page.getByRole("button", { name: "Actions for Black Friday" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await page.getByRole("button", { name: "Delete the freeze" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No freezes yet" })).toBeVisible();
  await expect.poll(() => titles("applied"), { timeout: 60_000 }).toEqual([LAMP]);
});

test("a price that waits in a freeze is canceled by who may approve, and never written", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const { post, recommendations } = shop.client;
  const once = { from: local(Date.now() - DAY_MS), until: local(Date.now() + DAY_MS) };
  expect((await post("/freezes", { reason: "Black Friday", once })).status).toBe(200);
  const inbox = await as(await shop.member("approver"), { at: shop.page("/approvals") });
  await inbox.getByRole("button", { name: LAMP, exact: true }).click();
  await expect(inbox.getByRole("region", { name: "Recommendation details" })).toBeVisible();
  await inbox.keyboard.press("a");
  await expect(inbox.getByText(`${LAMP} is approved`)).toBeVisible();
  const [waiting] = await recommendations("approved");

  const analyst = await as(await shop.member("analyst"), {
    at: shop.page(`/recommendations/${waiting?.id}`),
  });
  await expect(analyst.getByText(/^Frozen until/)).toBeVisible();
  await expect(analyst.getByRole("button", { name: "Cancel the write" })).toHaveCount(0);

  await inbox.goto(shop.page(`/recommendations/${waiting?.id}`));
  await inbox.getByRole("button", { name: "Cancel the write" }).press("Enter");
  const dialog = inbox.getByRole("alertdialog", { name: "Cancel the write?" });
  await dialog.getByRole("button", { name: "Cancel the write" }).press("Enter");
  await expect(inbox.getByText("It was canceled before it was sent. Nothing was sent.")).toBeVisible();
  await expect(inbox.getByRole("button", { name: "Cancel the write" })).toHaveCount(0);
  expect((await recommendations("failed")).map(({ item }) => item.title)).toEqual([LAMP]);
});

test("a weekly freeze reads as a sentence, and analysts read it without buttons", async ({ as, newShop }) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/freezes") });
  await page.getByRole("button", { name: "New freeze" }).click();
  const dialog = page.getByRole("dialog", { name: "New freeze" });
  await dialog.getByLabel("Reason").fill("Weekends");
  await dialog.getByRole("checkbox", { name: "Every week" }).press("Space");
  await dialog.getByRole("button", { name: "Freeze prices" }).click();
  await expect(page.getByText("Every Friday 16:00 to Monday 06:00, UTC.")).toBeVisible();

  const analyst = await as(await shop.member("analyst"), { at: shop.page("/settings/freezes") });
  await expect(analyst.getByText("Every Friday 16:00 to Monday 06:00, UTC.")).toBeVisible();
  await expect(analyst.getByRole("button", { name: "New freeze" })).toHaveCount(0);
});

test("a freeze that never ends or lasts too long is refused at the field that says so", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/422/);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/freezes") });
  await page.getByRole("button", { name: "New freeze" }).click();
  const dialog = page.getByRole("dialog", { name: "New freeze" });
  const submit = dialog.getByRole("button", { name: "Freeze prices" });
  await dialog.getByLabel("Reason").fill("Always");
  await dialog.getByLabel("From").fill("2027-01-01T00:00");
  await dialog.getByLabel("Until").fill("2028-06-01T00:00");
  await submit.click();
  await expect(dialog.getByLabel("Until")).toHaveAccessibleDescription("A freeze lasts at most 366 days.");
  await dialog.getByRole("checkbox", { name: "Every week" }).check();
  await dialog.getByLabel("Until").fill("16:00");
  await dialog.getByLabel("Ends on").click();
  await page.getByRole("option", { name: "Friday" }).click();
  await submit.click();
  await expect(dialog.getByLabel("Ends on")).toHaveAccessibleDescription(
    "This freeze would never end: leave a time of the week free.",
  );
  await dialog.getByLabel("Until").fill("15:00");
  await submit.click();
  await expect(page.getByText("Every Friday 16:00 to Friday 15:00, UTC.")).toBeVisible();
});
