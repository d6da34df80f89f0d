import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Puts together what axe found in the page itself: no page has a frame, and joining the results of frames opens a
 * browser page for each look.
 */
const WITHOUT_FRAMES = true;
/** Other results are counted but not described, which is most of the work on a long page. */
const DESCRIBED = { resultTypes: ["violations" as const] };

/**
 * Lists the page's serious and critical accessibility violations, each with its element.
 * @param within a selector of the only part that is looked at; without it, the whole page
 */
export async function barriers(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(WITHOUT_FRAMES).options(DESCRIBED);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id}: ${target.join(" ")}`));
}
