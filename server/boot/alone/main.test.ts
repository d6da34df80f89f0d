import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startNextAlone } from "@/server/testing/next-alone";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
const next = duringTests(() => startNextAlone(service.database));

it("a host that runs Next only answers the API as the service does", async () => {
  const shop = await service.workspace();
  await service.make.item(shop.id);
  const token = await service.mintToken({
    workspaceId: shop.id,
    userId: shop.userId,
    scopes: ["catalog:read"],
  });
  const page = "/api/v1/catalog/items?limit=10";
  const answer = await fetch(next.url + page, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe((await service.call("GET", "/catalog/items?limit=10", { token })).text);
  expect((await fetch(next.url + page)).status).toBe(401);
});

it("a host that runs Next only draws pages and signs in", async () => {
  expect((await fetch(`${next.url}/sign-in`)).status).toBe(200);
  expect(await (await fetch(`${next.url}/api/auth/providers`)).json()).toHaveProperty("credentials");
});
