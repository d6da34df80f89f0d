import type { Page } from "@playwright/test";

const SCRIPTS = /\/_next\/static\/.*\.js/;

/** Holds back the scripts of the pages until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Refuses the scripts that pages ask for from now on, as a service does that went away. Returns what ends that. */
export async function refuseScripts(page: Page): Promise<() => Promise<void>> {
  await page.route(SCRIPTS, (route) => route.abort());
  return () => page.unroute(SCRIPTS);
}

/** Waits until the page asks for a script. */
export const scriptAskedFor = (page: Page): Promise<unknown> => page.waitForRequest(SCRIPTS);
