import { expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { workspaceSettings } from "@/server/db/workspaces/settings";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop } from "@/server/testing/watched-shop";

const service = duringTests(startTestService);

it("a decision that a webhook reports does not wait for a change of the workspace's settings", async () => {
  const shop = await openShop(service);
  const { id, tenant } = shop.workspace;
  expect((await shop.call("POST", "/webhooks", { url: "http://127.0.0.1:9/" })).status).toBe(200);
  const recommendation = await service.make.recommendation(id, { status: "new" });
  const answer = await inTenant(service.services.db, tenant, async (tx) => {
    await workspaceSettings(tx, { lock: true });
    return shop.call("POST", `/recommendations/${recommendation}/accept`);
  });
  expect(answer.text).toContain('"ok":true');
});
