import { createHash } from "node:crypto";
import { canonicalJson } from "@/server/db/database/canonical-json";
import type { RecommendationOperation } from "@/server/domain/recommendations/recommendation";

/** What a confirmation confirms: the decision, its parameters and the versions of the recommendations. */
interface FrozenDecision {
  readonly action: RecommendationOperation;
  readonly reason: string | null;
  readonly snoozeUntil: Date | null;
  /** The recommendations that are to be decided, in the order of their ids. */
  readonly set: readonly (readonly [id: string, version: number])[];
}

/** Returns the SHA-256 of a batch as hexadecimal text: over canonical JSON with sorted keys and no spaces. */
export const batchHash = ({ action, reason, snoozeUntil, set }: FrozenDecision): string =>
  createHash("sha256")
    .update(canonicalJson({ v: 1, action, reason, snooze_until: snoozeUntil, set }))
    .digest("hex");
