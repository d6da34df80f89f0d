import { beforeAll, expect, it } from "vitest";
import { operatorFigures } from "@/server/db/metrics/operator-figures";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { JOB_KINDS } from "./tasks";
import { startWorker } from "./worker";

const service = duringTests(startTestService);
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(service);
  await shop.stock({ sku: "lamp", price: "20.00", cost: "10.00" });
});

async function trigger(): Promise<string> {
  service.clock.advance(1_000);
  const { json } = await shop.call("POST", "/runs");
  return (json?.["run"] as { id: string }).id;
}

async function until(id: string, status: string): Promise<void> {
  await expect
    .poll(async () => (await shop.call("GET", `/runs/${id}`)).json?.["status"], { timeout: 15_000 })
    .toBe(status);
}

it("works on what was triggered, one run after another", async () => {
  const worker = await startWorker(service.services, { concurrency: 3, sweepIntervalMs: 60_000 });
  const ids = [await trigger(), await trigger(), await trigger()];
  for (const id of ids) await until(id, "succeeded");
  await worker.stop();
  const order = await service.sql("SELECT id FROM runs WHERE id = ANY($1) ORDER BY finished_at, id", [ids]);
  expect(order.map((row) => row["id"])).toEqual(ids);
});

it("finds a run whose job was lost", async () => {
  const id = await trigger();
  await service.sql("SELECT graphile_worker.remove_job($1)", [`run:${id}`]);
  const worker = await startWorker(service.services, { sweepIntervalMs: 100 });
  await until(id, "succeeded");
  await worker.stop();
});

it("takes up a run whose worker was killed, once its lease has passed, though the job is still locked", async () => {
  const id = await trigger();
  await service.sql(
    `UPDATE runs SET status = 'running', fence = 1, started_at = $2, as_of = $2, lease_until = $2 WHERE id = $1`,
    [id, new Date(service.clock.now() - 1)],
  );
  await service.sql(
    "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead', attempts = 1 WHERE key = $1",
    [`run:${id}`],
  );
  const worker = await startWorker(service.services, { sweepIntervalMs: 100 });
  await until(id, "succeeded");
  await worker.stop();
});

it("keeps a job it cannot read in the queue, with the reason", async () => {
  await service.sql("SELECT graphile_worker.add_job('run', '{\"v\":2}', job_key => 'odd')");
  const worker = await startWorker(service.services, { sweepIntervalMs: 60_000 });
  await expect
    .poll(
      async () => (await service.sql("SELECT last_error FROM graphile_worker.jobs WHERE key = 'odd'"))[0],
      {
        timeout: 15_000,
      },
    )
    .toMatchObject({ last_error: expect.stringContaining("workspaceId") });
  await worker.stop();
});

it("works on every kind of job that it counts for operators, and leaves a job of an unknown kind untouched", async () => {
  const figures = await operatorFigures(service.services.db, 5_000);
  expect(figures?.queue.map(({ task }) => task).sort()).toEqual(Object.keys(JOB_KINDS).sort());
  await service.sql("SELECT graphile_worker.add_job('mail', '{\"v\":1}', job_key => 'old')");
  const worker = await startWorker(service.services, { sweepIntervalMs: 100 });
  await until(await trigger(), "succeeded");
  await worker.stop();
  const [job] = await service.sql("SELECT attempts, locked_at FROM graphile_worker.jobs WHERE key = 'old'");
  expect(job).toEqual({ attempts: 0, locked_at: null });
});
