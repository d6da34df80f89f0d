import type { Page } from "@playwright/test";
import { layoutFaults } from "@/e2e/layout-faults";

/** A phone, half a window, a small laptop with and without its last pixels, a desktop, a wide screen. */
const WIDTHS = [360, 768, 1024, 1180, 1440, 2560];
const HEIGHT = 800;
/** A page is laid out anew after its window changed; what is wrong for longer than this is a fault. */
const LAID_OUT_MS = 3_000;

/** Returns what stays wrong with the layout of the open page. */
export async function lastingFaults(page: Page): Promise<string[]> {
  let faults = await layoutFaults(page);
  for (const end = Date.now() + LAID_OUT_MS; faults.length > 0 && Date.now() < end; ) {
    await page.waitForTimeout(100);
    faults = await layoutFaults(page);
  }
  return faults;
}

/** Returns what is wrong with the layout of the open page at any of the widths. */
export async function faultsAtEveryWidth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    found.push(...(await lastingFaults(page)).map((fault) => `at ${width}: ${fault}`));
  }
  return found;
}
