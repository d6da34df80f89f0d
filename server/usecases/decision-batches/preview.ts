import type { Tx } from "@/server/db/database/transaction";
import { type Candidate, findCandidates } from "@/server/db/decision-batches/candidates";
import type { NewBatchItem } from "@/server/db/decision-batches/items";
import { ALREADY_DONE, type FallOut, fallOutOf } from "@/server/domain/decision-batches/batch";
import { notFound } from "@/server/domain/errors";
import { profitPerUnit } from "@/server/domain/margin";
import { parseMarginFactors } from "@/server/domain/pricing/stored-margin-factors";
import { evaluate, type RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import type { EffectEntry } from "@/server/domain/recommendations/summed-effect";
import { refusedDecision } from "../recommendations/decide";
import type { RequestContext } from "../request-context";
import { foreseeApprovals } from "./approval-preview";

/** How many recommendations are read at once, which bounds the memory of a preview. */
const PAGE_SIZE = 500;

/** The decision of a batch. */
export interface BatchDecision {
  readonly action: RecommendationOperation;
  readonly snoozeUntil: Date | null;
}

/** What a preview found: the set in the order of its ids, and the entries of the summed effect. */
export interface Foreseen {
  readonly items: readonly NewBatchItem[];
  readonly entries: readonly EffectEntry[];
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
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const page = ids.slice(from, from + PAGE_SIZE);
    const candidates = new Map((await findCandidates(tx, page)).map((each) => [each.id, each]));
    const refusals = new Map<string, FallOut | null>();
    for (const candidate of candidates.values())
      refusals.set(candidate.id, refusalOf(decision, candidate, nowMs));
    const open = [...candidates.values()].filter(({ id }) => refusals.get(id) === null);
    for (const [id, refusal] of (await approvals?.(open)) ?? []) refusals.set(id, refusal);
    for (const id of page) {
      const candidate = candidates.get(id);
      const fallOut = candidate ? (refusals.get(id) ?? null) : fallOutOf(notFound("recommendation"));
      items.push({ id, version: candidate?.version ?? null, fallOut });
      if (candidate && fallOut === null && candidate.kind === "price_change")
        entries.push(entryOf(candidate));
    }
  }
  return { items, entries };
}

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
  const marginFactors = parseMarginFactors(pricing);
  const profit = (price: bigint | null) =>
    price === null || cost === null ? null : profitPerUnit(price, cost, marginFactors);
  return {
    currency,
    raised: changeRatio?.startsWith("-") !== true,
    profitBefore: profit(currentPrice),
    profitAfter: profit(recommendedPrice),
    stock,
  };
}
