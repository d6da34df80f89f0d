import type { Page } from "@playwright/test";
import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";
import type { Shop } from "@/e2e/shop";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhook-receiver";

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
test.afterEach(() => receiver.close());

/** Returns the kinds and numbers that arrived with a valid signature by the newest secret, in the order of arrival. */
const verified = (): string[] =>
  receiver.received
    .filter(({ verifiedBy }) => verifiedBy.includes(receiver.secrets.at(-1) ?? "unknown"))
    .map(({ body }) => `${body.number} ${body.type}`);

const log = (page: Page) => page.getByRole("region", { name: "Delivery log" });
const row = (page: Page, number: number) =>
  log(page)
    .getByRole("row")
    .filter({ hasText: `Number ${number} ` });

/** Reads the secret that the dialog shows once, gives it to the receiver, and closes the dialog. */
async function storeSecret(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: `Secret of “${name}”` });
  receiver.secrets.push(await dialog.getByLabel("Signing secret").inputValue());
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "I have stored the secret" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Creates a webhook to the receiver on the open list, and opens its page. */
async function createWebhook(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create the webhook" }).click();
  await storeSecret(page, name);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** Chooses an action from the webhook's menu. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Has a run finish and a recommendation dismissed: two events. */
async function decideOne({ client }: Shop): Promise<void> {
  await stock(client);
  await client.run();
  const [first] = await client.recommendations("new");
  await client.post(`/recommendations/${first?.id}/dismiss`);
}

test("a webhook is created, its secret shown once, and its events arrive signed and numbered", async ({
  as,
  newShop,
  problem,
}) => {
  // The dialog shows why an address is refused.
  problem.expect(/status of 422 .*webhooks\.create/);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/webhooks") });
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Address").fill("warehouse");
  await dialog.getByRole("button", { name: "Create the webhook" }).click();
  await expect(dialog.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await createWebhook(page, "Warehouse");
  const entry = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Webhooks" });
  await expect(entry).toHaveAttribute("aria-current", "page");
  await page.reload();
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();
  expect(await page.content()).not.toContain("whsec_");

  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(verified).toEqual(["1 webhook.test"]);
  await expect(row(page, 1)).toContainText("Delivered");

  await decideOne(shop);
  await expect.poll(verified).toEqual(["1 webhook.test", "2 run.finished", "3 recommendation.decided"]);
  await expect(row(page, 3)).toContainText("Recommendation decided");
  await row(page, 3).getByRole("button", { name: "Recommendation decided" }).click();
  const details = page.getByRole("dialog", { name: "Recommendation decided, number 3" });
  await expect(details.getByText('"status": "dismissed"')).toBeVisible();
});

test("a receiver that fails shows in the log, and a replay arrives with the same id", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/webhooks") });
  await createWebhook(page, "Warehouse");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(row(page, 1)).toContainText("Delivered");

  receiver.answer = () => ({ status: 503, body: "closed for stocktaking" });
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(row(page, 2)).toContainText("Retrying");
  await expect(row(page, 2)).toContainText("503");
  await expect(page.getByText("The receiver does not accept events.")).toBeVisible();
  await row(page, 2).getByRole("button", { name: "Test" }).click();
  await expect(page.getByRole("dialog").getByText("closed for stocktaking")).toBeVisible();
  await page.keyboard.press("Escape");

  receiver.answer = () => 204;
  await page.getByRole("button", { name: "Send number 1 again" }).click();
  const firsts = () => receiver.received.filter(({ body }) => body.number === 1);
  await expect.poll(() => firsts().length).toBe(2);
  expect(firsts()[1]).toMatchObject({ id: firsts()[0]?.id, text: firsts()[0]?.text });
  await expect(row(page, 1)).toContainText("sent again once");
});

test("a webhook that the receiver ends is enabled again and gets what it missed; deleting asks first", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/webhooks") });
  await createWebhook(page, "Warehouse");
  receiver.answer = () => 410;
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The receiver answered 410: the address is gone.")).toBeVisible();
  await expect(row(page, 1)).toContainText("Given up");
  await expect(page.getByRole("button", { name: "Send a test" })).toBeDisabled();

  receiver.answer = () => 204;
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText("Nothing is sent.")).toHaveCount(0);
  await choose(page, "Send again since a time");
  const replay = page.getByRole("dialog", { name: "Send events to “Warehouse” again" });
  await replay.getByLabel("Events since").fill("2026-01-01T00:00");
  await replay.getByRole("button", { name: "Send again" }).click();
  await expect(row(page, 1)).toContainText("Delivered");
  expect(receiver.received.map(({ body }) => body.number)).toEqual([1, 1]);

  await choose(page, "Rotate the secret");
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate the secret" }).click();
  await storeSecret(page, "Warehouse");
  await expect(page.getByText("Two secrets are valid.")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => receiver.received.at(-1)?.verifiedBy).toEqual(receiver.secrets);
  expect(receiver.secrets).toHaveLength(2);

  await choose(page, "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the webhook" }).click();
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
});

test("a webhook's page fits a phone, where a delivery is sent again from its details", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await as(shop.owner, { ...phone, at: shop.page("/settings/webhooks") });
  await createWebhook(page, "Warehouse");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(row(page, 1)).toContainText("Delivered");
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  await row(page, 1).getByRole("button", { name: "Test" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send number 1 again" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
});

test("who may not see webhooks reads who may", async ({ as, newShop }) => {
  const shop = await newShop();
  for (const role of ["viewer", "approver"]) {
    const page = await as(await shop.member(role), { at: shop.page("/settings/webhooks") });
    const article = role === "viewer" ? "a" : "an";
    await expect(
      page.getByText(`You are ${article} ${role} here; an admin or an owner can open it.`),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "New webhook" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Webhooks", exact: true })).toHaveCount(0);
  }
  const admin = await as(await shop.member("admin"), { at: shop.page("/settings/webhooks") });
  await expect(admin.getByRole("button", { name: "New webhook" })).toBeVisible();
});
