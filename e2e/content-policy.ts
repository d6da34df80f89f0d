import type { Page } from "@playwright/test";

/** Records the page's policy violations from its start. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, "__violations", seen);
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      seen.push(`${violatedDirective}: ${blockedURI} in ${sourceFile}`);
    });
  });
}

/** Returns what the open page was forbidden since it began. */
export const violations = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, "__violations") as string[]);

/** Returns where a policy lets scripts come from; empty if it does not say. */
export const scriptSources = (policy: string): string => /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
