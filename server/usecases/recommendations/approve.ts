import { approvalSettings, type ConnectionRow } from "@/server/db/connections/connections";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { lockPricedItem, offersOf, type PricedItem } from "@/server/db/items/priced-items";
import { endForInactive } from "@/server/db/items/states";
import { findRecommendation, type RecommendationRow } from "@/server/db/recommendations/recommendations";
import { hasOpenWriteBack } from "@/server/db/write-backs/write-backs";
import { DomainError, notFound } from "@/server/domain/errors";
import { stateReason } from "@/server/domain/items/item-state";
import { acceptsMutations, PLAN_LIMITS } from "@/server/domain/plan/plans";
import type { Policy } from "@/server/domain/pricing/compile";
import { brokenGuards, type Subject } from "@/server/domain/pricing/guards";
import { evaluate, type RecommendationEffect } from "@/server/domain/recommendations/recommendation";
import { requireStore } from "../connections/store-of-item";
import { type RequestContext, requireLive } from "../request-context";
import { policyOfRun, UnreadablePolicy } from "../runs/policy-of-run";
import { contradictionsIn, contradictionText, partsOf, sawOtherVat } from "../shop-pricing/read";
import { afterWaiting } from "../write-backs/await-store";
import { queueWriteBack } from "../write-backs/queue";
import { conflictOn, type RecommendationChange } from "./conflict";
import { writeDecision } from "./decide";
import { renewRecommendation } from "./renew";
import { showsReported } from "./shows-reported";

/** Which recommendation, and the version the caller has seen. */
export interface Approval {
  readonly id: string;
  readonly version?: number | undefined;
}

/**
 * Approves a recommendation as it was seen and queues the one write of its price, in one transaction; then waits a few
 * seconds at most for what the store answers. Where price, cost or a guard moved since, the recommendation is renewed,
 * which stands although the answer is a conflict, and nothing is written. A repeat changes nothing.
 * @throws DomainError not_found, conflict, tier_ineligible, no_commerce_integration, plan_limit in a workspace that
 * accepts no changes
 */
export async function approveRecommendation(
  context: RequestContext,
  approval: Approval,
): Promise<RecommendationChange> {
  const { db } = context.services;
  const outcome = await inTenant(db, context.tenant, async (tx) => {
    const result = await approve(context, tx, approval);
    // A refusal is kept under no Idempotency-Key, though what it renewed is.
    if (!(result instanceof DomainError)) await context.answerSlot?.complete(tx, result);
    return result;
  });
  if (outcome instanceof DomainError) throw outcome;
  if (outcome.idempotent) return outcome;
  return { idempotent: false, row: await afterWaiting(context, outcome.row) };
}

async function approve(
  context: RequestContext,
  tx: Tx,
  { id, version }: Approval,
): Promise<RecommendationChange | DomainError> {
  const now = context.services.now();
  const { policyVersion } = await approvalSettings(tx);
  const { row, snapshot } = await lockBoth(tx, id, now);
  const verdict = evaluate("approve", row, { version }, now);
  if ("idempotent" in verdict) return { idempotent: true };
  const inactive = stateReason(snapshot.state, null);
  if ("conflict" in verdict)
    throw verdict.changed
      ? conflictOn(row, now, "It has changed since you saw it; look again.", verdict.changed)
      : conflictOn(
          row,
          now,
          `A recommendation that is ${verdict.conflict} cannot be approved.${inactive ? ` ${inactive}` : ""}`,
          inactive ? ["state"] : undefined,
        );
  if (inactive !== null) {
    if (acceptsMutations(context.lifecycle)) await endForInactive(tx, [row.itemId], now);
    const ended = (await findRecommendation(tx, id)) ?? row;
    return conflictOn(ended, now, `The item is not watched any more. ${inactive}`, ["state"]);
  }
  if (await hasOpenWriteBack(tx, { ...snapshot, itemId: row.itemId }))
    throw conflictOn(row, now, "Another price of this item is still being written.", ["write_back"]);
  const contradictions = await contradictionsIn(tx, policyVersion);
  if (contradictions.length > 0)
    throw conflictOn(row, now, contradictionText(contradictions), partsOf(contradictions));
  const policy = await readablePolicy(tx, row, policyVersion, now);
  const { item } = snapshot;
  const subject = { item, observations: await offersOf(tx, item.id) };
  const moved = [
    ...whatMoved(row, subject, policy, now),
    ...((await sawOtherVat(tx, row.policyVersion, policyVersion)) ? ["vat"] : []),
    ...((await showsReported(tx, row.evidence)) ? ["observations"] : []),
  ];
  if (moved.length > 0) {
    if (acceptsMutations(context.lifecycle))
      await renewRecommendation(context, tx, { row, snapshot, policy, policyVersion, moved });
    const renewed = (await findRecommendation(tx, id)) ?? row;
    return conflictOn(renewed, now, "What it was recommended from has changed; look again.", moved);
  }
  if (!PLAN_LIMITS[context.plan].writeBack)
    throw new DomainError("tier_ineligible", undefined, { plan: context.plan });
  const store = await requireStore(tx, snapshot);
  requireLive(context);
  return write(context, tx, row, verdict.effect, store);
}

/** The item first, then the recommendation: everyone who changes both takes them in this order. */
async function lockBoth(
  tx: Tx,
  id: string,
  nowMs: number,
): Promise<{ row: RecommendationRow; snapshot: PricedItem }> {
  const seen = await findRecommendation(tx, id);
  const snapshot = seen && (await lockPricedItem(tx, seen.itemId, nowMs));
  const row = snapshot && (await findRecommendation(tx, id, { lock: true }));
  if (!snapshot || !row) throw notFound("recommendation");
  return { row, snapshot };
}

async function readablePolicy(tx: Tx, row: RecommendationRow, version: number, now: number): Promise<Policy> {
  try {
    return await policyOfRun(tx, version);
  } catch (error) {
    if (error instanceof UnreadablePolicy) throw conflictOn(row, now, error.message, ["policy"]);
    throw error;
  }
}

/** What differs from what the recommendation shows, and which guards its price would break now. */
function whatMoved(row: RecommendationRow, subject: Subject, policy: Policy, now: number): string[] {
  const { item } = subject;
  const target = row.recommendedPrice;
  if (target === null) return ["price"];
  return [
    ...new Set([
      ...(item.price === row.currentPrice ? [] : ["price"]),
      ...(item.cost === row.cost ? [] : ["cost"]),
      ...(item.currency === row.currency ? [] : ["currency"]),
      ...brokenGuards(subject, target, policy, now),
    ]),
  ];
}

async function write(
  context: RequestContext,
  tx: Tx,
  row: RecommendationRow,
  effect: RecommendationEffect,
  store: { readonly connection: ConnectionRow; readonly ref: string },
): Promise<RecommendationChange> {
  const { id, currentPrice: expectedPrice, recommendedPrice: targetPrice } = row;
  if (expectedPrice === null || targetPrice === null)
    throw new Error(`${id} awaits approval without a price`);
  await writeDecision(context, tx, row, { operation: "approve", effect });
  await queueWriteBack(context, tx, {
    action: "recommendation.approve",
    subject: id,
    recommendationId: id,
    revertOf: null,
    integrationId: store.connection.id,
    itemId: row.itemId,
    storeRef: store.ref,
    currency: row.currency,
    expectedPrice,
    targetPrice,
  });
  return { idempotent: false, row: (await findRecommendation(tx, id)) ?? row };
}
