import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Lists the page's serious and critical accessibility violations, each with its element.
 * @param within a selector of the only part that is looked at; without it, the whole page
 */
export async function barriers(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id}: ${target.join(" ")}`));
}
