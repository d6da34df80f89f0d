import { request } from "node:http";
import { listen, violations } from "@/e2e/content-policy";
import { expect, test } from "@/e2e/fixtures";

/** Pages without scripts, hence without a nonce. */
const PLAIN = ["/unsubscribe", "/oauth/authorize"];

test("pages without scripts allow none", async ({ page, problem }) => {
  // Without a code or parameters they are answered with 4xx.
  problem.expect(/status of 4\d\d/);
  await listen(page);
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
