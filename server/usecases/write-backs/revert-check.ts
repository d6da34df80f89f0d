import { type ConnectionRow, connectedStore } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { type RunItem, runItemsById } from "@/server/db/runs/items";
import { revertSubjects, type StoredRevertSubject } from "@/server/db/write-backs/revert-subjects";
import { hasOpenWriteBack, type WriteBackRow, type WriteTarget } from "@/server/db/write-backs/write-backs";
import { DomainError, notFound } from "@/server/domain/errors";
import { itemState } from "@/server/domain/items/item-state";
import { brokenWindowGuards } from "@/server/domain/items/shop-window";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { BLOCKERS } from "@/server/domain/recommendations/blockers";
import { evaluateRevert, type RevertVerdict, refuse } from "@/server/domain/write-backs/revert";
import { blockedConflict } from "../approvals/conflicts";
import { brokenBy, type Guards, loadGuards } from "../approvals/guards";
import { laneOfMissingApproval } from "../approvals/shortfall";
import { findInStore } from "../connections/store";
import type { RequestContext } from "../request-context";

type Verdict = RevertVerdict<WriteBackRow>;

/** Returns the verdicts on reverts by the id of the named write-back; one that does not exist has none. */
export type CheckReverts = (ids: readonly string[]) => Promise<ReadonlyMap<string, Verdict>>;

/** Returns whether another price of the item or of its variant is being written. */
type IsBeingWritten = (target: WriteTarget) => boolean | Promise<boolean>;

/**
 * Checks whether a write-back can be reverted now, and which one that reverts. The caller locks the item and its
 * write-backs.
 * @throws DomainError not_found
 */
export async function checkRevert(context: RequestContext, tx: Tx, id: string): Promise<Verdict> {
  const check = await prepareRevertCheck(context, tx, (target) => hasOpenWriteBack(tx, target));
  const verdict = (await check([id])).get(id);
  if (verdict === undefined) throw notFound("write-back");
  return verdict;
}

/**
 * Prepares the check of many reverts. Each call takes a few statements, however many write-backs it names, besides
 * those of `isBeingWritten`. Changes and locks nothing.
 */
export async function prepareRevertCheck(
  context: RequestContext,
  tx: Tx,
  isBeingWritten: IsBeingWritten,
): Promise<CheckReverts> {
  const store = await connectedStore(tx);
  let guards: Guards | null = null;
  return async (ids) => {
    const subjects = await revertSubjects(tx, ids);
    const verdicts = new Map<string, Verdict>();
    for (const [id, subject] of subjects) {
      const verdict = evaluateRevert(subject);
      const refusal =
        verdict.act === "revert"
          ? ((await refusalOfStore(context, store, subject, verdict.row, isBeingWritten)) ??
            refusalOfWindow(context, subject, verdict.row))
          : null;
      verdicts.set(id, refusal ?? verdict);
    }
    // The revert of a revert writes the approved price again, so the guards bind it; every other one undoes our change.
    const restoring = [...verdicts].flatMap(([id, verdict]) =>
      verdict.act === "revert" && !verdict.row.writesApproved ? [{ id, row: verdict.row }] : [],
    );
    if (restoring.length === 0) return verdicts;
    guards ??= await loadGuards(tx);
    const nowMs = context.services.now();
    const items = await runItemsById(
      tx,
      restoring.map(({ row }) => row.itemId),
      nowMs,
    );
    const byId = new Map(items.map((each) => [each.item.id, each]));
    for (const { id, row } of restoring) {
      const inputs = byId.get(row.itemId);
      const refusal =
        refusalOfGuards(guards, row, subjects.get(id), inputs, nowMs) ??
        (await refusalOfLane(tx, guards, row, inputs, nowMs));
      if (refusal !== null) verdicts.set(id, refusal);
    }
    return verdicts;
  };
}

/** Why the store cannot be given the price from before now; null if it can. */
async function refusalOfStore(
  { plan }: RequestContext,
  store: ConnectionRow | null,
  subject: StoredRevertSubject,
  row: WriteBackRow,
  isBeingWritten: IsBeingWritten,
): Promise<Verdict | null> {
  if (!PLAN_LIMITS[plan].writeBack)
    return { act: "refuse", error: new DomainError("tier_ineligible", undefined, { plan }) };
  if (store?.id !== row.integrationId)
    return {
      act: "refuse",
      error: new DomainError(
        "no_commerce_integration",
        "The store this price was written to is no longer connected.",
      ),
    };
  const { sku, integrationId, storeRef, storeState } = subject;
  if (storeState === "ambiguous")
    return refuse(
      row,
      "Several products of the store have the item's SKU; give each its own or remove the others, and sync.",
      ["state"],
    );
  const found = findInStore(store, { integrationId, storeRef, item: { sku } });
  if (found instanceof DomainError) return { act: "refuse", error: found };
  if (found.ref !== row.storeRef)
    return refuse(row, "The item is another variant of the store by now.", ["store_ref"]);
  return (await isBeingWritten(subject))
    ? refuse(row, "Another price of this variant is still being written.", ["write_back"])
    : null;
}

/** Why the price that `row` replaced may not be written because of what shoppers see; null if it may. */
function refusalOfWindow(
  { services }: RequestContext,
  { window, item }: StoredRevertSubject,
  row: WriteBackRow,
): Verdict | null {
  const broken = brokenWindowGuards(window, item.price, row.expectedPrice, services.now());
  if (broken.length === 0) return null;
  const reasons = broken.map((code) => BLOCKERS[code].receipt).join(", and ");
  return refuse(row, `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}.`, broken);
}

/** Why the price that `row` took back may not be written again now; null if it may. */
function refusalOfGuards(
  guards: Guards,
  row: WriteBackRow,
  subject: StoredRevertSubject | undefined,
  inputs: RunItem | undefined,
  nowMs: number,
): Verdict | null {
  if (!subject || !inputs) return { act: "refuse", error: notFound("write-back") };
  const { archivedAt, storeState } = subject;
  const isActive = itemState({ archivedAtMs: archivedAt?.getTime() ?? null, storeState }) === "active";
  if (!isActive) return refuse(row, "No price can be written to this item now.", ["state"]);
  if (guards.blocker !== null) {
    const { message, changed } = blockedConflict(guards.blocker);
    return refuse(row, message, changed);
  }
  const broken = brokenBy(guards, inputs, row.expectedPrice, nowMs);
  return broken.length === 0
    ? null
    : refuse(row, "The approved price would break a guard now; approve a new recommendation.", broken);
}

/** Why the approved price that `row` took back needs another person by the lanes of now; null if it does not. */
async function refusalOfLane(
  tx: Tx,
  guards: Guards,
  row: WriteBackRow,
  inputs: RunItem | undefined,
  nowMs: number,
): Promise<Verdict | null> {
  if (guards.blocker !== null || inputs === undefined) return null;
  const { recommendationId, targetPrice: currentPrice, expectedPrice: recommendedPrice } = row;
  const change = { recommendationId, currentPrice, recommendedPrice, cost: inputs.item.cost };
  const active = { policy: guards.policy, version: guards.policyVersion };
  const lane = await laneOfMissingApproval(tx, change, active, nowMs);
  if (lane === null) return null;
  const message = `By the auto-approval rule "${lane}" two people approve this price now; approve a new recommendation.`;
  return refuse(row, message, ["policy"]);
}
