import type { Tx } from "@/server/db/database/transaction";
import { findCandidates } from "@/server/db/decision-batches/candidates";
import type { RevertTarget } from "@/server/db/decision-batches/revert-targets";
import { ALREADY_DONE, type FallOut, fallOutOf } from "@/server/domain/decision-batches/batch";
import { notFound } from "@/server/domain/errors";
import { profitIfKnown } from "@/server/domain/margin";
import { parseMarginFactors } from "@/server/domain/pricing/stored-margin-factors";
import type { EffectEntry } from "@/server/domain/recommendations/summed-effect";
import type { RevertVerdict } from "@/server/domain/write-backs/revert";
import type { RequestContext } from "../request-context";
import { beingWritten } from "../write-backs/being-written";
import { prepareRevertCheck } from "../write-backs/revert-check";
import { type Foreseen, PAGE_SIZE } from "./preview";

/**
 * Finds for each write-back whether its revert would be refused now, by the check of the single revert, with a few
 * statements for each page. Changes and locks nothing.
 * @param targets sorted by the recommendation's id, each once
 */
export async function foreseeReverts(
  context: RequestContext,
  tx: Tx,
  targets: readonly RevertTarget[],
): Promise<Foreseen> {
  const check = await prepareRevertCheck(context, tx, await beingWritten(tx));
  const items: Foreseen["items"][number][] = [];
  const entries: EffectEntry[] = [];
  for (let from = 0; from < targets.length; from += PAGE_SIZE) {
    const page = targets.slice(from, from + PAGE_SIZE);
    const verdicts = await check(page.map(({ reverts }) => reverts));
    const candidates = await findCandidates(
      tx,
      page.map(({ id }) => id),
    );
    const byId = new Map(candidates.map((each) => [each.id, each]));
    for (const { id, version, reverts: named } of page) {
      const verdict = verdicts.get(named);
      if (verdict?.act !== "revert") {
        items.push({ id, version, fallOut: fallOutOfVerdict(verdict), reverts: named });
        continue;
      }
      const { expectedPrice: after, targetPrice: before, currency } = verdict.row;
      items.push({ id, version, fallOut: null, reverts: verdict.row.id });
      const candidate = byId.get(id);
      if (!candidate) continue;
      const factors = parseMarginFactors(candidate.pricing, currency);
      entries.push({
        currency,
        raised: after > before,
        profitBefore: profitIfKnown(before, candidate.cost, factors),
        profitAfter: profitIfKnown(after, candidate.cost, factors),
        stock: candidate.stock,
      });
    }
  }
  return { items, entries, planned: [] };
}

function fallOutOfVerdict(verdict: Exclude<RevertVerdict, { act: "revert" }> | undefined): FallOut {
  if (verdict === undefined) return fallOutOf(notFound("write-back"));
  return verdict.act === "none" ? ALREADY_DONE : fallOutOf(verdict.error);
}
