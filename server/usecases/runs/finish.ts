import { clearAlert, raiseAlert } from "@/server/db/alerts";
import { holdRun, type Held } from "@/server/db/run-claims";
import { measureRun } from "@/server/db/run-pages";
import { countRun, finishRun, publishAlerts, publishRecommendations } from "@/server/db/run-publication";
import { openStage } from "@/server/db/run-stage";
import type { RunRow } from "@/server/db/runs";
import type { Tenant } from "@/server/db/tenant";
import { inTenant, type Tx } from "@/server/db/transaction";
import { MINUTE_MS } from "@/server/domain/durations";
import { breakerVerdict } from "@/server/domain/pricing/breaker";
import type { Policy } from "@/server/domain/pricing/compile";
import type { Services } from "../acting";
import { RunLost } from "./lost";
import { startNextRun } from "./queue-next";
import { recordOfWorker } from "./record";
import { stageFindings } from "./stage-findings";

const PATIENCE_MS = 30 * MINUTE_MS;

/**
 * Publishes what a run worked out, all of it or nothing: recommendations, alerts, the run's counts and its end.
 * Where it would move more than the policy's circuit breaker allows, what is new is held until a person releases it.
 * @throws RunLost when the run is no longer held by that fence
 */
export async function publishRun(
  services: Services,
  tenant: Tenant,
  held: Held,
  policy: Policy,
): Promise<void> {
  await inTenant(
    services.db,
    tenant,
    async (tx) => {
      const run = await holdRun(tx, held);
      if (run === null) throw new RunLost();
      await publish(services, tx, run, policy);
    },
    { timeoutMs: PATIENCE_MS },
  );
}

async function publish(services: Services, tx: Tx, run: RunRow, policy: Policy): Promise<void> {
  const now = services.now();
  const breach = await breakerOf(tx, run.id, policy);
  await openStage(tx);
  await stageFindings(services, tx, run, policy, now);
  const inserted = await publishRecommendations(tx, {
    runId: run.id,
    policyVersion: run.policyVersion,
    status: breach === null ? "new" : "held",
    nowMs: now,
  });
  await publishAlerts(tx, run.id, now);
  const heldReason = inserted > 0 ? breach : null;
  const counts = await countRun(tx, run.id);
  await finishRun(tx, run.id, { counts, heldReason, nowMs: services.now() });
  // A run over single items says nothing of the runs over the catalog.
  if (run.itemIds.length === 0) {
    await clearAlert(tx, { kind: "run_failed", itemId: null }, now);
    await tellHeld(services, tx, run.id, heldReason, now);
  }
  await startNextRun(tx);
  await recordOfWorker(services, tx, {
    action: "run.succeed",
    subject: run.id,
    after: { ...counts, held: heldReason },
  });
}

async function breakerOf(tx: Tx, runId: string, policy: Policy): Promise<string | null> {
  const { items, moved, lowerMedian, upperMedian } = await measureRun(tx, runId);
  return breakerVerdict(items, moved, { num: lowerMedian + upperMedian, den: 20_000n }, policy);
}

async function tellHeld(
  services: Services,
  tx: Tx,
  runId: string,
  heldReason: string | null,
  nowMs: number,
): Promise<void> {
  if (heldReason === null) return clearAlert(tx, { kind: "run_held", itemId: null }, nowMs);
  const alert = {
    id: services.newId("alert"),
    kind: "run_held",
    itemId: null,
    runId,
    writeBackId: null,
    severity: "warning",
    message: `${heldReason} Its recommendations are held until somebody releases them.`,
  } as const;
  await raiseAlert(tx, alert, nowMs);
}
