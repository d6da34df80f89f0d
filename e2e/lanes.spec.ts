import type { Page } from "@playwright/test";
import { fullInbox } from "@/e2e/assortment";
import { barriers } from "@/e2e/barriers";
import { expect, test } from "@/e2e/fixtures";

const [LAMP, TENT] = ["Brass desk lamp", "Trekking tent"];

/** Activates the draft of the open policy page. */
async function activate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Activate…" }).click();
  const dialog = page.getByRole("dialog", { name: "Activate this policy?" });
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Reloads the page until it shows the text; the lanes decide after the run has ended. */
const reloadUntil = (page: Page, text: string) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();

test("an owner leaves small changes to a lane: tried on past decisions, then in shadow, then open", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const waiting = await shop.client.recommendations("pending_approval");
  const tent = waiting.find(({ item }) => item.title === TENT);
  await shop.client.post(`/recommendations/${tent?.id}/reject`, { reason: "We run a campaign." });

  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await page.getByRole("button", { name: "Add a rule" }).click();
  const lane = page.getByRole("listitem").filter({ hasText: "Rule 1" });
  await lane.getByLabel("Decided by").click();
  await page.getByRole("option", { name: "the rule itself" }).click();
  await expect(lane.getByText("needs the largest change")).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeDisabled();
  await lane.getByLabel("Change of the price (%)").fill("10.5");
  await lane.getByLabel("Of the active items (%)").fill("100");
  // Scripts bring this shop's prices, which a lane decides on only where its owner says so.
  await lane.getByRole("checkbox", { name: "Tokens" }).check();
  await activate(page);

  await page.goto(shop.page("/settings/lanes"));
  await expect(page.getByText("off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Try it in shadow…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 would have passed")).toBeVisible();
  await expect(dialog.getByText("rejected or dismissed 1 of them")).toBeVisible();
  await expect(dialog.getByText("We run a campaign.")).toBeVisible();
  await dialog.getByRole("button", { name: "Start the shadow" }).click();
  await expect(page.getByText("in shadow", { exact: true })).toBeVisible();
  await shop.client.run();
  await reloadUntil(page, "would approve");
  await expect(page.getByRole("row").filter({ hasText: LAMP })).toContainText("would approve");
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(2);

  await page.getByRole("button", { name: "Turn it on…" }).click();
  await dialog.getByRole("button", { name: "Turn on the rule" }).click();
  const section = page.getByRole("region", { name: "1. Rule 1" });
  await expect(section.getByText("on", { exact: true })).toBeVisible();
  await shop.client.run();
  await expect.poll(() => shop.client.recommendations("applied")).toHaveLength(1);
  const [applied] = await shop.client.recommendations("applied");
  const { body } = await shop.client.get(`/recommendations/${applied?.id}`);
  expect(body).toMatchObject({ item: { title: LAMP }, decision: { by: "Lane Rule 1" } });
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(1);

  await page.getByRole("button", { name: "Turn it off" }).click();
  await expect(page.getByText("off", { exact: true })).toBeVisible();
});

test("a rule leaves to people what is new or was changed by hand lately, and one for two people leaves nothing out", async ({
  as,
  newShop,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await page.getByRole("button", { name: "Add a rule" }).click();
  const lane = page.getByRole("listitem").filter({ hasText: "Rule 1" });
  const decidedBy = async (decider: string) => {
    await lane.getByLabel("Decided by").click();
    await page.getByRole("option", { name: decider }).click();
  };
  const hours = lane.getByLabel("Price not changed by hand for (hours)");
  await expect(hours).toHaveCount(0);
  await decidedBy("the rule itself");
  await lane.getByLabel("Change of the price (%)").fill("2");
  await hours.fill("24");
  await lane.getByLabel("Known for (days)").fill("30");
  await expect(lane).toContainText(
    "price not changed by hand for at least 24 hours, known for at least 30 days",
  );
  await activate(page);
  await page.reload();
  await lane.getByRole("button", { name: "Rule 1" }).first().click();
  await expect(hours).toHaveValue("24");
  await decidedBy("two people");
  await expect(hours).toHaveCount(0);
  await expect(lane.first()).not.toContainText("changed by hand");
  await activate(page);
});

test("a large change waits for two people, and says so to each of them", async ({ as, newShop }) => {
  const shop = await fullInbox(newShop);
  const owner = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await owner.getByRole("tab", { name: "JSON" }).click();
  const document = owner.getByLabel("Policy document");
  const policy = JSON.parse(await document.inputValue()) as object;
  await document.fill(JSON.stringify({ ...policy, lanes: [{ name: "All", decided_by: "two_people" }] }));
  await activate(owner);

  const [first, second] = [await shop.member("approver"), await shop.member("approver")];
  const one = await as(first, { at: shop.page("/approvals") });
  await one.getByRole("button", { name: LAMP, exact: true }).click();
  await expect(one.getByText("Needs two people.")).toBeVisible();
  await one.getByRole("button", { name: /^Approve/ }).click();
  await expect(one.getByText("somebody else has to approve it too")).toBeVisible();
  expect(await shop.client.recommendations("pending_approval")).toHaveLength(3);

  const two = await as(second, { at: shop.page("/approvals") });
  await two.getByRole("button", { name: LAMP, exact: true }).click();
  await expect(two.getByText(`Approved by ${first.email}.`)).toBeVisible();
  await two.getByRole("button", { name: /^Approve/ }).click();
  await expect(two.getByText(/is .* in your store/)).toBeVisible();
  const [applied] = await shop.client.recommendations("applied");
  const { body } = await shop.client.get(`/recommendations/${applied?.id}`);
  expect(body).toMatchObject({ item: { title: LAMP }, approvals: { needed: 2, given: 2 } });
});

test("a lane closes when its evidence is changed or the policy takes it away, and its owners hear of it", async ({
  as,
  newShop,
}) => {
  const shop = await fullInbox(newShop);
  const [lamp] = await shop.client.recommendations("pending_approval");
  await shop.client.post(`/recommendations/${lamp?.id}/reject`, { reason: "Not this week." });
  const page = await as(shop.owner, { at: shop.page("/policy?edit=true") });
  await page.getByRole("tab", { name: "JSON" }).click();
  const document = page.getByLabel("Policy document");
  const policy = JSON.parse(await document.inputValue()) as object;
  const small = {
    name: "Small",
    decided_by: "automatic",
    at_most: { change: "0.01" },
    a_day: { items: "1" },
  };
  await document.fill(JSON.stringify({ ...policy, lanes: [small] }));
  await activate(page);
  const startShadow = async () => {
    await page.goto(shop.page("/settings/lanes"));
    await page.getByRole("button", { name: "Try it in shadow…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("0 would have passed")).toBeVisible();
    await expect(dialog).not.toContainText("People had approved");
    await dialog.getByRole("button", { name: "Start the shadow" }).click();
    await expect(page.getByText("in shadow", { exact: true })).toBeVisible();
  };
  await startShadow();
  await expect(page.getByText("Decides on evidence of page checks, stores, people,")).toBeVisible();

  await page.goto(shop.page("/policy?edit=true"));
  await page.getByRole("button", { name: /^Small/ }).click();
  const lane = page.getByRole("listitem").filter({ hasText: "Small" });
  const origins = lane.getByRole("group", { name: "Who brought it" });
  for (const name of ["Page checks", "Stores", "People"]) await origins.getByLabel(name).uncheck();
  await expect(origins.getByText("Choose at least one.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate…" })).toBeDisabled();
  await origins.getByLabel("Agents").check();
  await expect(
    origins.getByText("can lead to a price that no person has seen", { exact: false }),
  ).toBeVisible();
  await origins.getByLabel("Agents").uncheck();
  await origins.getByLabel("Tokens").check();
  await origins.getByLabel("People").check();
  await expect(lane.getByText("on evidence of people, tokens", { exact: false })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await activate(page);
  await page.goto(shop.page("/settings/lanes"));
  await expect(page.getByText("A change of the policy turned it off.")).toBeVisible();
  await expect(page.getByText("Decides on evidence of people, tokens,")).toBeVisible();

  await startShadow();
  await page.goto(shop.page("/policy?edit=true"));
  await page
    .getByRole("listitem")
    .filter({ hasText: "Small" })
    .getByRole("button", { name: "Remove" })
    .click();
  await activate(page);
  await page.goto(shop.page("/settings/lanes"));
  await expect(page.getByText("One person decides about every price")).toBeVisible();
  await page.goto(shop.page("/settings/audit"));
  const closed = page
    .getByRole("listitem")
    .filter({ hasText: "set the auto-approval rule Small to closed, before shadow" });
  await expect(closed).toHaveCount(2);
  await page.goto(shop.page("/settings/mails"));
  const mails = page.getByRole("list", { name: "Mails" }).getByRole("listitem");
  await mails.getByText(`${shop.name}: the pricing policy was changed`).first().click();
  await expect(mails.getByText("It closed these auto-approval rules: Small.").first()).toBeVisible();
});
