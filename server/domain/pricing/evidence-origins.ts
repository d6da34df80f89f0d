/**
 * Who can have brought what a price is based on: checks of competitors' pages, the shop's stores, people in the pages,
 * by file or by the command line, programs with a token over REST, and agents.
 */
export const EVIDENCE_ORIGINS = ["page_checks", "stores", "people", "tokens", "agents"] as const;
export type EvidenceOrigin = (typeof EVIDENCE_ORIGINS)[number];

/** Those whose evidence an automatic lane decides on unless it names others. */
export const USUAL_ORIGINS: readonly EvidenceOrigin[] = ["page_checks", "stores", "people"];

/** Those that no person stands behind: what they enter is marked until a person or the store says it anew. */
export const MARKED_ORIGINS = ["tokens", "agents"] as const satisfies readonly EvidenceOrigin[];
export const isMarkedOrigin = (origin: EvidenceOrigin): origin is (typeof MARKED_ORIGINS)[number] =>
  origin === "tokens" || origin === "agents";
