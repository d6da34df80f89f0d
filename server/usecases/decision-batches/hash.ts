import { createHash } from "node:crypto";
import { canonicalJson } from "@/server/db/database/canonical-json";
import type { BatchAction } from "@/server/domain/decision-batches/batch";

/**
 * What a confirmation confirms: the decision, its parameters and the versions of the recommendations. The snoozes that
 * the preview has seen are not part of it: they are stored with its items, and a recommendation that is snoozed
 * otherwise by the time of its decision falls out. So the same set has the same hash from every way in.
 */
interface FrozenDecision {
  readonly action: BatchAction;
  readonly reason: string | null;
  readonly snoozeUntil: Date | null;
  /** The recommendations that are to be decided, in the order of their ids; for a revert with the write-backs. */
  readonly set: readonly (
    | readonly [id: string, version: number]
    | readonly [id: string, version: number, reverts: string]
  )[];
}

/** Returns the SHA-256 of a batch as hexadecimal text: over canonical JSON with sorted keys and no spaces. */
export const batchHash = ({ action, reason, snoozeUntil, set }: FrozenDecision): string =>
  createHash("sha256")
    .update(canonicalJson({ v: 1, action, reason, snooze_until: snoozeUntil, set }))
    .digest("hex");
