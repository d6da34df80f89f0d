import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures";
import { countPresses } from "@/e2e/presses";

const MAX_PRESSES = 8;

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  await field.fill(text);
}

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SCREENS = [
  ["desktop", DESKTOP],
  ["phone", PHONE],
] as const;

for (const [name, screen] of SCREENS)
  test(`a stranger with a ${name} has a price in a store after a few presses`, async ({
    browser,
    contextOptions,
    problem,
    service,
  }, info) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ ...contextOptions, ...screen, baseURL: service.url });
    problem.watch(context);
    const presses = await countPresses(context);
    const page = await context.newPage();
    const began = Date.now();
    await page.goto("/");
    await page.getByRole("link", { name: "Create an account" }).first().click();
    const address = page.getByLabel("E-mail address");
    await expect(address).toBeFocused();
    await address.fill(`${name}@first.example`);
    await type(page, "Password", "quite a long password");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Confirm your e-mail address" }).click();
    const steps = page.getByRole("region", { name: "First steps to a price in your store" });
    await steps.getByRole("button", { name: "Use the sample shop" }).click();
    // The first run has begun by itself.
    await steps.getByRole("link", { name: /that it found/ }).click({ timeout: 60_000 });
    const changes = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("deletion") });
    await changes.first().getByRole("button").first().click();
    // Who is alone decides once: accepting approves.
    await page.getByRole("button", { name: "Accept and approve" }).click();
    await expect(page.getByText(/in your store/).first()).toBeVisible({ timeout: 20_000 });
    const seconds = Math.round((Date.now() - began) / 1_000);
    const result = `${name}: ${presses.count()} presses, ${seconds} s from the first page to a price in the store`;
    info.annotations.push({ type: "first minutes", description: result });
    process.stdout.write(`${result}\n`);
    expect(presses.count()).toBeGreaterThan(0);
    expect(presses.count()).toBeLessThanOrEqual(MAX_PRESSES);
    await page.goto(page.url().replace(/(\/w\/[^/]+).*/, "$1"));
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expect(steps).toHaveCount(0);
    await context.close();
  });
