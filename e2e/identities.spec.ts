import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { z } from "zod";
import { expect, type Problem, test } from "@/e2e/fixtures";
import { type Service, startService } from "@/e2e/service";
import { openShop } from "@/e2e/shop";
import { type IssuerPeer, startIssuer } from "@/server/testing/issuer/peer";

const printedLink = z.object({ link: z.string() });

test("somebody who is invited makes an account, joins, and is a member with that role", async ({
  as,
  newShop,
  page,
}) => {
  const shop = await newShop();
  const owner = await as(shop.owner, { at: shop.page("/settings/members") });
  await owner.getByLabel("E-mail address").fill("Guest@first.example");
  await owner.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(
    owner.getByRole("table", { name: "Invitations" }).getByText("guest@first.example"),
  ).toBeVisible();

  const linkField = owner.getByLabel("Link for guest@first.example, valid for 7 days");
  await page.goto(await linkField.inputValue());
  await expect(page.getByText(`invites guest@first.example to the workspace ${shop.name}`)).toBeVisible();
  await page.getByLabel("Your name").fill("Guest");
  await page.getByLabel("Password", { exact: true }).fill("quite a long password");
  await page.getByRole("button", { name: "Create an account and join" }).click();
  await expect(page).toHaveURL(shop.page());
  await expect(page.getByText("Confirm your e-mail address.")).toBeHidden();

  await owner.reload();
  await expect(owner.getByRole("table", { name: "Members" }).getByText("guest@first.example")).toBeVisible();
  await expect(owner.getByRole("table", { name: "Invitations" })).toBeHidden();
});

test("a forgotten password is replaced by the link that the operator prints, which signs every browser out", async ({
  as,
  newShop,
  page,
  service,
  problem,
}) => {
  problem.expect(/401/);
  const shop = await newShop();
  const before = await as(shop.owner, { at: "/account" });
  await expect(before.getByText("this one")).toBeVisible();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByText("This installation sends no mails.")).toBeVisible();
  const printed = await service.operate("user", "reset-password", "--email", shop.owner.email);
  await page.goto(printedLink.parse(printed).link);
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page).toHaveURL(shop.page());
  await before.goto("/account");
  await expect(before).toHaveURL(/\/sign-in\?next=%2Faccount/);
});

test.describe("with an identity provider", () => {
  let issuer: IssuerPeer;
  let service: Service;

  test.beforeAll(async () => {
    issuer = await startIssuer({ redirectUris: ["http://localhost/"] });
    service = await startService({
      IDP_ISSUER: issuer.issuer,
      IDP_CLIENT_ID: issuer.clientId,
      IDP_CLIENT_SECRET: issuer.clientSecret,
      IDP_NAME: "Test issuer",
    });
    await issuer.setRedirectUris([`${service.url}/api/auth/callback/issuer`]);
  });
  test.afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  async function visitor(browser: Browser, options: BrowserContextOptions, problem: Problem): Promise<Page> {
    const context = await browser.newContext({ ...options, baseURL: service.url });
    problem.watch(context);
    return context.newPage();
  }
  async function come(page: Page, subject: string): Promise<void> {
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Continue with Test issuer" }).click();
    await page.getByLabel("Subject").fill(subject);
    await page.getByRole("button", { name: "Continue" }).click();
  }

  test("an account of the same address opens only after its password was typed once", async ({
    browser,
    contextOptions,
    problem,
  }) => {
    problem.expect(/422/);
    const { owner, page: at } = await openShop(service);
    await issuer.know({ alice: { email: owner.email, email_verified: true } });
    const page = await visitor(browser, contextOptions, problem);
    await come(page, "alice");
    await expect(page.getByText(`There is an account for ${owner.email} already.`)).toBeVisible();
    await page.getByLabel("Password of your account").fill("not the password");
    await page.getByRole("button", { name: "Link and sign in" }).click();
    await expect(page.getByText("This is not the password of your account.")).toBeVisible();
    await page.getByLabel("Password of your account").fill(owner.password);
    await page.getByRole("button", { name: "Link and sign in" }).click();
    await expect(page).toHaveURL(new RegExp(at()));

    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Your account" }).click();
    await expect(page.getByText(/linked/)).toBeVisible();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await page.getByRole("button", { name: "Continue with Test issuer" }).click();
    await expect(page).toHaveURL(new RegExp(at()));
    await page.context().close();
  });

  test("an address nobody has becomes an account of its own", async ({
    browser,
    contextOptions,
    problem,
  }) => {
    await issuer.know({ bob: { email: "bob@second.example", email_verified: true, name: "Bob" } });
    const page = await visitor(browser, contextOptions, problem);
    await come(page, "bob");
    await expect(page.getByRole("button", { name: /Bob's shop/ })).toBeVisible();
    await page.goto("/account");
    await expect(page.getByText("This is the only way you can sign in")).toBeVisible();
    await page.context().close();
  });
});
