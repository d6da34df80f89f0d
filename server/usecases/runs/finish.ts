import { clearAlert } from "@/server/db/alerts/alerts";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { countExcluded } from "@/server/db/items/states";
import { insertLanePass } from "@/server/db/lanes/passes";
import { addJob } from "@/server/db/queue/queue";
import { isLeased, lockLeasedRun, type RunLease } from "@/server/db/runs/leases";
import { measureRun } from "@/server/db/runs/pages";
import { countRun, finishRun, publishStage } from "@/server/db/runs/publication";
import type { RunCounts, RunRow } from "@/server/db/runs/runs";
import { openStage } from "@/server/db/runs/stage";
import { MINUTE_MS } from "@/server/domain/durations";
import { breakerVerdict } from "@/server/domain/pricing/breaker";
import type { Policy } from "@/server/domain/pricing/engine";
import { closeForInactiveItems } from "../items/close-inactive";
import { recordWorkerChange } from "../record-worker-change";
import type { Services } from "../services";
import { raiseHeldAlert, settleHeldAlert } from "./held-alert";
import { RunLeaseLost } from "./lease-lost";
import { measureDay } from "./measure-day";
import { startNextRun } from "./queue-next";
import { reportRunEnd } from "./report-end";
import { stageFindings } from "./stage-findings";
import { whileLeased } from "./while-leased";

const PUBLISH_TIMEOUT_MS = 30 * MINUTE_MS;

/**
 * Publishes a run's results in one transaction, all or nothing: recommendations, alerts, the run's counts and its
 * end. If they exceed the policy's circuit breaker, new recommendations are held until a person releases them. The
 * run's row is locked just before the commit: until then the run can be canceled, which is checked between two parts
 * and rolls everything back, and its lease is renewed so that no other worker takes it.
 * @throws RunLeaseLost when the lease with that fence is no longer valid
 */
export async function publishRun(
  services: Services,
  tenant: Tenant,
  { lease, run, policy }: { lease: RunLease; run: RunRow; policy: Policy },
): Promise<void> {
  await whileLeased(services, tenant, lease, () =>
    inTenant(services.db, tenant, (tx) => publish(services, tx, { lease, run, policy }), {
      timeoutMs: PUBLISH_TIMEOUT_MS,
    }),
  );
}

async function publish(
  services: Services,
  tx: Tx,
  { lease, run, policy }: { lease: RunLease; run: RunRow; policy: Policy },
): Promise<void> {
  const now = services.now();
  const assertLeased = async (): Promise<void> => {
    if (!(await isLeased(tx, lease))) throw new RunLeaseLost();
    await services.checkpoint("run:publishing");
  };
  const tripReason = await circuitBreakerReason(tx, run.id, policy);
  await openStage(tx);
  const classes = await stageFindings(services, tx, { run, policy, nowMs: now }, assertLeased);
  const status = tripReason === null ? "new" : "held";
  const published = await publishStage(tx, { run, status, nowMs: now }, assertLeased);
  await closeForInactiveItems(tx, run.itemIds.length === 0 ? null : run.itemIds, now);
  const counts = withInactive(
    await countRun(tx, run, published),
    await countExcluded(tx, run.id, { tags: run.subsetTags, itemIds: run.itemIds }),
  );
  if ((await lockLeasedRun(tx, lease)) === null) throw new RunLeaseLost();
  const heldReason = published.inserted > 0 ? tripReason : null;
  const priceChanges = {
    currency: policy.currency,
    created: published.inserted,
    confirmed: published.kept,
    classes,
  };
  await finishRun(tx, run.id, { counts, priceChanges, heldReason, nowMs: services.now() });
  // A run over single items does not settle the alert about a failed run over the catalog.
  if (run.itemIds.length === 0) {
    if (run.subsetTags.length === 0) await measureDay(tx, run.id, policy, now);
    await clearAlert(tx, { kind: "run_failed", itemId: null }, now);
  }
  if (heldReason === null) await settleHeldAlert(tx, now);
  else await raiseHeldAlert(services, tx, { runId: run.id, heldReason }, now);
  await startNextRun(tx);
  // A run beyond the breaker may have nothing new to hold; its prices still are for people alone.
  if (tripReason === null) await startLanes(tx, run.id, services.now());
  await recordWorkerChange(services, tx, {
    action: "run.succeed",
    subject: run.id,
    after: { ...counts, held: heldReason },
  });
  reportRunEnd(services, tx, run, heldReason === null ? "succeeded" : "held", counts);
}

/** Lets the automatic lanes look at the run's recommendations. */
async function startLanes(tx: Tx, runId: string, nowMs: number): Promise<void> {
  const { workspaceId } = tx.tenant;
  if (await insertLanePass(tx, runId, new Date(nowMs)))
    await addJob(tx, "lane_pass", { v: 1, workspaceId, id: runId });
}

/** Adds the items that are not active to the counts, as skipped; the run's pages do not contain them. */
function withInactive(counts: RunCounts, inactive: Readonly<Record<string, number>>): RunCounts {
  const items = Object.values(inactive).reduce((sum, n) => sum + n, counts.items);
  return { ...counts, items, skipped: { ...counts.skipped, ...inactive } };
}

async function circuitBreakerReason(tx: Tx, runId: string, policy: Policy): Promise<string | null> {
  const { items, moved, lowerMedian, upperMedian } = await measureRun(tx, runId);
  return breakerVerdict(items, moved, { num: lowerMedian + upperMedian, den: 20_000n }, policy);
}
