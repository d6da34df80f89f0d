import { expect, type Page } from "@playwright/test";
import type { VendurePeer } from "@/e2e/stores/vendure-peer";

/**
 * Connects a Vendure store on the open integrations page and waits until its catalog is read.
 * @param says the price settings the page has to show before they are confirmed
 */
export async function connectVendure(
  page: Page,
  { url, credentials }: VendurePeer,
  says = "It sells in ",
): Promise<void> {
  await page.getByRole("button", { name: "Connect a store" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Connect a store" });
  await dialog.getByLabel("Store", { exact: true }).click();
  await page.getByRole("option", { name: /^Vendure/ }).click();
  await dialog.getByLabel("Admin API address").fill(url);
  await dialog.getByLabel("User name").fill(credentials.username);
  await dialog.getByLabel("Password").fill(credentials.password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByText(says)).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm and connect" }).click();
  const store = page.getByRole("region", { name: "Connected store" });
  await expect(store.getByText(/122 variants seen/)).toBeVisible({ timeout: 60_000 });
}

/** Creates a key on the open page of API keys, selecting scopes by label. @returns the secret, which is shown once */
export async function issueKey(page: Page, name: string, scopeLabels: readonly string[]): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByLabel("Name").fill(name);
  for (const label of scopeLabels) await dialog.getByRole("checkbox", { name: label }).check();
  await dialog.getByRole("button", { name: "Issue the key" }).click();
  const keyDialog = page.getByRole("dialog", { name: `Key “${name}”` });
  const secret = /pck_[0-9A-Za-z]{49}/.exec(await keyDialog.getByLabel("API key").inputValue())?.[0] ?? "";
  expect(secret).not.toBe("");
  await keyDialog.getByRole("checkbox", { name: "I have stored the key" }).check();
  await keyDialog.getByRole("button", { name: "Done" }).click();
  return secret;
}
