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
