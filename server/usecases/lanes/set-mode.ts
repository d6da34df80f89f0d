import type { Tx } from "@/server/db/database/transaction";
import {
  type LaneMode,
  type LaneModeRow,
  lockLaneMode,
  putLaneMode,
  removeLaneMode,
} from "@/server/db/lanes/modes";
import { lockWorkspace } from "@/server/db/members/memberships";
import { DomainError, notFound } from "@/server/domain/errors";
import { requireActiveLanes } from "../approvals/policy-lanes";
import { mailLaneModeToOwners } from "../policy/mail-owners";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { tryLaneIn } from "./trial";

/** The lane, its new mode, and the proof of the trial that the person saw; closing a lane needs none. */
export interface LaneModeChange {
  readonly lane: string;
  readonly mode: LaneMode | "closed";
  readonly proof?: string | undefined;
}

/**
 * Switches an automatic lane of the active policy: closed to shadow, shadow to open, or closed at any time. A lane that
 * begins to decide requires the proof of its trial on this workspace's past decisions, and one that opens has to be in
 * shadow with the policy's present lanes. Owners are mailed. A repeat changes nothing.
 * @returns the mode that the lane has now
 * @throws DomainError not_found, conflict, plan_limit in a workspace that accepts no changes
 */
export const setLaneMode = (
  context: RequestContext,
  change: LaneModeChange,
): Promise<{ readonly mode: LaneMode | "closed" }> =>
  writeTransaction(context, async (tx) => {
    if (change.mode === "closed") await close(context, tx, change.lane);
    else await switchOn(context, tx, { ...change, mode: change.mode });
    return { mode: change.mode };
  });

async function close(context: RequestContext, tx: Tx, lane: string): Promise<void> {
  const before = await lockLaneMode(tx, lane);
  if (before === null) {
    const { lanes } = await requireActiveLanes(tx);
    if (!lanes.some(({ name }) => name === lane)) throw notFound("lane");
    return;
  }
  requireWritableWorkspace(context);
  await removeLaneMode(tx, lane);
  await record(context, tx, lane, before, "closed");
}

async function switchOn(
  context: RequestContext,
  tx: Tx,
  { lane, mode, proof }: LaneModeChange & { readonly mode: LaneMode },
): Promise<void> {
  const nowMs = context.services.now();
  // The trial takes seconds in a large shop; nobody waits for them.
  const tried = await requireActiveLanes(tx);
  const { examples: _, ...trial } = await tryLaneIn(tx, tried, lane, nowMs);
  await lockWorkspace(tx);
  const before = await lockLaneMode(tx, lane);
  const policy = await requireActiveLanes(tx);
  const stands = before !== null && before.fingerprint === policy.fingerprint;
  if (stands && before.mode === mode) return;
  if (proof !== trial.proof || policy.fingerprint !== tried.fingerprint)
    throw new DomainError("conflict", "The rule's trial has another result by now; look at it again.", {
      changed: ["policy"],
    });
  if (mode === "open" && !(stands && before.mode === "shadow"))
    throw new DomainError(
      "conflict",
      "A rule runs in shadow before it opens, with the rules that the policy has now.",
    );
  requireWritableWorkspace(context);
  const { fingerprint } = policy;
  const row = { lane, fingerprint, mode, setBy: context.actor.id, setAt: new Date(nowMs) };
  await putLaneMode(tx, row, trial);
  await record(context, tx, lane, before, mode);
}

async function record(
  context: RequestContext,
  tx: Tx,
  lane: string,
  before: LaneModeRow | null,
  mode: LaneMode | "closed",
): Promise<void> {
  await recordChange(context, tx, {
    action: "lane.mode",
    subject: lane,
    before: { mode: before?.mode ?? "closed" },
    after: { mode },
  });
  await mailLaneModeToOwners(context, tx, { lane, mode });
}
