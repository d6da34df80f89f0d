import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestService } from "@/server/testing/service";
import { createSweeper } from "./sweeper";

const ROWS = 101;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const jobKeys = async (prefix: string) =>
  (await service.sql("SELECT key FROM graphile_worker.jobs WHERE key LIKE $1", [`${prefix}:%`])).map(
    (row) => row["key"],
  );

it("finds all that waits, however much stays due before it, and begins anew after the last", async () => {
  const ids = { run: [] as string[], write_back: [] as string[], sync: [] as string[] };
  for (let i = 0; i < ROWS; i++) {
    const { id } = await service.workspace();
    ids.run.push(await service.make.run(id, { status: "queued" }));
    ids.write_back.push(await service.make.writeBack(id, { status: "queued" }));
  }
  await service.sql("UPDATE integrations SET sync_status = 'queued'");
  for (const row of await service.sql<{ id: string }>("SELECT id FROM integrations")) ids.sync.push(row.id);
  await service.sql("SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key IS NOT NULL");

  const sweep = createSweeper(service.services);
  await sweep();
  expect(await jobKeys("run")).toHaveLength(100);
  await sweep();
  for (const [task, waiting] of Object.entries(ids)) {
    expect(waiting.length).toBeGreaterThanOrEqual(ROWS);
    expect((await jobKeys(task)).sort()).toEqual(waiting.map((id) => `${task}:${id}`).sort());
  }

  const [first] = ids.run;
  await service.sql("SELECT graphile_worker.remove_job($1)", [`run:${first}`]);
  await sweep();
  expect(await jobKeys("run")).toContain(`run:${first}`);
});
