import pg from "pg";
import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { createSweeper } from "./sweeper";

const ROWS = 101;
const service = duringTests(startTestService);

const jobKeys = async (prefix: string) =>
  (await service.sql("SELECT key FROM graphile_worker.jobs WHERE key LIKE $1", [`${prefix}:%`])).map(
    (row) => row["key"],
  );

const removeJobs = () =>
  service.sql("SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key IS NOT NULL");

it("finds all that waits, however much stays due before it, and begins anew after the last", async () => {
  const ids = { run: [] as string[], write_back: [] as string[], sync: [] as string[] };
  for (let i = 0; i < ROWS; i++) {
    const { id } = await service.workspace();
    ids.run.push(await service.make.run(id, { status: "queued" }));
    ids.write_back.push(await service.make.writeBack(id, { status: "queued" }));
  }
  await service.sql("UPDATE integrations SET sync_status = 'queued'");
  for (const row of await service.sql<{ id: string }>("SELECT id FROM integrations")) ids.sync.push(row.id);
  await removeJobs();

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

it("wakes workers once for all jobs of a kind, and leaves jobs that wait as they are", async () => {
  await removeJobs();
  const listener = new pg.Client({ connectionString: service.database.ownerUrl });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on("notification", ({ payload }) => void heard.push(payload));
  await listener.query('LISTEN "jobs:insert"');
  const sweep = createSweeper(service.services);
  // A hundred of each of the three kinds, then the last of each, then the same hundred once more.
  for (let turn = 0; turn < 3; turn++) await sweep();
  await service.sql("SELECT pg_notify('jobs:insert', 'end')");
  await expect.poll(() => heard.at(-1)).toBe("end");
  await listener.end();
  expect(heard).toHaveLength(7);
  expect(await service.sql("SELECT key FROM graphile_worker.jobs WHERE revision > 0")).toEqual([]);
});

it("replaces a job that waits for its next attempt, or has none left", async () => {
  await removeJobs();
  await createSweeper(service.services)();
  const [first, second] = (await jobKeys("run")).sort();
  const set = (key: unknown, what: string) =>
    service.sql(`UPDATE graphile_worker._private_jobs SET ${what} WHERE key = $1`, [key]);
  await set(first, "run_at = now() + interval '1 hour', attempts = 3");
  await set(second, "attempts = max_attempts");
  await createSweeper(service.services)();
  const ready = await service.sql(
    "SELECT key FROM graphile_worker.jobs WHERE key = ANY ($1) AND attempts = 0 AND run_at <= now() ORDER BY key",
    [[first, second]],
  );
  expect(ready.map(({ key }) => key)).toEqual([first, second]);
});
