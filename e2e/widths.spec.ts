import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures";
import { furnish, settled } from "@/e2e/furnished-shop";
import { layoutFaults } from "@/e2e/layout-faults";
import { SETTINGS_PAGES, WORKSPACE_PAGES } from "@/e2e/page-paths";

// The last file of all: its pages are halved, so that no worker looks at all of them while the other has nothing to do.
test.describe.configure({ mode: "parallel" });

/** A phone, half a window, a small laptop with and without its last pixels, a desktop, a wide screen. */
const WIDTHS = [360, 768, 1024, 1180, 1440, 2560];
const HEIGHT = 800;
/** A page is laid out anew after its window changed; what is wrong for longer than this is a fault. */
const LAID_OUT_MS = 3_000;
const OUTSIDE = ["/", "/sign-in", "/sign-up", "/bot", "/support"];

async function lastingFaults(page: Page): Promise<string[]> {
  let faults = await layoutFaults(page);
  for (const end = Date.now() + LAID_OUT_MS; faults.length > 0 && Date.now() < end; ) {
    await page.waitForTimeout(100);
    faults = await layoutFaults(page);
  }
  return faults;
}

/** Returns what is wrong with a page at any of the widths. */
async function faultsAtEveryWidth(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width: WIDTHS[0] ?? 360, height: HEIGHT });
  await page.goto(path);
  await settled(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const faults = await lastingFaults(page);
    found.push(...faults.map((fault) => `${path.replace(/^\/w\/[^/]+/, "")} at ${width}: ${fault}`));
  }
  return found;
}

test("at every width each page of the work shows all of its figures, in one scrollbar", async ({
  as,
  newShop,
}) => {
  test.setTimeout(300_000);
  const shop = await newShop();
  const deeper = await furnish(shop);
  const page = await as(shop.owner);
  const found: string[] = [];
  for (const path of [...WORKSPACE_PAGES, ...deeper])
    found.push(...(await faultsAtEveryWidth(page, shop.page(path))));
  expect(found).toEqual([]);
});

test("at every width each page of settings and outside shows all of its figures, in one scrollbar", async ({
  as,
  newShop,
  browser,
  service,
}) => {
  test.setTimeout(300_000);
  const shop = await newShop();
  await furnish(shop);
  const page = await as(shop.owner);
  const visitor = await browser.newPage({ baseURL: service.url });
  const found: string[] = [];
  for (const name of SETTINGS_PAGES)
    found.push(...(await faultsAtEveryWidth(page, shop.page(`/settings/${name}`))));
  found.push(...(await faultsAtEveryWidth(page, "/account")));
  for (const path of OUTSIDE) found.push(...(await faultsAtEveryWidth(visitor, path)));
  await visitor.close();
  expect(found).toEqual([]);
});

test("on a phone a dialog shows all of its fields, and no notice covers one", async ({ as, newShop }) => {
  const shop = await newShop();
  await furnish(shop);
  const page = await as(shop.owner, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    at: shop.page("/approvals"),
  });
  await page.getByRole("button", { name: "Snooze" }).tap();
  const dialog = page.getByRole("dialog", { name: /^Snooze/ });
  await dialog.getByRole("button", { name: /^Tomorrow morning/ }).tap();
  await expect(page.getByText(/^Snoozed: /)).toBeVisible();
  await page.getByRole("button", { name: "Snooze" }).tap();
  await expect(dialog.getByLabel(/^Why/)).toBeVisible();
  expect(await lastingFaults(page)).toEqual([]);
  await expect(page.getByText(/^Snoozed: /)).toBeVisible();
  const covered = await dialog.evaluate((element) =>
    [...element.querySelectorAll("input, fieldset button")].flatMap((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(above) ? [] : [field.outerHTML];
    }),
  );
  expect(covered).toEqual([]);
});

test("on a phone the filters of a list stand beside each other", async ({ as, newShop }) => {
  const shop = await newShop();
  await furnish(shop);
  for (const path of ["/catalog", "/approvals"]) {
    const page = await as(shop.owner, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      at: shop.page(path),
    });
    await page.getByRole("button", { name: "Filters" }).tap();
    await expect(page.getByRole("combobox", { name: "Brand" })).toBeVisible();
    expect(await lastingFaults(page)).toEqual([]);
  }
});
