import {
  EVIDENCE_ORIGINS,
  type EvidenceOrigin,
  USUAL_ORIGINS,
} from "@/server/domain/pricing/evidence-origins";

/** The lanes that an owner changes between: `usual` to begin with; `fed` also decides on what programs bring. */
export type LaneKind = "usual" | "fed" | "strict" | "none";

/** What the model knows of the lanes, written apart from the documents above. */
export interface LaneRules {
  /** Up to this change the lane "Small" decides, in hundredths; null without that lane. */
  readonly smallUpTo: number | null;
  /** Whether two people decide about everything else. */
  readonly twoPeople: boolean;
  readonly evidenceFrom: readonly EvidenceOrigin[];
  readonly agentsRuns: boolean;
}

const noLanes: LaneRules = { smallUpTo: null, twoPeople: false, evidenceFrom: [], agentsRuns: false };
export const RULES: Readonly<Record<LaneKind, LaneRules>> = {
  usual: { smallUpTo: 5, twoPeople: true, evidenceFrom: USUAL_ORIGINS, agentsRuns: false },
  fed: { smallUpTo: 5, twoPeople: true, evidenceFrom: EVIDENCE_ORIGINS, agentsRuns: true },
  strict: { ...noLanes, twoPeople: true },
  none: noLanes,
};
