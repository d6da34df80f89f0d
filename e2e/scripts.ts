import type { Page } from "@playwright/test";
import { holdRequests } from "@/e2e/held-requests";

const SCRIPTS = /\/_next\/static\/.*\.js/;

/** Holds back the scripts of the pages until the returned function is called. */
export const holdScripts = (page: Page): Promise<() => void> => holdRequests(page, SCRIPTS);

/** Refuses the scripts that pages ask for from now on, as a service does that went away. Returns what ends that. */
export async function refuseScripts(page: Page): Promise<() => Promise<void>> {
  await page.route(SCRIPTS, (route) => route.abort());
  return () => page.unroute(SCRIPTS);
}

/** Waits until the page asks for a script. */
export const scriptAskedFor = (page: Page): Promise<unknown> => page.waitForRequest(SCRIPTS);
