import type { LatestRecommendation, StagedRecommendation } from "@/server/db/runs/stage";
import { type Finding, type Kept, type PublicationTerms, publish } from "@/server/domain/pricing/publication";
import {
  RECOMMENDATION_KINDS,
  type RecommendationKind,
} from "@/server/domain/recommendations/recommendation";

/**
 * What is to change of an item's recommendations.
 * @param latest the newest one of each kind
 * @param newId the id of the row that a finding may need
 */
export function stageRecommendations(
  itemId: string,
  finding: Finding | null,
  latest: readonly LatestRecommendation[],
  terms: PublicationTerms,
  newId: string,
): StagedRecommendation[] {
  const staged: StagedRecommendation[] = [];
  let inserts = false;
  for (const kind of RECOMMENDATION_KINDS) {
    const last = latest.find((row) => row.kind === kind) ?? null;
    const found = finding?.kind === kind ? finding : null;
    const decided = publish(last, found, terms);
    if (decided.act === "none") continue;
    const row = { ...blank(itemId, kind), act: decided.act, ...(found ? foundFields(found) : {}) };
    const prior = last && priorFields(last);
    if (decided.act === "insert" || decided.act === "supersede") inserts = true;
    if (decided.act === "insert") staged.push({ ...row, id: newId });
    else if (decided.act === "keep") staged.push({ ...row, ...prior, ...keptFields(decided.kept) });
    else if (decided.act === "withdraw") staged.push({ ...row, ...prior, ends_as: decided.status });
    else
      staged.push({
        ...row,
        ...prior,
        id: newId,
        ends_as: "superseded",
        successor_id: newId,
        inherits_snooze: decided.inheritsSnooze,
      });
  }
  if (!inserts) return staged;
  return staged.map((each) =>
    each.act === "withdraw" && each.ends_as === "superseded" ? { ...each, successor_id: newId } : each,
  );
}

const blank = (itemId: string, kind: RecommendationKind): Omit<StagedRecommendation, "act"> => ({
  item_id: itemId,
  id: null,
  kind,
  prior_id: null,
  prior_status: null,
  prior_version: null,
  ends_as: null,
  successor_id: null,
  inherits_snooze: false,
  version_rises: false,
  currency: null,
  current_price: null,
  recommended_price: null,
  cost: null,
  market_median: null,
  margin_before: null,
  margin_after: null,
  change_ratio: null,
  reason: null,
  binding_rule: null,
  confidence: null,
});

const priorFields = ({ id, status, version }: LatestRecommendation) => ({
  prior_id: id,
  prior_status: status,
  prior_version: version,
});

const foundFields = (found: Finding) => ({
  currency: found.currency,
  current_price: found.currentPrice,
  recommended_price: found.recommendedPrice,
  cost: found.cost,
  market_median: found.marketMedian,
  margin_before: found.marginBefore,
  margin_after: found.marginAfter,
  change_ratio: found.changeRatio,
  reason: found.reason,
  binding_rule: found.bindingRule,
  confidence: found.confidence,
});

const keptFields = (kept: Kept) => ({
  current_price: kept.currentPrice,
  recommended_price: kept.recommendedPrice,
  cost: kept.cost,
  margin_before: kept.marginBefore,
  margin_after: kept.marginAfter,
  change_ratio: kept.changeRatio,
  reason: kept.reason,
  version_rises: kept.versionRises,
});
