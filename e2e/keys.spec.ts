import { clientOf } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { issueKey } from "@/e2e/settings-pages";

test("a key is shown once, works within its scopes, and is refused as soon as it is revoked", async ({
  as,
  newShop,
  service,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/keys") });
  const secret = await issueKey(page, "Nightly import", ["Read the catalog"]);
  const script = clientOf(service.url, secret);
  expect((await script.get("/catalog/items")).status).toBe(200);
  expect(await script.get("/runs")).toMatchObject({ status: 403, body: { required: "runs:read" } });

  await page.reload();
  const row = page.getByRole("row", { name: /Nightly import/ });
  await expect(row).toContainText(secret.slice(-4));
  expect(await page.content()).not.toContain(secret);
  const scopes = row.getByText("Read the catalog");
  await scopes.hover();
  await expect(page.getByRole("tooltip")).toHaveText("catalog:read");
  await page.mouse.move(0, 0, { steps: 5 });
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.reload();
  await scopes.focus();
  await expect(page.getByRole("tooltip")).toHaveText("catalog:read");
  await expect(scopes).toBeFocused();

  await row.getByRole("button", { name: "Actions for Nightly import" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(row).toContainText("Revoked");
  expect((await script.get("/catalog/items")).status).toBe(401);
});

test("a rotated key has a successor, and works on for as long as was chosen", async ({
  as,
  newShop,
  service,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/keys") });
  const old = await issueKey(page, "Price feed", ["Read runs"]);
  await page.getByRole("button", { name: "Actions for Price feed" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  const keyDialog = page.getByRole("dialog", { name: "Key “Price feed”" });
  const newDialog = await keyDialog.getByLabel("API key").inputValue();
  expect(newDialog).not.toBe(old);
  for (const token of [old, newDialog])
    expect((await clientOf(service.url, token).get("/runs")).status).toBe(200);
});

test("a key is issued, stored and revoked by keys alone, and the focus is never lost", async ({
  as,
  newShop,
  service,
}) => {
  const shop = await newShop();
  const page = await as(shop.owner, { at: shop.page("/settings/keys") });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Moves on by Tab until what is named has the focus. */
  const tabTo = async (role: "button" | "checkbox" | "textbox", name: string | RegExp) => {
    const target = page.getByRole(role, { name });
    await expect(target).toBeVisible();
    for (let n = 0; n < 60; n += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press("Tab");
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo("button", "New key");
  await press("Enter");
  await tabTo("textbox", "Name");
  await page.keyboard.type("Price feed");
  await tabTo("checkbox", /^Read runs/);
  await press("Space");
  await tabTo("button", "Issue the key");
  await press("Enter");
  const keyDialog = page.getByRole("dialog", { name: "Key “Price feed”" });
  const secret = await keyDialog.getByLabel("API key").inputValue();
  expect((await clientOf(service.url, secret).get("/runs")).status).toBe(200);
  // The secret is shown once, so Escape does not close it before it was stored.
  await press("Escape");
  await expect(keyDialog).toBeVisible();
  await tabTo("checkbox", "I have stored the key");
  await press("Space");
  await tabTo("button", "Done");
  await press("Enter");
  await expect(keyDialog).toBeHidden();

  await tabTo("button", "Actions for Price feed");
  await press("Enter");
  const revoke = page.getByRole("menuitem", { name: "Revoke" });
  await expect(revoke).toBeVisible();
  // The menu moves the focus a moment after the key, and nobody presses two keys within one.
  await press("End");
  await expect(revoke).toBeFocused();
  await press("Enter");
  await tabTo("button", "Revoke the key");
  await press("Enter");
  await expect(page.getByRole("row", { name: /Price feed/ })).toContainText("Revoked");
  expect((await clientOf(service.url, secret).get("/runs")).status).toBe(401);
  await expect(page.locator(":focus")).toHaveCount(1);
});
