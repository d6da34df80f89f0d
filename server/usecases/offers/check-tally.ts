import type { Tenant } from "@/server/db/database/tenant";
import type { CheckOutcome } from "@/server/domain/offers/page-check";
import { report } from "../report";
import type { Services } from "../services";

interface Tally {
  pages: number;
  ms: number;
  readonly outcomes: Partial<Record<CheckOutcome, number>>;
}

/** By the process's services, the workspaces with checks since their last line of the log. */
const tallies = new WeakMap<Services["meter"], Map<string, Tally>>();

/** Counts a check of a competitor's page for the workspace's next line. @param ms how long it took, in milliseconds */
export function tallyCheck({ meter }: Services, { workspaceId }: Tenant, outcome: CheckOutcome, ms: number) {
  const byWorkspace = tallies.get(meter) ?? new Map<string, Tally>();
  tallies.set(meter, byWorkspace);
  const tally = byWorkspace.get(workspaceId) ?? { pages: 0, ms: 0, outcomes: {} };
  byWorkspace.set(workspaceId, tally);
  tally.pages += 1;
  tally.ms += Math.round(ms);
  tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1;
}

/** Logs a line for each workspace with checks since its last one. */
export function reportChecks(services: Services): void {
  const byWorkspace = tallies.get(services.meter);
  tallies.delete(services.meter);
  for (const [workspaceId, tally] of byWorkspace ?? []) report(services, workspaceId, "page checks", tally);
}
