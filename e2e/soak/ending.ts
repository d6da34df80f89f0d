import { setTimeout as pause } from "node:timers/promises";
import type { ApiProcess } from "@/e2e/faults/api-process";
import { check, type Findings } from "@/e2e/faults/check";
import { sumOf } from "@/e2e/faults/figures";
import { PROMISES } from "@/e2e/faults/promises";
import type { LoadedShop } from "./supply";

/** Jobs that are due and wait for a worker, and all work that has not ended. */
const WAITING = `
  SELECT (SELECT count(*) FROM graphile_worker.jobs
      WHERE run_at <= clock_timestamp() AND locked_at IS NULL AND attempts < max_attempts)
    + (SELECT count(*) FROM write_backs WHERE finished_at IS NULL)
    + (SELECT count(*) FROM integrations WHERE sync_status IN ('queued', 'running'))
    + (SELECT count(*) FROM runs WHERE status IN ('queued', 'running'))
    + (SELECT count(*) FROM decision_batches WHERE status = 'running') AS n`;
const LOOK_EVERY_MS = 250;

/**
 * Waits until nothing is due any more.
 * @returns the seconds that it took, to a tenth; null if something is left after the given time
 */
export async function secondsUntilEmpty({ sql }: ApiProcess, withinMs: number): Promise<number | null> {
  const startedAt = performance.now();
  for (;;) {
    const [row] = await sql<{ n: bigint }>(WAITING);
    const elapsedMs = performance.now() - startedAt;
    if (row?.n === 0n) return Math.round(elapsedMs / 100) / 10;
    if (elapsedMs > withinMs) return null;
    await pause(LOOK_EVERY_MS);
  }
}

/** Compares stores and database of all workspaces, by the checker of the schedules of faults. */
export async function checkShops(
  office: ApiProcess,
  shops: readonly LoadedShop[],
): Promise<{ readonly sums: Omit<Findings, "notes">; readonly notes: string[]; readonly holds: boolean }> {
  const all: Findings[] = [];
  for (const { shop, store, answered } of shops) {
    const nobody = { effects: new Map(), edits: new Map(), serverErrors: [] };
    all.push(await check({ api: office, store, shop, answered, ...nobody }, []));
  }
  const sums = sumOf(all);
  const holds = PROMISES.every((promise) => sums[promise] === 0);
  return { sums, notes: all.flatMap(({ notes }) => notes), holds };
}
