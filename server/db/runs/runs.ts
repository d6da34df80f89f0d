import type { ChangeClass } from "@/server/domain/runs/change-classes";
import type { HeldState, RunStatus, RunTrigger } from "@/server/domain/runs/run";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import { type Tenant, tenantOf } from "../database/tenant";
import type { Tx } from "../database/transaction";
import type { Run } from "../generated/client";

/** Counts of a finished run; a skipped item counts under its reason. */
export interface RunCounts {
  readonly items: number;
  readonly recommendations: number;
  readonly alerts: number;
  readonly skipped: Readonly<Record<string, number>>;
}

/** What a run found, as it was when it was published. */
export interface RunPriceChanges {
  /** The currency of the sums. */
  readonly currency: string;
  /** Recommendations that the run created, and those of earlier runs that it confirmed. */
  readonly created: number;
  readonly confirmed: number;
  readonly classes: readonly ChangeClass[];
}

/** A stored run. */
export interface RunRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly trigger: RunTrigger;
  readonly requestedBy: string;
  /** Whether an agent started it: over MCP, as an application under a person's grant, or by a schedule that it set. */
  readonly byAgent: boolean;
  readonly subsetTags: readonly string[];
  /** Items of a re-evaluation of single items after a correction; empty for every other run. */
  readonly itemIds: readonly string[];
  readonly policyVersion: number;
  readonly engineVersion: string;
  /** The time at which all its items are evaluated; null until the run is first leased. */
  readonly asOf: Date | null;
  readonly cursor: string | null;
  readonly done: number;
  readonly total: number | null;
  readonly counts: RunCounts | null;
  /** Null until it has succeeded, and for runs from before these were kept. */
  readonly priceChanges: RunPriceChanges | null;
  readonly heldReason: string | null;
  readonly releasedAt: Date | null;
  readonly error: string | null;
  /** How often a worker has taken it up. */
  readonly fence: number;
  /** Until then its worker alone continues it; null unless it is running. */
  readonly leaseUntil: Date | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** A sync since then was made for this run; null for a run that nothing was done for. */
  readonly freshSince: Date | null;
  /** The last sync of the store when the run began; null before, and without one. */
  readonly storeSyncedAt: Date | null;
  /** Page checks requested for it, and the pages that had answered when it began; null until it has begun. */
  readonly pagesRequested: number | null;
  readonly pagesAnswered: number | null;
  /** When its inputs and results were deleted because of their age; null while they are stored. */
  readonly resultsForgottenAt: Date | null;
}

/** The fields of a run at its request. */
export type NewRun = Pick<
  RunRow,
  | "id"
  | "trigger"
  | "requestedBy"
  | "byAgent"
  | "subsetTags"
  | "policyVersion"
  | "engineVersion"
  | "createdAt"
> &
  Partial<RunPreparation> & { readonly itemIds?: readonly string[] };

/** What a schedule did for a run before it requested it. */
export interface RunPreparation {
  /** When it began; a sync that ended since then was made for this run. */
  readonly freshSince: Date;
  /** The page checks that it requested, and the pages that have answered; null where it requested none. */
  readonly pagesRequested: number | null;
  readonly pagesAnswered: number | null;
}

const LOCK_NOT_AVAILABLE = "55P03";

/** Price changes as JSON, which has no bigint. */
type StoredPriceChanges = Omit<RunPriceChanges, "classes"> & {
  readonly classes: readonly (Omit<ChangeClass, "profit"> & { readonly profit: string })[];
};

/** Returns price changes as they are stored with a run. */
export const storedPriceChanges = ({ classes, ...rest }: RunPriceChanges): StoredPriceChanges => ({
  ...rest,
  classes: classes.map((each) => ({ ...each, profit: each.profit.toString() })),
});

const readPriceChanges = ({ classes, ...rest }: StoredPriceChanges): RunPriceChanges => ({
  ...rest,
  classes: classes.map((each) => ({ ...each, profit: BigInt(each.profit) })),
});

// Check constraints restrict statuses and triggers; only finishRun writes counts and price changes.
const rowOf = (run: Run): RunRow => {
  const priceChanges = run.priceChanges as StoredPriceChanges | null;
  return {
    ...run,
    status: run.status as RunStatus,
    trigger: run.trigger as RunTrigger,
    counts: run.counts as RunCounts | null,
    priceChanges: priceChanges && readPriceChanges(priceChanges),
  };
};

const keyOf = (tx: Tx, id: string) => ({ workspaceId_id: { workspaceId: tx.tenant.workspaceId, id } });

/** Inserts a queued run. */
export const insertRun = (tx: Tx, run: NewRun): Promise<RunRow> => create(tx, run, { status: "queued" });

/** Inserts a run that failed because it could not be triggered. */
export const insertRefusedRun = (tx: Tx, run: NewRun, error: string): Promise<RunRow> =>
  create(tx, run, { status: "failed", error, finishedAt: run.createdAt });

async function create(
  tx: Tx,
  run: NewRun,
  state: { readonly status: RunStatus; readonly error?: string; readonly finishedAt?: Date },
): Promise<RunRow> {
  const { workspaceId } = tx.tenant;
  const narrowed = { subsetTags: [...run.subsetTags], itemIds: [...(run.itemIds ?? [])] };
  return rowOf(await tx.prisma.run.create({ data: { ...run, ...narrowed, ...state, workspaceId } }));
}

/** Finds the run of that id, or null. */
export async function findRun(tx: Tx, id: string): Promise<RunRow | null> {
  const run = await tx.prisma.run.findUnique({ where: keyOf(tx, id) });
  return run && rowOf(run);
}

/** Returns up to `limit` runs older than the cursor, newest first. */
export async function listRuns(
  tx: Tx,
  {
    before,
    status,
    held,
    limit,
  }: {
    readonly before: string | null;
    readonly status?: RunStatus | undefined;
    readonly held?: HeldState | undefined;
    readonly limit: number;
  },
): Promise<RunRow[]> {
  const runs = await tx.prisma.run.findMany({
    where: {
      workspaceId: tx.tenant.workspaceId,
      ...(before === null ? {} : { id: { lt: before } }),
      ...(status === undefined ? {} : { status }),
      ...(held === undefined ? {} : { AND: await whereHeld(tx, held) }),
    },
    orderBy: { id: "desc" },
    take: limit,
  });
  return runs.map(rowOf);
}

/**
 * Runs that were held and are released, or those of which recommendations still wait: a later run may replace them all.
 */
async function whereHeld(tx: Tx, held: HeldState) {
  const isHeld = { heldReason: { not: null } };
  if (held === "released") return { ...isHeld, releasedAt: { not: null } };
  const waiting = await tx.sql<{ run_id: string }>(
    "SELECT DISTINCT run_id FROM recommendations WHERE workspace_id = $1 AND status = 'held'",
    [tx.tenant.workspaceId],
  );
  return { ...isHeld, releasedAt: null, id: { in: waiting.map(({ run_id }) => run_id) } };
}

/** Returns the latest succeeded runs, newest first, without re-evaluations of single items. */
export async function latestRuns(tx: Tx, limit: number): Promise<RunRow[]> {
  const runs = await tx.prisma.run.findMany({
    where: { workspaceId: tx.tenant.workspaceId, status: "succeeded", itemIds: { isEmpty: true } },
    orderBy: { id: "desc" },
    take: limit,
  });
  return runs.map(rowOf);
}

/**
 * Adds an item to a queued re-evaluation of single items, an agent's to one that an agent began, and others to others.
 * @returns that run's id; null without such a run
 */
export async function addItemToQueuedRun(
  tx: Tx,
  itemId: string,
  { byAgent }: Pick<RunRow, "byAgent">,
): Promise<string | null> {
  const [run] = await tx.sql<{ id: string }>(
    `UPDATE runs SET item_ids = CASE WHEN $2 = ANY(item_ids) THEN item_ids ELSE item_ids || $2::text END
     WHERE workspace_id = $1 AND id = (
       SELECT id FROM runs WHERE workspace_id = $1 AND status = 'queued' AND cardinality(item_ids) BETWEEN 1 AND 500
         AND by_agent = $3
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [tx.tenant.workspaceId, itemId, byAgent],
  );
  return run?.id ?? null;
}

/**
 * Counts the runs requested by the workspace since `sinceMs` (milliseconds since 1970), in any status. Re-evaluations
 * of single items start automatically and do not count, nor do scheduled runs that were refused.
 */
export const countRunsSince = (tx: Tx, sinceMs: number): Promise<number> =>
  tx.prisma.run.count({
    where: {
      workspaceId: tx.tenant.workspaceId,
      createdAt: { gte: new Date(sinceMs) },
      itemIds: { isEmpty: true },
      NOT: { status: "failed", startedAt: null },
    },
  });

/**
 * Locks a run until the transaction ends. Waits up to five seconds for a transaction that publishes it.
 * @returns null when there is no such run; "busy" when it stayed locked
 */
export async function lockRun(tx: Tx, id: string): Promise<RunRow | "busy" | null> {
  const { workspaceId } = tx.tenant;
  await tx.run("SET LOCAL lock_timeout = '5s'");
  await tx.run("SAVEPOINT before_lock");
  try {
    const locked = await tx.run("SELECT 1 FROM runs WHERE workspace_id = $1 AND id = $2 FOR UPDATE", [
      workspaceId,
      id,
    ]);
    return locked === 0 ? null : findRun(tx, id);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
    await tx.run("ROLLBACK TO SAVEPOINT before_lock");
    return "busy";
  } finally {
    await tx.run("SET LOCAL lock_timeout = 0").catch(() => undefined);
  }
}

/** Updates fields of a run that the caller has locked. */
export async function updateRun(
  tx: Tx,
  id: string,
  data: {
    readonly status?: RunStatus;
    readonly finishedAt?: Date;
    readonly releasedAt?: Date;
    readonly error?: string;
  },
): Promise<RunRow> {
  return rowOf(await tx.prisma.run.update({ where: keyOf(tx, id), data }));
}

/** Returns the id of the next queued run, or null. */
export async function nextQueuedRun(tx: Tx): Promise<string | null> {
  const [next] = await tx.sql<{ id: string }>(
    "SELECT id FROM runs WHERE workspace_id = $1 AND status = 'queued' ORDER BY id LIMIT 1",
    [tx.tenant.workspaceId],
  );
  return next?.id ?? null;
}

/** Deletes the results of a run that will never be published. */
export const deleteRunResults = (tx: Tx, id: string): Promise<number> =>
  tx.run("DELETE FROM run_results WHERE workspace_id = $1 AND run_id = $2", [tx.tenant.workspaceId, id]);

/**
 * Stores what a run begins with: the number of items that it covers, the store's last sync, and the page checks that
 * it requested itself unless a schedule had requested some before.
 */
export async function beginRun(
  tx: Tx,
  id: string,
  { total, pagesRequested }: { readonly total: number; readonly pagesRequested: number },
): Promise<void> {
  await tx.run(
    `UPDATE runs SET total = $3, pages_answered = CASE WHEN pages_requested IS NULL THEN 0 ELSE pages_answered END,
       pages_requested = COALESCE(pages_requested, $4),
       store_synced_at = (SELECT synced_at FROM integrations WHERE workspace_id = $1 AND status <> 'disconnected')
     WHERE workspace_id = $1 AND id = $2`,
    [tx.tenant.workspaceId, id, total, pagesRequested],
  );
}

/** Returns a run's workspace, for commands that get only its id; null when there is no such run. */
export async function tenantOfRun(db: Database, id: string): Promise<Tenant | null> {
  const [row] = await queryAsSystem<{ workspace: string | null }>(
    db,
    { name: "run_workspace", text: "SELECT run_workspace($1) AS workspace" },
    [id],
  );
  return row === undefined || row.workspace === null ? null : tenantOf(row.workspace);
}
