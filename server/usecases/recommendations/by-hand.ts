import { isUniqueViolation } from "@/server/db/database/errors";
import type { Tx } from "@/server/db/database/transaction";
import { lockPricedItem, offersOf, type PricedItem } from "@/server/db/items/priced-items";
import { insertPriceByHand, type NewestPrice, newestPrice } from "@/server/db/recommendations/by-hand";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { latestRuns } from "@/server/db/runs/runs";
import { hasOpenWriteBack } from "@/server/db/write-backs/write-backs";
import { DomainError, notFound } from "@/server/domain/errors";
import { marginIfKnown } from "@/server/domain/margin";
import { formatAmount, type Money } from "@/server/domain/money";
import { decide, movedFrom, type Policy, paidAfter } from "@/server/domain/pricing/engine";
import type { Evidence } from "@/server/domain/pricing/outcome";
import { formatRatio } from "@/server/domain/ratio";
import { blockedConflict } from "../approvals/conflicts";
import { type Blocker, checkGuards } from "../approvals/guards";
import { withPeopleNeededIn } from "../approvals/people-needed";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { addDecisionComment } from "./comment";
import type { RecommendationChange } from "./decide";
import { brokenGuards, priceIn } from "./override";
import { type FoundPrice, figuresOf } from "./renew";

const REASON = "A person's price; no run recommends one.";

/** A person's price for an item. */
export interface WantedPrice {
  readonly itemId: string;
  readonly price: Money;
  readonly reason?: string | undefined;
}

/**
 * Gives an item a price for which there is no recommendation: it becomes one that waits for approval, with the evidence
 * of now, and passes the same guards, lanes and receipts as any other. The next run that looks at the item replaces it
 * unless it was approved. The same price again changes nothing.
 * @throws DomainError not_found; conflict if a recommendation of a price is undecided, a price is being written, no run
 * has succeeded yet or nothing can be written; validation_error for a price that is not possible or breaks a guard;
 * plan_limit in a workspace that accepts no changes
 */
export async function priceItem(context: RequestContext, wanted: WantedPrice): Promise<RecommendationChange> {
  try {
    return await writeTransaction(context, (tx) => recommendPrice(context, tx, wanted));
  } catch (error) {
    // A run that publishes at this moment does not lock the item.
    if (isUniqueViolation(error))
      throw new DomainError("conflict", "A run has just recommended a price for the item; look at it first.");
    throw error;
  }
}

/** The statuses in which a recommendation was turned down; a run compares what it finds with its price. */
const TURNED_DOWN: ReadonlySet<string> = new Set(["rejected", "dismissed"]);

/**
 * Whether the engine's price of an item's newest recommendation stands behind a price by hand: a run that finds it
 * again does not bring it, and the lanes of both count. So it is if people turned it down, and if they cleared,
 * canceled, took back or replaced it and the item has had no other price since.
 */
function standsBehind(newest: NewestPrice, price: bigint | null): boolean {
  const { status, isReverted, isPersons, currentPrice, recommendedPrice, enginePrice } = newest;
  if (TURNED_DOWN.has(status)) return true;
  if (status === "superseded" || enginePrice === currentPrice) return false;
  const isInStore = status === "applied" && !isReverted;
  return (isPersons || !isInStore) && price === (isInStore ? recommendedPrice : currentPrice);
}

async function recommendPrice(
  context: RequestContext,
  tx: Tx,
  { itemId, price, reason }: WantedPrice,
): Promise<RecommendationChange> {
  requireWritableWorkspace(context);
  const nowMs = context.services.now();
  const snapshot = await lockPricedItem(tx, itemId, nowMs);
  if (!snapshot) throw notFound("item");
  const { item } = snapshot;
  const target = priceIn(item.currency, price);
  const newest = await newestPrice(tx, itemId, new Date(nowMs));
  if (newest !== null && waits(newest) && newest.isPersons && newest.recommendedPrice === target)
    return { idempotent: true };
  await requireFree(tx, snapshot, newest);
  if (target === item.price)
    throw fieldError("price.amount", "not_a_change", "That is the item's price already.");
  const check = await checkGuards(tx, snapshot, target, nowMs);
  if (check.blocker !== null) throw blocked(check.blocker);
  if (check.broken.length > 0) throw brokenGuards(check.broken);
  const [run] = await latestRuns(tx, 1);
  if (!run) throw new DomainError("conflict", "No run has looked at the catalog yet. Start one first.");

  const { evidence, currency } = decide(item, await offersOf(tx, itemId), check.policy, nowMs);
  const id = context.services.newId("recommendation");
  const found = foundPrice(snapshot, target, evidence, check.policy);
  const figures = figuresOf({ evidence, currency }, found, check);
  const at = new Date(nowMs);
  const by = context.actor;
  await insertPriceByHand(tx, {
    id,
    runId: run.id,
    itemId,
    currency,
    figures,
    // A later run compares with it, and lanes count it.
    enginePrice: newest !== null && standsBehind(newest, item.price) ? newest.enginePrice : item.price,
    reason: reason ?? null,
    by,
    at,
  });
  await addDecisionComment(context, tx, { recommendationId: id, action: "override", text: reason });
  await recordChange(context, tx, {
    action: "recommendation.override",
    subject: id,
    before: { recommended_price: item.price === null ? null : formatAmount(item.price, currency) },
    after: { recommended_price: formatAmount(target, currency), reason },
  });
  const stored = await findRecommendation(tx, id);
  if (!stored) throw new Error(`${id} is not there after it was stored`);
  return { idempotent: false, row: await withPeopleNeededIn(tx, stored, nowMs) };
}

const waits = ({ status, isAwake }: NewestPrice): boolean => status === "pending_approval" && isAwake;

async function requireFree(tx: Tx, snapshot: PricedItem, newest: NewestPrice | null): Promise<void> {
  if (newest?.status === "held")
    throw new DomainError(
      "conflict",
      `The recommendation ${newest.id} is held with its run: release that first.`,
    );
  if (newest?.status === "new" || newest?.status === "pending_approval")
    throw new DomainError("conflict", `The recommendation ${newest.id} is undecided: set its price there.`);
  if (await hasOpenWriteBack(tx, { ...snapshot, itemId: snapshot.item.id }))
    throw new DomainError("conflict", "Another price of the item is being written; wait for its receipt.");
}

function blocked(blocker: Blocker): DomainError {
  if (blocker.code === "state")
    return new DomainError("conflict", `The item is ${blocker.state} and gets no price.`);
  const { message, changed } = blockedConflict(blocker);
  return new DomainError("conflict", message, { changed });
}

/** The figures of a person's price, as the engine has those of its own. */
function foundPrice(
  { item }: PricedItem,
  target: bigint,
  { shopWindow: window }: Evidence,
  { marginFactors }: Policy,
): FoundPrice {
  const { price, cost } = item;
  if (price === null) throw new Error(`${item.id} has no price, though a price for it passed the guards`);
  const from = movedFrom(window, price);
  return {
    currentPrice: price,
    recommendedPrice: target,
    cost,
    marginBefore: marginIfKnown(window === null ? price : window.shopperPrice, cost, marginFactors),
    marginAfter: marginIfKnown(paidAfter(window, target), cost, marginFactors),
    changeRatio: formatRatio(target - from, from),
    reason: REASON,
    bindingRule: null,
    confidence: "low",
  };
}
