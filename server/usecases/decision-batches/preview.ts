import type { Tx } from "@/server/db/database/transaction";
import { type Candidate, findCandidates } from "@/server/db/decision-batches/candidates";
import type { NewBatchItem } from "@/server/db/decision-batches/items";
import { ALREADY_DONE, type FallOut, fallOutOf } from "@/server/domain/decision-batches/batch";
import type { PlannedEntry } from "@/server/domain/decision-batches/groups";
import { notFound } from "@/server/domain/errors";
import { unitsOf } from "@/server/domain/items/units";
import { profitIfKnown } from "@/server/domain/margin";
import { parseMarginFactors } from "@/server/domain/pricing/stored-margin-factors";
import { evaluate, type RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import type { EffectEntry } from "@/server/domain/recommendations/summed-effect";
import { refusedDecision } from "../approvals/conflicts";
import type { RequestContext } from "../request-context";
import { type ForeseenDecision, foreseeApprovals } from "./approval-preview";

/** How many recommendations are read at once, which bounds the memory of a preview. */
export const PAGE_SIZE = 500;

/** The decision of a batch. */
export interface BatchDecision {
  readonly action: RecommendationOperation;
  /** Whether an approval accepts what is new first. */
  readonly accepts: boolean;
  readonly snoozeUntil: Date | null;
}

/**
 * What a preview found: the set in the order of its ids, the price changes of the summed effect, and everything that is
 * to be decided, by its group.
 */
export interface Foreseen {
  readonly items: readonly NewBatchItem[];
  readonly entries: readonly EffectEntry[];
  readonly planned: readonly PlannedEntry[];
}

/**
 * Finds the version of each recommendation and whether the decision would be refused now. Changes nothing.
 * @param ids the chosen recommendations, sorted, each once
 */
export async function foreseeDecisions(
  context: RequestContext,
  tx: Tx,
  decision: BatchDecision,
  ids: readonly string[],
): Promise<Foreseen> {
  const nowMs = context.services.now();
  const approvals = decision.action === "approve" ? await foreseeApprovals(context, tx, nowMs) : null;
  const items: NewBatchItem[] = [];
  const entries: EffectEntry[] = [];
  const planned: PlannedEntry[] = [];
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const page = ids.slice(from, from + PAGE_SIZE);
    const candidates = new Map((await findCandidates(tx, page)).map((each) => [each.id, each]));
    const rows = [...candidates.values()];
    const approved = decision.accepts ? rows.map((each) => asAccepted(each, nowMs)) : rows;
    const found =
      (await approvals?.(approved)) ??
      new Map(
        rows.map((each) => [each.id, { fallOut: refusalOf(decision, each, nowMs), firstOfTwo: false }]),
      );
    for (const id of page) {
      const candidate = candidates.get(id);
      const foreseen = found.get(id) ?? GONE;
      const { version = null, snoozeUntil: snoozeSeen = null } = candidate ?? {};
      items.push({ id, version, snoozeSeen, ...foreseen });
      if (!candidate || foreseen.fallOut !== null) continue;
      const entry = candidate.kind === "price_change" ? entryOf(candidate) : null;
      if (entry) entries.push(entry);
      planned.push({ group: groupOf(candidate), money: entry && changeInStock(entry) });
    }
  }
  return { items, entries, planned };
}

/** The candidate as it is when its acceptance took effect, for the approval that follows; otherwise as it is. */
function asAccepted(candidate: Candidate, nowMs: number): Candidate {
  const verdict = evaluate("accept", candidate, {}, nowMs);
  return "effect" in verdict ? { ...candidate, ...verdict.effect } : candidate;
}

/** What a recommendation is grouped by: its reason, or the kind of an advice. */
export const groupOf = ({ kind, why }: Pick<Candidate, "kind" | "why">): string =>
  kind === "price_change" ? (why ?? "other") : kind;

/** The change of profit on the stock on hand, or of one unit where that is not known; null without a known profit. */
function changeInStock({ currency, profitBefore, profitAfter, stock }: EffectEntry): PlannedEntry["money"] {
  if (profitBefore === null || profitAfter === null) return null;
  return { minor: (profitAfter - profitBefore) * unitsOf(stock), currency };
}

const GONE: ForeseenDecision = { fallOut: fallOutOf(notFound("recommendation")), firstOfTwo: false };

/** Why the state of a recommendation does not permit the decision; null if it does. */
function refusalOf(
  { action, snoozeUntil }: BatchDecision,
  candidate: Candidate,
  nowMs: number,
): FallOut | null {
  const verdict = evaluate(action, candidate, { snoozeUntil: snoozeUntil ?? undefined }, nowMs);
  if ("idempotent" in verdict) return ALREADY_DONE;
  return "conflict" in verdict ? fallOutOf(refusedDecision(action, candidate, verdict, nowMs)) : null;
}

function entryOf({ currency, currentPrice, recommendedPrice, cost, stock, pricing, changeRatio }: Candidate) {
  const marginFactors = parseMarginFactors(pricing, currency);
  return {
    currency,
    raised: changeRatio?.startsWith("-") !== true,
    profitBefore: profitIfKnown(currentPrice, cost, marginFactors),
    profitAfter: profitIfKnown(recommendedPrice, cost, marginFactors),
    stock,
  };
}
