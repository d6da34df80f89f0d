import type { Page, Response } from "@playwright/test";
import { z } from "zod";
import { barriers } from "@/e2e/barriers";
import { expected } from "@/e2e/client";
import { listen, scriptSources, violations } from "@/e2e/content-policy";
import { faultsAtEveryWidth } from "@/e2e/every-width";
import { expect, test } from "@/e2e/fixtures";
import { furnish, settled } from "@/e2e/furnished-shop";
import { pagePatterns } from "@/e2e/page-paths";
import type { Shop } from "@/e2e/shop";

// Every page is opened once, and looked at in every way that all pages are: to open one costs more than to look at it.
// In three parts, so that no worker opens all of them while the other has nothing to do.
test.describe.configure({ mode: "parallel" });

/** What pages need in their address to be shown; any other page is opened without. */
const QUERIES: Readonly<Record<string, string>> = {
  "/reset": "?code=x",
  "/confirm": "?code=x",
  "/invite": "?code=x",
};
/** Where scripts and barriers are looked at. */
const DESKTOP = { width: 1440, height: 900 };
const MISSING = "/no/such/page";
/** The landing page runs no script before it is read, and takes its colours from the browser alone. */
const PLAIN = "/";
/** The page of a library, which draws what the document describes; only its scripts are ours to answer for. */
const OF_A_LIBRARY = "/reference";
const OF_SETTINGS = "/w/[workspace]/settings/";

/** Returns an address of a page. @throws Error if it has a parameter that this test does not know */
function filled(pattern: string, parameters: Readonly<Record<string, string>>): string {
  const path = pattern.replace(/\[(\w+)\]/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${pattern} has a parameter that this test does not fill.`);
    return value;
  });
  return `${path}${QUERIES[pattern] ?? ""}`;
}

/** Returns what the pages of a shop are about, by the name of the address's parameter. */
async function parametersOf({ page, client }: Shop): Promise<Record<string, string>> {
  const hook = await client.post("/webhooks", {
    url: "https://hooks.example.com/shop",
    event_kinds: ["run.finished"],
  });
  const { webhook } = z.object({ webhook: z.object({ id: z.string() }) }).parse(expected(hook, 200));
  const [item = ""] = await client.items();
  const [run = ""] = await client.runs();
  const [recommendation] = await client.recommendations("new");
  return {
    workspace: page().replace("/w/", ""),
    item,
    run,
    rec: recommendation?.id ?? "",
    webhook: webhook.id,
    request: "unknown",
  };
}

/** What is wrong with the scripts of an opened page: its own alone run, and none of them is forbidden. */
async function scriptFaults(page: Page, response: Response | null, nonces: Set<string>): Promise<string[]> {
  const sources = scriptSources((await response?.headerValue("content-security-policy")) ?? "");
  const isOwn = /^'self' 'nonce-[\w+/=]{20,}'$/.test(sources) && !nonces.has(sources);
  nonces.add(sources);
  // The scripts set the theme's class, so the class proves that they ran.
  await expect(page.locator("html")).toHaveClass(/light|dark/);
  return [...(isOwn ? [] : [`scripts of ${sources || "anywhere"}`]), ...(await violations(page))];
}

/** The open page's barriers in light, then in dark colours. */
async function barriersInBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    found.push(...(await barriers(page)).map((barrier) => `${colorScheme}: ${barrier}`));
  }
  return found;
}

/** The heading of a page of settings is its name in their navigation. */
async function headingFaults(page: Page): Promise<string[]> {
  const current = page.getByRole("navigation", { name: "Settings" }).locator("[aria-current=page]");
  const [heading, name] = [page.getByRole("heading", { level: 1 }), (await current.textContent()) ?? ""];
  return (await heading.textContent()) === name ? [] : [`its heading is not "${name}"`];
}

const patterns = [...pagePatterns().sort(), MISSING];
const groupOf = (pattern: string): string => {
  if (pattern.startsWith(OF_SETTINGS)) return "of settings";
  return pattern.startsWith("/w/") ? "of the work" : "outside";
};

for (const group of ["of the work", "of settings", "outside"])
  test(`each page ${group} runs its own scripts alone, has no serious barrier, and is whole at every width`, async ({
    as,
    newShop,
    browser,
    service,
    problem,
  }) => {
    test.setTimeout(400_000);
    // Unknown paths and requests without code or parameters are answered with 4xx.
    problem.expect(/status of 4\d\d/);
    const shop = await newShop();
    const deeper = await furnish(shop);
    const parameters = await parametersOf(shop);
    const owner = await as(shop.owner);
    const visitor = await browser.newPage({ baseURL: service.url, reducedMotion: "reduce" });
    for (const page of [owner, visitor]) await listen(page);
    const nonces = new Set<string>();
    const found: string[] = [];
    const look = async (page: Page, path: string, pattern: string) => {
      await page.setViewportSize(DESKTOP);
      const response = await page.goto(path);
      await settled(page);
      const faults = pattern === PLAIN ? [] : await scriptFaults(page, response, nonces);
      if (pattern !== OF_A_LIBRARY) {
        faults.push(...(await (pattern === PLAIN ? barriers(page) : barriersInBoth(page))));
        if (pattern.startsWith(OF_SETTINGS)) faults.push(...(await headingFaults(page)));
        faults.push(...(await faultsAtEveryWidth(page)));
      }
      found.push(...faults.map((fault) => `${pattern}: ${fault}`));
    };
    for (const pattern of patterns.filter((each) => groupOf(each) === group)) {
      const isOwners = /^\/(w|account|connect-store|new-workspace|link|oauth)\b/.test(pattern);
      await look(isOwners ? owner : visitor, filled(pattern, parameters), pattern);
    }
    // More of the kinds that look different from thing to thing.
    if (group === "of the work") for (const path of deeper) await look(owner, shop.page(path), path);
    await visitor.close();
    expect(found).toEqual([]);
  });
