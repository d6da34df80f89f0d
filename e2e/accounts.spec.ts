import type { Page } from "@playwright/test";
import { z } from "zod";
import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";
import type { Person } from "@/e2e/shop";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });

async function fill(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

test("a new person is shown their own link once, and has a workspace that runs", async ({
  page,
  service,
  problem,
}) => {
  problem.expect(/422/);
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Your name").fill("Anna");
  await fill(page, { email: "anna@first.example", password: "password1" });
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(page.getByText("among those that are tried first")).toBeVisible();
  await fill(page, { email: "anna@first.example", password: "quite a long password" });
  await page.getByRole("button", { name: "Create an account" }).click();
  const confirm = page.getByRole("link", { name: "Confirm your e-mail address" });
  const link = (await confirm.getAttribute("href")) ?? "";
  await confirm.click();
  await expect(page).toHaveURL(/\/w\/ws_/);
  await expect(page.getByRole("button", { name: /Anna's shop/ })).toBeVisible();
  await expect(page.getByText("Confirm your e-mail address.")).toBeHidden();
  await page.goto("/account");
  const happened = page.getByRole("list", { name: "Account events" });
  await expect(happened.getByText("The e-mail address was confirmed")).toBeVisible();
  expect(service.printed()).not.toContain("code=");
  // Opened again where nobody is signed in, it says so, and where to go.
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText("Your e-mail address is confirmed.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your workspace" }).click();
  await expect(page).not.toHaveURL(/confirm/);
});

test("a wrong password is said, and what was typed stays", async ({ page, newPerson, problem }) => {
  problem.expect(/401/);
  const person = await newPerson();
  await page.goto("/sign-in");
  await fill(page, { ...person, password: "not the password" });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The e-mail address or the password is wrong.")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue(person.email);
});

test("signing in leads to the page that was asked for, and signing out closes it", async ({
  page,
  newShop,
  problem,
}) => {
  // A question of the page that is under way when the session ends is refused.
  problem.expect(/401/);
  const shop = await newShop();
  await page.goto(shop.page("/runs"));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await fill(page, shop.owner);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(shop.page("/runs"));
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(shop.page("/runs"));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("a session that ends under an open page leads to signing in and back", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/401/);
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/alerts") });
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
  await page.context().clearCookies();
  // The reader's click and the page's own next request race; the first of them finds the session ended.
  const click = menu(page).getByRole("link", { name: "Runs" }).click({ noWaitAfter: true });
  await Promise.any([click, page.waitForURL(/\/sign-in/)]);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fw%2F/);
  const nextPath = new URL(page.url()).searchParams.get("next") ?? "";
  expect(
    [shop.page("/runs"), shop.page("/alerts")].map((url) => new URL(url, page.url()).pathname),
  ).toContain(nextPath);
  await fill(page, shop.owner);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(nextPath);
});

test("another workspace shows its own data alone, and a stranger's does not exist", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/404/);
  const first = await newShop();
  const second = await newShop({ owner: first.owner });
  const stranger = await newShop();
  await stock(first.client);
  const page = await as(first.owner, { at: first.page("/catalog") });
  await expect(page.getByText("Brass desk lamp")).toBeVisible();
  await page.getByRole("button", { name: first.name }).click();
  await page.getByRole("menuitem", { name: second.name }).click();
  await expect(page).toHaveURL(second.page());
  await menu(page).getByRole("link", { name: "Catalog" }).click();
  await expect(page).toHaveURL(second.page("/catalog"));
  await expect(page.getByRole("heading", { level: 1, name: "Catalog" })).toBeVisible();
  await expect(page.getByText("Brass desk lamp")).toHaveCount(0);
  const response = await page.goto(stranger.page("/catalog"));
  expect(response?.status()).toBe(404);
});

test("who owns as many workspaces as they may is told so above the form", async ({
  as,
  newPerson,
  problem,
  service,
}) => {
  problem.expect(/409/);
  const person = await newPerson();
  for (let number = 1; number <= 20; number += 1)
    await service.operate("workspace", "create", "--name", `Branch ${number}`, "--owner", person.email);
  const page = await as(person, { at: "/new-workspace" });
  await page.getByLabel("Name").fill("One more");
  await page.getByRole("combobox", { name: "Prices" }).click();
  await page.getByRole("option", { name: /Without VAT/ }).click();
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(page.getByText("You own 20 workspaces, and nobody can own more.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("One more");
});

test("a sign-in that fails after a new password was set is tried again with one press", async ({
  page,
  newPerson,
  service,
  problem,
}) => {
  problem.expect(/ERR_FAILED|Failed to fetch|fetch/);
  const { email } = await newPerson();
  const { link } = z
    .object({ link: z.string() })
    .parse(await service.operate("user", "reset-password", "--email", email));
  let tries = 0;
  await page.route("**/api/auth/callback/credentials*", (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await page.goto(link);
  await page.getByLabel("New password").fill("another long password");
  const submit = page.getByRole("button", { name: "Set the password" });
  await submit.click();
  await expect(page.getByText("The service could not be reached.")).toBeVisible();
  await submit.click();
  await expect(page).not.toHaveURL(/reset/);
  await page.goto("/account");
  await expect(page.getByText(email).first()).toBeVisible();
});
