import { fullInbox } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

const LAMP = "Brass desk lamp";
const OTHER_REQUESTS = /\/api\/trpc\/(?!recommendations\.reject)|\/changes$/;

test("a decision that the end of the session stopped is offered again, and sent once when one says so", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/401/);
  const shop = await fullInbox(newShop);
  const other = await newShop({ owner: shop.owner });
  const page = await as(shop.owner, { at: shop.page("/approvals?category=Home") });
  const keysSent: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (/recommendations\.reject/.test(request.url())) keysSent.push(request.headers()["idempotency-key"]);
  });
  await page.getByRole("button", { name: LAMP, exact: true }).click();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The campaign ends on Friday");
  // The page's other requests wait, so that the decision is the first to find the session ended.
  await page.route(OTHER_REQUESTS, () => undefined);
  await page.context().clearCookies();
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.unroute(OTHER_REQUESTS);
  await page.getByLabel("E-mail address").fill(shop.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(shop.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();

  const offered = page.getByText("Your session had ended before this was sent.");
  await expect(offered).toBeVisible();
  await expect(page).toHaveURL(/category=Home/);
  await expect(page.getByRole("heading", { name: LAMP })).toBeVisible();
  await expect(page.getByText(`Reject ${LAMP}: “The campaign ends on Friday”`)).toBeVisible();
  expect(await shop.client.recommendations("rejected")).toEqual([]);
  // In another workspace the same call would be another change.
  await page.goto(other.page("/approvals"));
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeEnabled();
  await expect(offered).toHaveCount(0);
  await page.goto(shop.page("/approvals"));
  await page.getByRole("button", { name: "Send it now" }).click();
  await expect.poll(() => shop.client.recommendations("rejected")).toMatchObject([{ item: { title: LAMP } }]);
  await expect(offered).toBeHidden();
  await page.reload();
  // Enabled once the page can act, and so would offer it.
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeEnabled();
  await expect(offered).toHaveCount(0);
  // Refused once and repeated once, by one key.
  expect(keysSent).toHaveLength(2);
  expect(new Set(keysSent).size).toBe(1);
});
