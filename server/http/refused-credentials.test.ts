import { afterEach, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { startTestSite, type TestSite } from "@/server/testing/site";

let site: TestSite;
afterEach(() => site.close());

const start = async () => {
  const http = { ...TEST_SETTINGS.http, refusedPerMinute: 3, trustedProxies: ["127.0.0.1"] };
  site = await startTestSite({ settings: { http } });
};
const ask = async (credential: string, address: string, path = "/api/v1/runs"): Promise<number> => {
  const headers = { authorization: `Bearer ${credential}`, "x-forwarded-for": address };
  const response = await fetch(site.url + path, { headers, method: path === "/api/mcp" ? "POST" : "GET" });
  if (response.status === 429) expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  return response.status;
};

it("an address that tries credentials is stopped, over all channels together, until the minute is over", async () => {
  await start();
  const { service } = site;
  const testWorkspace = await service.workspace();
  const [known, unknown] = await Promise.all(
    [1, 2].map(() => service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId })),
  );
  if (!known || !unknown) throw new Error("no tokens");
  expect(await ask(known, "192.0.2.1")).toBe(200);
  const tried = [];
  for (let i = 0; i < 6; i += 1)
    tried.push(await ask(`pck_${i}`, "192.0.2.1", i % 2 ? "/api/mcp" : undefined));
  expect(tried).toEqual([401, 401, 401, 401, 429, 429]);
  // Known credentials still work; unknown ones wait, even valid ones.
  expect(await ask(known, "192.0.2.1")).toBe(200);
  expect(await ask(unknown, "192.0.2.1")).toBe(429);
  expect(await ask(unknown, "192.0.2.2")).toBe(200);
  service.clock.advance(MINUTE_MS);
  expect(await ask("pck_x", "192.0.2.1")).toBe(401);
});
