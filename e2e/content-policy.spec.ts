import { request } from "node:http";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { stock } from "@/e2e/assortment";
import { expected } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { settled } from "@/e2e/furnished-shop";
import { pagePatterns } from "@/e2e/page-paths";
import type { Shop } from "@/e2e/shop";

/** What pages need in their address to be shown; any other page is opened without. */
const QUERIES: Readonly<Record<string, string>> = {
  "/reset": "?code=x",
  "/confirm": "?code=x",
  "/invite": "?code=x",
};
const MISSING = "/no/such/page";
/** Pages without scripts, hence without a nonce. */
const PLAIN = ["/unsubscribe", "/oauth/authorize"];

/** Records the page's policy violations from its start. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, "__violations", seen);
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      seen.push(`${violatedDirective}: ${blockedURI} in ${sourceFile}`);
    });
  });
}

const violations = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, "__violations") as string[]);

const scriptSources = (policy: string): string => /script-src ([^;]*)/.exec(policy)?.[1] ?? "";

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

test("every page runs its own scripts alone, and none of them is forbidden", async ({
  as,
  newShop,
  problem,
}) => {
  test.setTimeout(300_000);
  // Unknown paths and requests without code or parameters are answered with 4xx.
  problem.expect(/status of 4\d\d/);
  const shop = await newShop();
  await stock(shop.client);
  await shop.client.run();
  const page = await as(shop.owner);
  await listen(page);
  const nonces = new Set<string>();
  const found: string[] = [];
  const parameters = await parametersOf(shop);
  const paths = [...pagePatterns().map((pattern) => filled(pattern, parameters)), MISSING];
  for (const path of paths) {
    const response = await page.goto(path);
    const sources = scriptSources((await response?.headerValue("content-security-policy")) ?? "");
    expect(sources, path).toMatch(/^'self' 'nonce-[\w+/=]{20,}'$/);
    nonces.add(sources);
    // The scripts set the theme's class, so the class proves that they ran.
    await expect(page.locator("html"), path).toHaveClass(/light|dark/);
    await settled(page);
    found.push(...(await violations(page)).map((each) => `${path} ${each}`));
  }
  expect(found).toEqual([]);
  expect(nonces.size).toBe(paths.length);
  for (const path of PLAIN) {
    const response = await page.goto(path);
    expect((await response?.headerValue("content-security-policy")) ?? "", path).toContain(
      "default-src 'none'",
    );
    expect(await violations(page)).toEqual([]);
  }
});

test("a script that got into a page does not run", async ({ page, problem }) => {
  problem.expect(/Content Security Policy/i);
  await listen(page);
  await page.goto("/sign-in");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.__ran = true";
    document.body.append(script);
    const image = document.createElement("img");
    image.setAttribute("onerror", "window.__ran = true");
    image.src = "data:,";
    document.body.append(image);
  });
  await expect.poll(async () => (await violations(page)).length).toBeGreaterThan(0);
  expect(await page.evaluate(() => Reflect.get(window, "__ran") as unknown)).toBeUndefined();
});

/** What the service answers to a request that would have the connection speak another protocol. */
const upgraded = (url: string, protocol: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { connection: "Upgrade", upgrade: protocol };
    const sent = request(url, { headers, timeout: 10_000 }, (response) => {
      response.resume();
      resolve(`${response.statusCode}`);
    });
    sent.once("upgrade", () => resolve("upgraded"));
    sent.once("timeout", () => sent.destroy(new Error("no answer")));
    sent.once("error", reject).end();
  });

test("no request takes a connection for another protocol, nor goes unanswered for asking", async ({
  page,
  service,
}) => {
  // The pages have to have been shown once for their library to listen.
  await page.goto("/sign-in");
  expect(await upgraded(`${service.url}/_next/webpack-hmr`, "websocket")).toBe("404");
  expect(await upgraded(`${service.url}/_next/hmr`, "websocket")).toBe("404");
  // Java's client asks so on every first request over plain HTTP.
  expect(await upgraded(`${service.url}/api/v1/runs`, "h2c")).toBe("401");
});
