import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop } from "@/server/testing/watched-shop";
import { processRun } from "./process";

const service = duringTests(startTestService);

it("a run has finished when what it found is published, not when it was about to be", async () => {
  const shop = await openShop(service);
  await shop.stock({ sku: "lamp", price: "20.00", cost: "10.00" });
  await shop.observe("lamp", ["21.40", "21.60"]);
  const { json } = await shop.call("POST", "/runs", {});
  const { id } = json?.["run"] as { id: string };
  // Each read of the clock advances it by a second, so that every step of a run takes time.
  const slow = () => {
    service.clock.advance(1_000);
    return service.clock.now();
  };
  await processRun({ ...service.services, now: slow }, shop.workspace.tenant, id);
  const [row] = await service.sql<{ published: Date; finished: Date }>(
    `SELECT m.created_at AS published, r.finished_at AS finished FROM runs r
     JOIN recommendations m ON m.workspace_id = r.workspace_id AND m.run_id = r.id WHERE r.id = $1`,
    [id],
  );
  expect(row?.finished.getTime()).toBeGreaterThan(row?.published.getTime() ?? Infinity);
});
