import { isTransient } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { type LeasedTrial, leaseTrial, type TrialRow, updateTrial } from "@/server/db/trials/trials";
import { DomainError } from "@/server/domain/errors";
import { Scenario } from "@/server/domain/pricing/scenario";
import { readDraft } from "../policy/priced-document";
import { UnreadablePolicy } from "../policy/terms";
import { reportUnexpected } from "../report";
import type { Services } from "../services";
import { backtestPolicy } from "./backtest";
import { previewPolicy } from "./preview";
import type { ReportProgress, TrialResult } from "./result";

/** The trial was replaced or leased by another worker, or the worker stops; the result is discarded. */
class TrialLost extends Error {}

/**
 * Processes a trial until it has ended. Does nothing when it has ended or another worker has its lease; a trial of a
 * killed worker starts over. When `signal` aborts, it stops at the next page and releases the lease.
 * @throws the database's error when it cannot be reached; the trial is resumed later
 */
export async function processTrial(
  services: Services,
  tenant: Tenant,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const leaseMs = services.settings.runLeaseMs;
  const trial = await inTenant(services.db, tenant, (tx) =>
    leaseTrial(tx, id, { nowMs: services.now(), leaseMs }),
  );
  if (trial === null) return;
  const lease: LeasedTrial = { id, fence: trial.fence };
  const save = (data: Parameters<typeof updateTrial>[2]) =>
    inTenant(services.db, tenant, (tx) => updateTrial(tx, lease, data));
  const reportProgress: ReportProgress = async (done, total) => {
    const until = signal?.aborted ? services.now() : services.now() + leaseMs;
    const saved = await save({ done, total, leaseUntil: new Date(until) });
    if (!saved || signal?.aborted) throw new TrialLost();
  };
  try {
    const result = await runTrial(services, tenant, trial, reportProgress);
    await save({ status: "succeeded", result, finishedAt: new Date(services.now()) });
  } catch (error) {
    if (error instanceof TrialLost) return;
    // The queue tells of a job that is done again.
    if (isTransient(error)) throw error;
    reportUnexpected(services, tenant.workspaceId, { trial: id }, error);
    await save({ status: "failed", error: errorText(error), finishedAt: new Date(services.now()) });
  }
}

function runTrial(
  services: Services,
  tenant: Tenant,
  { kind, document, scenario, runs }: TrialRow,
  reportProgress: ReportProgress,
): Promise<TrialResult> {
  const draft = readDraft(document);
  return kind === "preview"
    ? previewPolicy(
        services,
        tenant,
        { document: draft, scenario: scenario === null ? null : Scenario.parse(scenario) },
        reportProgress,
      )
    : backtestPolicy(services, tenant, { document: draft, runs: runs ?? 1 }, reportProgress);
}

const errorText = (error: unknown): string =>
  error instanceof UnreadablePolicy || error instanceof DomainError
    ? error.message
    : "Something went wrong on our side. Nothing was changed; try again.";
