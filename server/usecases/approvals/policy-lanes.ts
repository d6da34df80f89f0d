import type { Tx } from "@/server/db/database/transaction";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { DomainError } from "@/server/domain/errors";
import { compilePolicy, type Policy } from "@/server/domain/pricing/engine";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { laneFingerprint } from "../policy/lane-modes";
import { requirePolicyDocument, UnreadablePolicy } from "../policy/terms";

/** The lanes of the active policy. */
export interface PolicyLanes {
  readonly version: number;
  readonly lanes: readonly Lane[];
  readonly policy: Policy;
  /** The mode of an automatic lane counts only while the policy's fingerprint is the one it was set with. */
  readonly fingerprint: string;
}

/** Reads the lanes of the active policy. @throws DomainError conflict when it is invalid */
export async function requireActiveLanes(tx: Tx): Promise<PolicyLanes> {
  try {
    return await lanesOfVersion(tx, await activePolicyVersion(tx));
  } catch (error) {
    if (!(error instanceof UnreadablePolicy)) throw error;
    throw new DomainError("conflict", error.message, { changed: ["policy"] });
  }
}

/** Reads the lanes of the policy that is active at each call. */
export type LaneReader = (tx: Tx) => Promise<PolicyLanes>;

/**
 * Returns a reader that compiles a version only if another one is active than at the call before; a version's document
 * never changes. The reader throws UnreadablePolicy when the active version is invalid.
 */
export function laneReader(): LaneReader {
  let last: PolicyLanes | null = null;
  return async (tx) => {
    const version = await activePolicyVersion(tx);
    last = last?.version === version ? last : await lanesOfVersion(tx, version);
    return last;
  };
}

async function lanesOfVersion(tx: Tx, version: number): Promise<PolicyLanes> {
  const document = await requirePolicyDocument(tx, version);
  return {
    version,
    lanes: document.lanes ?? [],
    policy: compilePolicy(document),
    fingerprint: laneFingerprint(document),
  };
}

/** Returns the names of the lanes that decide by themselves. */
export const automaticLanes = (lanes: readonly Lane[]): string[] =>
  lanes.filter(({ decided_by: by }) => by === "automatic").map(({ name }) => name);
