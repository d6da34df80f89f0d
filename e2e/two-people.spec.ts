import type { Page } from "@playwright/test";
import { fullInbox } from "@/e2e/assortment";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { titlesOf } from "@/e2e/inbox-entries";

const LAMP = "Brass desk lamp";
const MUG = "Camping mug";
const TENT = "Trekking tent";

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

/**
 * Opens the same three price changes for two people. The reader's browser uses a clock that the test controls, and is
 * behind a proxy that forbids the stream of changes, so that its list changes when the clock says.
 */
async function twoPeople({ as, newShop, problem }: Pick<Fixtures, "as" | "newShop" | "problem">) {
  const shop = await fullInbox(newShop);
  const other = await shop.member("approver");
  const reader = await as(shop.owner);
  await withoutStream(reader, problem);
  await reader.goto(shop.page("/approvals"));
  const colleague = await as(other, { at: shop.page("/approvals") });
  await standStill(reader, "Approvals");
  await loadDialog(reader);
  return { shop, other, reader, colleague };
}

/**
 * Opens the dialog of a decision once, so that its code is there: a stopped clock also stops what would load it ahead.
 */
async function loadDialog(page: Page): Promise<void> {
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: /^Reject/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function withoutStream(page: Page, problem: Fixtures["problem"]): Promise<void> {
  problem.expect(/\/changes\)$/);
  await page.route("**/changes", (route) => route.fulfill({ status: 403 }));
}

const details = (page: Page) => page.getByRole("region", { name: "Recommendation details" });
async function open(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: title, exact: true }).click();
  await expect(details(page).getByRole("heading", { name: title })).toBeVisible();
}

/** Approves in the other person's browser. */
async function approveAs(page: Page, title: string): Promise<void> {
  await open(page, title);
  await page.keyboard.press("a");
  await expect(page.getByText(new RegExp(`${title} is .* in your store`))).toBeVisible();
}

/**
 * Makes the page reload its list, as it does every half minute. The clock stops once the request is sent; the answer
 * is rendered while it stands.
 */
async function reread(page: Page, list = "recommendations.inbox"): Promise<void> {
  // The counts are another request, whose name begins like the list's.
  const name = new RegExp(`${list.replace(".", "\\.")}(?![A-Za-z])`);
  const isList = (asked: { url(): string }) => name.test(asked.url());
  const read = page.waitForResponse(isList);
  let asked = false;
  const onRequest = (request: { url(): string }) => {
    asked ||= isList(request);
  };
  page.on("request", onRequest);
  for (let ms = 0; ms < 31_000 && !asked; ms += 100) await page.clock.runFor(100);
  page.off("request", onRequest);
  await read;
  await page.clock.runFor(50);
}

/** Advances the stopped clock in small steps until the page shows the new list. */
async function untilRendered(page: Page, assertion: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(10);
    await assertion();
  }).toPass({ intervals: [50] });
}

async function standStill(page: Page, title: string): Promise<void> {
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

test("the open entry stays when somebody else approves it, says who, and arms no key until one moves", async ({
  as,
  newShop,
  problem,
}) => {
  const { shop, other, reader, colleague } = await twoPeople({ as, newShop, problem });
  await open(reader, MUG);
  await approveAs(colleague, MUG);
  await reread(reader);

  await expect(details(reader).getByRole("heading", { name: MUG })).toBeVisible();
  await expect(details(reader).getByText(`Approved by ${other.email}.`)).toBeVisible();
  await expect(reader.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await reader.clock.runFor(700);
  for (const key of ["a", "r", "s"]) await reader.keyboard.press(key);
  await expect(reader.getByRole("dialog")).toHaveCount(0);
  expect(await titlesOf(shop, "applied")).toEqual([MUG]);

  await reader.keyboard.press("j");
  const next = details(reader).getByRole("heading").first();
  await expect(next).not.toHaveText(MUG);
  const title = await next.innerText();
  await reader.keyboard.press("a");
  await expect.poll(() => titlesOf(shop, "applied"), { timeout: 60_000 }).toEqual([MUG, title].sort());
});

test("a key pressed just after somebody else decided the next entry decides nothing", async ({
  as,
  newShop,
  problem,
}) => {
  const { reader, colleague } = await twoPeople({ as, newShop, problem });
  await open(reader, LAMP);
  await reader.clock.pauseAt(new Date(Date.now() + 60_000));
  await approveAs(colleague, MUG);
  await reread(reader);
  await untilRendered(reader, async () => {
    expect(await reader.getByRole("button", { name: MUG, exact: true }).count()).toBe(0);
  });
  await reader.keyboard.press("r");
  await expect(reader.getByRole("dialog")).toHaveCount(0);
  await reader.clock.runFor(600);
  await reader.keyboard.press("r");
  await expect(reader.getByRole("dialog", { name: `Reject ${LAMP}` })).toBeVisible();
});

test("a key pressed just after somebody else decided an entry elsewhere decides on the open one", async ({
  as,
  newShop,
  problem,
}) => {
  const { reader, colleague } = await twoPeople({ as, newShop, problem });
  await open(reader, LAMP);
  await reader.clock.pauseAt(new Date(Date.now() + 60_000));
  await approveAs(colleague, TENT);
  await reread(reader);
  await untilRendered(reader, async () => {
    expect(await reader.getByRole("button", { name: TENT, exact: true }).count()).toBe(0);
  });
  await reader.keyboard.press("r");
  await expect(reader.getByRole("dialog", { name: `Reject ${LAMP}` })).toBeVisible();
});

test("a click just after somebody else decided the next entry decides nothing, and the button keeps the focus", async ({
  as,
  newShop,
  problem,
}) => {
  const { shop, reader, colleague } = await twoPeople({ as, newShop, problem });
  await open(reader, LAMP);
  await reader.clock.pauseAt(new Date(Date.now() + 60_000));
  await approveAs(colleague, MUG);
  await reread(reader);
  await untilRendered(reader, async () => {
    expect(await reader.getByRole("button", { name: MUG, exact: true }).count()).toBe(0);
  });
  const sent: string[] = [];
  reader.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  for (const name of ["Snooze", "Reject", "Approve"]) {
    const button = reader.getByRole("button", { name: new RegExp(`^${name}`) });
    await button.focus();
    await button.dispatchEvent("click");
    await expect(button).toBeFocused();
    await expect(button).toBeEnabled();
  }
  await expect(reader.getByRole("dialog")).toHaveCount(0);
  expect(sent).toEqual([]);
  expect(await titlesOf(shop, "applied")).toEqual([MUG]);
  await reader.clock.runFor(600);
  await reader.getByRole("button", { name: /^Reject/ }).dispatchEvent("click");
  await expect(reader.getByRole("dialog", { name: `Reject ${LAMP}` })).toBeVisible();
});

test("a reason that is being typed meets nobody else's decision, and is not sent to another entry", async ({
  as,
  newShop,
  problem,
}) => {
  const { shop, other, reader, colleague } = await twoPeople({ as, newShop, problem });
  await open(reader, LAMP);
  await reader.keyboard.press("r");
  const dialog = reader.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The supplier lowers the cost");
  await approveAs(colleague, LAMP);
  await reread(reader);
  await expect(dialog.getByText(`${LAMP}: Approved by ${other.email}.`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
  await dialog.getByLabel("Reason").press("Control+Enter");
  await expect(dialog.getByLabel("Reason")).toHaveValue("The supplier lowers the cost");
  expect(await titlesOf(shop, "rejected")).toEqual([]);
});

test("a selected row that somebody else decides falls out of the selection and is named", async ({
  as,
  newShop,
  problem,
}) => {
  const { other, reader, colleague } = await twoPeople({ as, newShop, problem });
  for (const title of [LAMP, MUG, TENT])
    await reader.getByRole("checkbox", { name: `Select ${title}` }).click();
  await expect(reader.getByText("3 selected")).toBeVisible();
  await approveAs(colleague, MUG);
  await reread(reader);
  await expect(reader.getByText("2 selected")).toBeVisible();
  await expect(reader.getByText("Fell out of the selection:")).toBeVisible();
  await expect(reader.getByText(`${MUG}: Approved by ${other.email}.`)).toBeVisible();
});

test("figures that move on while an entry is open disarm its keys until one has looked", async ({
  as,
  newShop,
  problem,
}) => {
  const { shop, reader } = await twoPeople({ as, newShop, problem });
  await open(reader, LAMP);
  const cost = { amount: "44.00", currency: "EUR" };
  expected(await shop.client.post("/catalog/items", { items: [{ sku: "LMP-01", cost }] }), 200);
  // A colleague's approval detects a changed cost and updates the recommendation's figures.
  const lamp = (await shop.client.recommendations("pending_approval")).find(
    ({ item }) => item.title === LAMP,
  );
  expected(await shop.client.post(`/recommendations/${lamp?.id}/approve`), 409);
  await reread(reader);
  await expect(details(reader).getByText("The figures changed while you had this open.")).toBeVisible();
  await reader.clock.runFor(700);
  await reader.keyboard.press("a");
  await reader.keyboard.press("r");
  await expect(reader.getByRole("dialog")).toHaveCount(0);
  await details(reader).getByRole("button", { name: "Decide on these" }).click();
  await reader.keyboard.press("r");
  await expect(reader.getByRole("dialog", { name: `Reject ${LAMP}` })).toBeVisible();
});

test("an alert that somebody else resolves stays and says who, and the one under the pointer is not taken for it", async ({
  as,
  newShop,
  problem,
}) => {
  const shop = await newShop();
  const below = (sku: string, title: string) => ({
    sku,
    title,
    price: { amount: "10.00", currency: "EUR" },
    cost: { amount: "12.00", currency: "EUR" },
  });
  const items = [below("A", "Axe"), below("B", "Bowl"), below("C", "Cup")];
  expected(await shop.client.post("/catalog/items", { items }), 200);
  await shop.client.run();
  const other = await shop.member("admin");
  const reader = await as(shop.owner);
  await withoutStream(reader, problem);
  await reader.goto(shop.page("/alerts?kind=below_cost"));
  const colleague = await as(other, { at: shop.page("/alerts?kind=below_cost") });
  await standStill(reader, "Alerts");
  const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
  const resolve = (page: Page, title: string) => row(page, title).getByRole("button", { name: /^Resolve/ });
  await expect(row(reader, "Bowl")).toBeVisible();
  await reader.clock.pauseAt(new Date(Date.now() + 60_000));
  await resolve(colleague, "Bowl").click();
  const status = async () => (await shop.client.get("/alerts?kind=below_cost&status=resolved")).body;
  await expect.poll(status).toMatchObject({ data: [{ item: { title: "Bowl" }, decided_by: other.email }] });

  await reread(reader, "alerts.list");
  await untilRendered(reader, () =>
    expect(row(reader, "Bowl")).toContainText(`Resolved by ${other.email}.`, { timeout: 1 }),
  );
  await expect(resolve(reader, "Bowl")).toHaveCount(0);
  await resolve(reader, "Cup").dispatchEvent("click");
  await expect(reader.getByText("Resolved", { exact: true }).filter({ hasText: "Cup" })).toHaveCount(0);
  await expect(row(reader, "Cup")).toBeVisible();
  await reader.clock.runFor(600);
  await resolve(reader, "Cup").dispatchEvent("click");
  await expect(row(reader, "Cup")).toHaveCount(0);
  await expect(row(reader, "Bowl")).toBeVisible();
});
