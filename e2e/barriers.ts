import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Lists the page's serious and critical accessibility violations, each with its element. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id}: ${target.join(" ")}`));
}
