import { once } from "node:events";
import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { startTestService } from "@/server/testing/service";
import { openBareServer } from "./bare-page";

const service = duringTests(startTestService);

it("answers the catalog's page as the service does, so that their costs can be compared", async () => {
  const { id, userId } = await service.workspace();
  await seedCatalog(service.sql, id, 120, new Date(service.clock.now()));
  const token = await service.mintToken({ workspaceId: id, userId, scopes: ["catalog:read"] });
  const bare = openBareServer(service.database.ownerUrl, 0);
  await once(bare, "listening");
  const address = bare.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const own = await service.call("GET", "/catalog/items?limit=50", { token });
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(own.json);
    expect(text).toBe(own.text);
    expect(own.json?.["data"]).toHaveLength(50);
  } finally {
    bare.close();
    await once(bare, "close");
  }
});
