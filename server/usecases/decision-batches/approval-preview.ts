import { connectedStore } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import type { Candidate } from "@/server/db/decision-batches/candidates";
import type { PricedItem } from "@/server/db/items/priced-items";
import { reportedAmong } from "@/server/db/observations/reported";
import { approversOf } from "@/server/db/recommendations/approvals";
import { type RunItem, runItemsById } from "@/server/db/runs/items";
import {
  ALREADY_DONE,
  changedFallOut,
  type FallOut,
  fallOutOf,
} from "@/server/domain/decision-batches/batch";
import { itemState } from "@/server/domain/items/item-state";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { prepareLanesIn } from "../approvals/binding-lane";
import {
  type ApprovalCheck,
  type ApprovalFacts,
  approvalCheck,
  brokenBy,
  type Guards,
  loadGuards,
  observationsIn,
} from "../approvals/guards";
import { type ApprovalVerdict, approvalVerdict } from "../approvals/verdict";
import { vatDiffers } from "../policy/terms";
import type { RequestContext } from "../request-context";
import { beingWritten } from "../write-backs/being-written";

/** What a preview finds for one recommendation: why it would fall out, or null. */
export interface ForeseenDecision {
  readonly fallOut: FallOut | null;
  /** Whether its approval would be the first of two, so that it waits for another person. */
  readonly firstOfTwo: boolean;
}

/** Returns what an approval of each candidate would come to now, by the candidate's id. */
export type ForeseeApprovals = (candidates: readonly Candidate[]) => Promise<Map<string, ForeseenDecision>>;

/**
 * Prepares the check of many approvals. It reads with a few statements what each approval reads for itself, and decides
 * by the same functions. It changes and locks nothing. Each approval is checked again when it is carried out.
 */
export async function foreseeApprovals(
  context: RequestContext,
  tx: Tx,
  nowMs: number,
): Promise<ForeseeApprovals> {
  const guards = await loadGuards(tx);
  const store = await connectedStore(tx);
  const isBeingWritten = await beingWritten(tx);
  const otherVat = new Map<number, boolean>();
  return async (candidates) => {
    const items = await itemsOf(tx, candidates, nowMs);
    const seen = new Map(candidates.map(({ id, evidence }) => [id, observationsIn(evidence)]));
    const reported = await reportedAmong(tx, [...seen.values()].flat());
    const given = await approversOf(tx, candidates, DECISION_PERMISSIONS.approve.roles);
    for (const { policyVersion } of candidates)
      if (guards.blocker === null && !otherVat.has(policyVersion))
        otherVat.set(policyVersion, await vatDiffers(tx, policyVersion, guards.policyVersion));
    const findLane =
      guards.blocker === null && candidates.length > 0
        ? await prepareLanesIn(tx, candidates, { active: guards.policy, nowMs })
        : null;
    const found = new Map<string, ForeseenDecision>();
    for (const row of candidates) {
      const item = items.get(row.itemId);
      if (!item) continue;
      const check = checkOf(row, item, guards, nowMs, {
        openWrite: isBeingWritten(row),
        vat: otherVat.get(row.policyVersion) === true,
        reported: seen.get(row.id)?.some((id) => reported.has(id)) === true,
      });
      const before = given.get(row.id) ?? [];
      const lane = findLane === null ? null : findLane(row, before);
      const inputs = { row, snapshot: item.snapshot, check, store, given: before, lane };
      found.set(row.id, foreseenOf(approvalVerdict(context, inputs, {}, nowMs)));
    }
    return found;
  };
}

/** An item with its offers, and the state and the reference that an approval reads with it. */
interface ApprovedItem extends RunItem {
  readonly snapshot: PricedItem;
}

async function itemsOf(
  tx: Tx,
  candidates: readonly Candidate[],
  nowMs: number,
): Promise<Map<string, ApprovedItem>> {
  const ids = candidates.map(({ itemId }) => itemId);
  const items = new Map((await runItemsById(tx, ids, nowMs)).map((each) => [each.item.id, each]));
  const found = new Map<string, ApprovedItem>();
  for (const { itemId, archivedAt, storeState, integrationId, storeRef } of candidates) {
    const each = items.get(itemId);
    const state = itemState({ archivedAtMs: archivedAt?.getTime() ?? null, storeState });
    if (each)
      found.set(itemId, {
        ...each,
        snapshot: { item: each.item, state, storeState, integrationId, storeRef },
      });
  }
  return found;
}

/** Checks the price as `checkApproval` does. */
function checkOf(
  row: Candidate,
  { item, observations, snapshot: { state } }: ApprovedItem,
  guards: Guards,
  nowMs: number,
  facts: ApprovalFacts,
): ApprovalCheck {
  if (state !== "active") return approvalCheck(row, item, { blocker: { code: "state", state } }, facts);
  if (guards.blocker !== null) return approvalCheck(row, item, guards, facts);
  const broken = brokenBy(guards, { item, observations }, row.recommendedPrice, nowMs);
  return approvalCheck(row, item, { ...guards, broken }, facts);
}

function foreseenOf(verdict: ApprovalVerdict): ForeseenDecision {
  switch (verdict.is) {
    case "repeat":
      return { fallOut: ALREADY_DONE, firstOfTwo: false };
    case "blocked":
    case "refused":
      return { fallOut: fallOutOf(verdict.error), firstOfTwo: false };
    case "changed":
      return { fallOut: changedFallOut(verdict.check.changed), firstOfTwo: false };
    case "first_of_two":
      return { fallOut: null, firstOfTwo: true };
    case "effective":
      return { fallOut: null, firstOfTwo: false };
  }
}
