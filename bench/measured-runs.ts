import { setTimeout as pause } from "node:timers/promises";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine/engine-version";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { seedCatalog } from "@/server/testing/seed-catalog";
import { insertWorkspace } from "./workspace";
import { countWritten, type Statement, type Written } from "./written";

const TIMEOUT_MS = 15 * 60_000;

/** How long a run took, from its lease on, and what it wrote. */
export interface RunFigures extends Written {
  readonly run: number;
  readonly waited_seconds: number;
  readonly deciding_seconds: number;
  readonly publishing_seconds: number;
}

/**
 * Creates a workspace with that many items and leaves the database's statistics unchanged.
 * @param at when its costs and its competitors' prices are from
 */
export async function openSeededWorkspace(
  sql: Statement,
  workspace: string,
  items: number,
  at = new Date(),
): Promise<void> {
  const breaker = { max_share: null, max_median_move: null };
  await insertWorkspace(sql, workspace, { ...DEFAULT_POLICY("EUR"), breaker });
  await seedCatalog((text, values = []) => sql(text, values), workspace, items, at, {
    analyzed: false,
  });
}

/**
 * Queues a run over the whole catalog and measures it until it is published.
 * @param options.run the number of the run in its workspace, from 1 on
 * @param options.process processes the run of that id, where no service does by itself
 */
export async function measureRun(
  sql: Statement,
  workspace: string,
  options: {
    readonly items: number;
    readonly run: number;
    readonly process?: (id: string) => Promise<unknown>;
  },
): Promise<RunFigures> {
  const { items, run, process } = options;
  const id = `run_${workspace}_${String(run).padStart(4, "0")}`;
  const written = await countWritten(sql, workspace, items);
  const queued = performance.now();
  await sql(
    `INSERT INTO runs (workspace_id, id, status, trigger, requested_by, subset_tags, policy_version, engine_version, created_at)
     VALUES ($1, $2, 'queued', 'manual', 'bench', '{}', 1, $3, now())`,
    [workspace, id, ENGINE_VERSION],
  );
  await process?.(id);
  const begun = await until(sql, workspace, id, "status <> 'queued'");
  const decided = await until(sql, workspace, id, "done = total OR status = 'succeeded'");
  const published = await until(sql, workspace, id, "status = 'succeeded'");
  const seconds = (from: number, to: number) => Number(((to - from) / 1_000).toFixed(1));
  return {
    run,
    waited_seconds: seconds(queued, begun),
    deciding_seconds: seconds(begun, decided),
    publishing_seconds: seconds(decided, published),
    ...(await written()),
  };
}

/** Polls until the run meets the SQL condition and returns the time, in milliseconds of `performance.now()`. */
async function until(sql: Statement, workspace: string, id: string, condition: string): Promise<number> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    const [row] = await sql<{ reached: boolean; status: string }>(
      `SELECT status, ${condition} AS reached FROM runs WHERE workspace_id = $1 AND id = $2`,
      [workspace, id],
    );
    if (row?.reached) return performance.now();
    if (row?.status === "failed") throw new Error("the run failed");
    await pause(50);
  }
  throw new Error(`the run did not come to ${condition} within ${TIMEOUT_MS / 1_000} seconds`);
}

/**
 * Measures runs in which nothing has changed since the last one.
 * @param options.runs how many
 */
export async function measureIdenticalRuns(
  sql: Statement,
  workspace: string,
  options: {
    readonly items: number;
    readonly runs: number;
    readonly process?: (id: string) => Promise<unknown>;
  },
): Promise<RunFigures[]> {
  const measured: RunFigures[] = [];
  for (let run = 2; run < options.runs + 2; run++) {
    const figures = await measureRun(sql, workspace, { ...options, run });
    console.log(`${workspace}: ${JSON.stringify(figures)}`);
    measured.push(figures);
  }
  return measured;
}

/** Whether a run in which nothing had changed wrote a recommendation or an alert. */
export const hasRewritten = ({ rows_updated: { recommendations, alerts } }: Written): boolean =>
  recommendations + alerts > 0;
