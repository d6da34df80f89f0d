import type { LatestRecommendation, StagedFigures, StagedRecommendation } from "@/server/db/runs/stage";
import { classify } from "@/server/domain/pricing/classification";
import {
  decidePublication,
  type Finding,
  type PublicationRules,
} from "@/server/domain/recommendations/publication";
import {
  RECOMMENDATION_KINDS,
  type RecommendationKind,
} from "@/server/domain/recommendations/recommendation";

/** What a run found for an item: a finding, and the digest of its evidence without ages. */
export interface FoundForItem {
  readonly finding: Finding | null;
  readonly basis: string;
}

/**
 * Returns the rows to stage for an item's recommendations, one for each kind that changes.
 * @param latest the newest recommendation of each kind
 * @param newId id of the row that a finding may insert
 */
export function stageRecommendations(
  itemId: string,
  { finding, basis }: FoundForItem,
  latest: readonly LatestRecommendation[],
  rules: PublicationRules,
  newId: string,
): StagedRecommendation[] {
  const staged: StagedRecommendation[] = [];
  for (const kind of RECOMMENDATION_KINDS) {
    const prior = latest.find((row) => row.kind === kind) ?? null;
    const ofKind = finding?.kind === kind ? finding : null;
    const row = { ...blankRow(itemId, kind), prior, figures: ofKind && figuresOf(ofKind, basis, rules) };
    const decision = decidePublication(prior, ofKind, rules);
    switch (decision.act) {
      case "none":
        break;
      case "insert":
        staged.push({ ...row, act: "insert", id: newId, prior: null });
        break;
      case "keep": {
        const { incrementsVersion, ...refreshed } = decision.update;
        staged.push({
          ...row,
          act: "keep",
          incrementsVersion,
          figures: ofKind && figuresOf({ ...ofKind, ...refreshed }, basis, rules),
        });
        break;
      }
      case "withdraw":
        staged.push({ ...row, act: "withdraw", closedStatus: decision.status });
        break;
      case "supersede":
        staged.push({
          ...row,
          act: "supersede",
          id: newId,
          closedStatus: "superseded",
          successorId: newId,
          inheritsSnooze: decision.inheritsSnooze,
        });
    }
  }
  // A superseded row points to the item's new recommendation, also to one of another kind.
  if (!staged.some(({ id }) => id !== null)) return staged;
  return staged.map((each) =>
    each.act === "withdraw" && each.closedStatus === "superseded" ? { ...each, successorId: newId } : each,
  );
}

const figuresOf = (finding: Finding, basis: string, { marginFactors }: PublicationRules): StagedFigures => ({
  ...finding,
  basis,
  ...classify(finding, marginFactors),
});

const blankRow = (itemId: string, kind: RecommendationKind) => ({
  itemId,
  kind,
  id: null,
  closedStatus: null,
  successorId: null,
  inheritsSnooze: false,
  incrementsVersion: false,
});
