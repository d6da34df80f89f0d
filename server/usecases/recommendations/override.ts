import type { Tx } from "@/server/db/database/transaction";
import { overrideRecommendedPrice } from "@/server/db/recommendations/override";
import { findRecommendation, type RecommendationRow } from "@/server/db/recommendations/recommendations";
import { DomainError } from "@/server/domain/errors";
import { marginIfKnown } from "@/server/domain/margin";
import { formatAmount, type Money } from "@/server/domain/money";
import { profitChange } from "@/server/domain/pricing/classification";
import { movedFrom, type Policy, paidAfter } from "@/server/domain/pricing/engine";
import { windowIn } from "@/server/domain/pricing/evidence-window-json";
import { formatRatio } from "@/server/domain/ratio";
import { BLOCKERS, type BlockerCode } from "@/server/domain/recommendations/blockers";
import { evaluate, type RecommendationEffect } from "@/server/domain/recommendations/recommendation";
import { changedMeanwhile, decisionConflict, refusedApproval } from "../approvals/conflicts";
import { checkApproval } from "../approvals/guards";
import { withPeopleNeededIn } from "../approvals/people-needed";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { requireWritableWorkspace } from "../writable-workspace";
import { commitAlsoRefused, lockItemAndRecommendation, refuseBlocked, renewAndRefuse } from "./approve";
import { addDecisionComment } from "./comment";
import type { RecommendationChange } from "./decide";

/** A person's price for a recommendation, and the version that they have seen. */
export interface Override {
  readonly id: string;
  readonly price: Money;
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
}

/** A price that passed the guards. */
interface Accepted {
  readonly row: RecommendationRow;
  /** Minor units of the row's currency. */
  readonly target: bigint;
  readonly effect: RecommendationEffect;
  readonly policy: Policy;
  readonly reason: string | undefined;
}

/**
 * Replaces a recommended price by a person's. The price passes the guards that bind an approval, the status stays, the
 * version rises, and the engine's price is stored beside it; the engine's own price takes the person's away again. If
 * an input changed since the recommendation was made, it is renewed instead, which is committed although the answer is
 * a conflict. A repeat changes nothing.
 * @throws DomainError not_found, conflict, validation_error for a price that is not possible or breaks a guard,
 * plan_limit in a workspace that accepts no changes
 */
export const overrideRecommendation = (
  context: RequestContext,
  wanted: Override,
): Promise<RecommendationChange> => commitAlsoRefused(context, (tx) => override(context, tx, wanted));

async function override(
  context: RequestContext,
  tx: Tx,
  { id, price, version, reason }: Override,
): Promise<RecommendationChange | DomainError> {
  const nowMs = context.services.now();
  const { row, snapshot } = await lockItemAndRecommendation(tx, id, nowMs);
  if (row.recommendedPrice === null || row.currentPrice === null)
    throw decisionConflict(row, nowMs, "It is advice, without a price that could be replaced.");
  const target = priceIn(row.currency, price);
  const isOpen = "effect" in evaluate("override", row, {}, nowMs);
  if (isOpen && target === row.recommendedPrice) return { idempotent: true };
  const verdict = evaluate("override", row, { version }, nowMs);
  if ("idempotent" in verdict) return { idempotent: true };
  if ("conflict" in verdict) throw refusedApproval("override", row, snapshot, verdict, nowMs);
  if (target === row.currentPrice)
    throw fieldError("price.amount", "not_a_change", "That is the item's price already.");
  const check = await checkApproval(tx, { ...row, recommendedPrice: target }, snapshot, nowMs);
  if (check.blocker !== null) return refuseBlocked(context, tx, row, check.blocker);
  const moved = check.changed.filter((code) => BLOCKERS[code].kind === "input");
  if (moved.length > 0) return renewAndRefuse(context, tx, { row, snapshot, ...check, changed: moved });
  if (check.changed.length > 0) throw brokenGuards(check.changed);
  requireWritableWorkspace(context);
  return store(context, tx, { row, target, effect: verdict.effect, policy: check.policy, reason });
}

/**
 * Returns the price in minor units of the recommendation's currency.
 * @throws DomainError validation_error for a price in another currency
 */
export function priceIn(currency: string, price: Money): bigint {
  if (price.currency === currency) return price.minor;
  throw fieldError("price.currency", "other_currency", `The item's prices are in ${currency}.`);
}

/** Builds the 422 for a price that guards forbid, one issue for each. */
export function brokenGuards(codes: readonly BlockerCode[]): DomainError {
  const issues = codes.map((code) => ({
    path: "price.amount",
    code,
    message: guardSentence(BLOCKERS[code]),
  }));
  return new DomainError("validation_error", issues[0]?.message, { issues });
}

/** Says in a sentence which limit a price breaks. */
export const guardSentence = ({ receipt, approval }: (typeof BLOCKERS)[BlockerCode]): string =>
  sentence(receipt ?? approval);

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

async function store(
  context: RequestContext,
  tx: Tx,
  { row, target, effect, policy, reason }: Accepted,
): Promise<RecommendationChange> {
  const { id, currentPrice, cost, recommendedPrice, enginePrice } = row;
  if (currentPrice === null || recommendedPrice === null || cost === null)
    throw new Error(`${id} has no price or no cost, though its price passed the guards`);
  const at = new Date(context.services.now());
  const window = windowIn(row);
  const from = movedFrom(window, currentPrice);
  // Whoever set a price by hand goes on being the one who did, also at the engine's price.
  const restored = !row.byHand && target === enginePrice;
  const changed = await overrideRecommendedPrice(tx, row, {
    effect,
    recommendedPrice: target,
    marginAfter: marginIfKnown(paidAfter(window, target), cost, policy.marginFactors),
    changeRatio: formatRatio(target - from, from),
    profitChange: profitChange({ currentPrice, recommendedPrice: target, cost }, policy.marginFactors),
    enginePrice: restored ? null : (enginePrice ?? recommendedPrice),
    reason: reason ?? null,
    by: context.actor,
    at,
  });
  if (!changed) throw changedMeanwhile(row, at.getTime());
  await addDecisionComment(context, tx, { recommendationId: id, action: "override", text: reason });
  await recordChange(context, tx, {
    action: "recommendation.override",
    subject: id,
    before: { recommended_price: formatAmount(recommendedPrice, row.currency) },
    after: { recommended_price: formatAmount(target, row.currency), reason },
  });
  const stored = (await findRecommendation(tx, id)) ?? row;
  return { idempotent: false, row: await withPeopleNeededIn(tx, stored, at.getTime()) };
}
