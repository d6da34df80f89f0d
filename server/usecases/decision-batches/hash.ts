import { createHash } from "node:crypto";
import { canonicalJson } from "@/server/db/database/canonical-json";
import type { BatchAction, TagEdit } from "@/server/domain/decision-batches/batch";

/** What is to be decided: the ids, and the versions of recommendations; alerts have none. */
export type FrozenSet = readonly (
  | readonly [id: string, version: number | null]
  | readonly [id: string, version: number | null, reverts: string]
)[];

/**
 * What a confirmation confirms: the decision, its parameters and the versions of the set. The snoozes that the preview
 * has seen are not part of it: they are stored with its items, and what is snoozed otherwise by the time of its
 * decision falls out. So the same set has the same hash from every way in.
 */
interface FrozenDecision {
  readonly action: BatchAction;
  /** Of an approval that accepts first; the hash of every other decision does not name it. */
  readonly accepts: boolean;
  readonly reason: string | null;
  readonly snoozeUntil: Date | null;
  /** Of items: their tags; null for other subjects, whose hash does not name it. */
  readonly edit: TagEdit | null;
  /** What is to be decided, in the order of the ids; for a revert with the write-backs. */
  readonly set: FrozenSet;
}

/** Returns the SHA-256 of a batch as hexadecimal text: over canonical JSON with sorted keys and no spaces. */
export const batchHash = ({ action, accepts, reason, snoozeUntil, edit, set }: FrozenDecision): string =>
  createHash("sha256")
    .update(
      canonicalJson({
        v: 1,
        action,
        reason,
        snooze_until: snoozeUntil,
        set,
        ...(accepts ? { accept: true } : {}),
        ...(edit ? { edit: { ...edit } } : {}),
      }),
    )
    .digest("hex");
