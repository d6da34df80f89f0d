import { isTransient, isUniqueViolation } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { countRunItems, pageOfRunItems, type RunItem } from "@/server/db/runs/items";
import { leaseRun, type RunLease, setLease } from "@/server/db/runs/leases";
import { type RunResult, saveRunPage } from "@/server/db/runs/pages";
import { beginRun, deleteRunResults, type RunRow } from "@/server/db/runs/runs";
import { askedOfPast, decide, ENGINE_VERSION, type Policy } from "@/server/domain/pricing/engine";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { requestFreshPrices } from "../offers/request-with-run";
import { loadPolicy, requireConsistentPricing } from "../policy/terms";
import { reportUnexpected } from "../report";
import type { Services } from "../services";
import { failRun } from "./fail";
import { publishRun } from "./finish";
import { type DecisionFrame, inputToJson } from "./input-json";
import { RunLeaseLost } from "./lease-lost";

const PAGE_SIZE = 500;

/**
 * Processes a run until it has succeeded or failed. Does nothing when earlier runs are queued before it, or it is
 * finished or leased by another worker; resumes at the last saved page after a killed worker. When `signal` aborts,
 * it stops at the next page and releases the lease.
 * @throws the database's error when it cannot be reached; the run is resumed later
 */
export async function processRun(
  services: Services,
  tenant: Tenant,
  runId: string,
  signal?: AbortSignal,
  pageSize: number = PAGE_SIZE,
): Promise<void> {
  const run = await leaseNext(services, tenant, runId);
  if (run === null) return;
  const lease: RunLease = { id: run.id, fence: run.fence };
  try {
    const requirePricing = () =>
      inTenant(services.db, tenant, (tx) => requireConsistentPricing(tx, run.policyVersion));
    const policy = await inTenant(services.db, tenant, (tx) => loadPolicy(tx, run.policyVersion));
    await requirePricing();
    const complete = await decideItems({ services, tenant, run, lease, policy, pageSize, signal });
    if (!complete) {
      await inTenant(services.db, tenant, (tx) => setLease(tx, lease, services.now()));
      return;
    }
    await services.checkpoint("run:before-finish");
    await requirePricing();
    await publishRun(services, tenant, { lease, run, policy });
  } catch (error) {
    if (error instanceof RunLeaseLost) return;
    // The queue tells of a job that is done again.
    if (isTransient(error)) throw error;
    reportUnexpected(services, tenant.workspaceId, { run: run.id }, error);
    await failRun(services, tenant, lease, error);
  }
}

async function leaseNext(services: Services, tenant: Tenant, runId: string): Promise<RunRow | null> {
  const leaseOptions = {
    nowMs: services.now(),
    leaseMs: services.settings.runLeaseMs,
    engineVersion: ENGINE_VERSION,
  };
  try {
    return await inTenant(services.db, tenant, async (tx) => {
      const run = await leaseRun(tx, runId, leaseOptions);
      if (run !== null && run.cursor === null) await startOver(services, tx, run);
      return run;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

async function startOver(services: Services, tx: Tx, run: RunRow): Promise<void> {
  const scope = { tags: run.subsetTags, itemIds: run.itemIds };
  await deleteRunResults(tx, run.id);
  const total = await countRunItems(tx, scope);
  await beginRun(tx, run.id, { total, pagesRequested: await requestFreshPrices(services, tx, scope) });
}

interface Work {
  readonly services: Services;
  readonly tenant: Tenant;
  readonly run: RunRow;
  readonly lease: RunLease;
  readonly policy: Policy;
  readonly pageSize: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Decides page after page from the run's cursor.
 * @returns false when it was aborted before the last page
 */
async function decideItems(work: Work): Promise<boolean> {
  const { services, run, signal } = work;
  const frame: DecisionFrame = {
    asOfMs: asOf(work),
    policyVersion: run.policyVersion,
    engineVersion: run.engineVersion,
  };
  let next = readPage(work, run.cursor);
  let saved = Promise.resolve();
  for (;;) {
    const items = await next;
    const last = items.at(-1);
    if (last === undefined) break;
    if (signal?.aborted) break;
    // While this page is decided, the database reads the next page and stores the previous one.
    next = readPage(work, last.item.id);
    const results = items.map((each) => resultOf(each, work.policy, frame));
    await services.checkpoint("run:page-computed");
    await saved;
    saved = savePage(work, results);
    saved.catch(() => undefined);
  }
  await saved;
  return (await next).length === 0;
}

const asOf = ({ run, services }: Work): number => run.asOf?.getTime() ?? services.now();

function readPage(work: Work, after: string | null): Promise<RunItem[]> {
  const { services, tenant, run, policy, pageSize } = work;
  const page = inTenant(services.db, tenant, (tx) =>
    pageOfRunItems(tx, {
      tags: run.subsetTags,
      itemIds: run.itemIds,
      after,
      limit: pageSize,
      asOfMs: asOf(work),
      past: askedOfPast(policy),
    }),
  );
  // The caller that awaits the page gets the error; this handler prevents an unhandled rejection until then.
  page.catch(() => undefined);
  return page;
}

async function savePage({ services, tenant, lease }: Work, results: readonly RunResult[]): Promise<void> {
  const leaseUntil = services.now() + services.settings.runLeaseMs;
  const saved = await inTenant(services.db, tenant, (tx) => saveRunPage(tx, lease, results, leaseUntil));
  if (!saved) throw new RunLeaseLost();
  await services.checkpoint("run:page-committed");
}

function resultOf(subject: RunItem, policy: Policy, frame: DecisionFrame): RunResult {
  const outcome = decide(subject.item, subject.observations, policy, frame.asOfMs);
  const recommendation = outcome.kind === "recommendation" ? outcome.recommendation : null;
  return {
    itemId: subject.item.id,
    input: inputToJson(subject, frame),
    outcome: JSON.stringify(outcomeToJson(outcome)),
    kind: recommendation?.kind ?? "skip",
    skipReason: outcome.skipReason,
    stock: subject.item.stock,
    change: recommendation?.changeRatio ?? null,
    marketMedian: outcome.market.median,
    marketAtMs: outcome.market.newestAtMs,
  };
}
