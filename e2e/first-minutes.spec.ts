import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures";

const MAX_CLICKS = 15;

/** Counts what a person presses from now on, on every page of the context: with the pointer, a finger or a key. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeFunction("countClick", () => void (clicks += 1));
  await context.addInitScript(() => {
    const count = (globalThis as unknown as { countClick: () => void }).countClick;
    document.addEventListener("click", ({ isTrusted }) => isTrusted && count(), { capture: true });
  });
  return () => clicks;
}

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
  test(`a stranger with a ${name} has a price in a store after a few clicks`, async ({
    browser,
    contextOptions,
    problem,
    service,
  }, info) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ ...contextOptions, ...screen, baseURL: service.url });
    problem.watch(context);
    const clicks = await countClicks(context);
    const page = await context.newPage();
    const began = Date.now();
    await page.goto("/");
    await page.getByRole("link", { name: "Make an account" }).first().click();
    await type(page, "E-mail address", `${name}@first.example`);
    await type(page, "Password", "quite a long password");
    await page.getByRole("button", { name: "Make an account" }).click();
    await page.getByRole("link", { name: "Confirm your e-mail address" }).click();
    await page.getByRole("link", { name: "Go to your workspace" }).click();
    const steps = page.getByRole("region", { name: "First steps to a price in your store" });
    await steps.getByRole("button", { name: "Take the sample shop" }).click();
    await steps.getByRole("button", { name: "Start it" }).click();
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
    const result = `${name}: ${clicks()} clicks, ${seconds} s from the first page to a price in the store`;
    info.annotations.push({ type: "first minutes", description: result });
    process.stdout.write(`${result}\n`);
    expect(clicks()).toBeLessThanOrEqual(MAX_CLICKS);
    await page.goto(page.url().replace(/(\/w\/[^/]+).*/, "$1"));
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expect(steps).toHaveCount(0);
    await context.close();
  });
