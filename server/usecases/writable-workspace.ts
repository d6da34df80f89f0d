import { DomainError } from "@/server/domain/errors";
import { acceptsMutations } from "@/server/domain/plan/plans";
import type { RequestContext } from "./request-context";

/**
 * Requires a workspace that accepts changes, neither suspended nor being deleted; the last check before an effect.
 * @throws DomainError plan_limit (402)
 */
export function requireWritableWorkspace(context: RequestContext): void {
  const refusal = notWritable(context);
  if (refusal) throw refusal;
}

/** Returns the same error; null if the workspace accepts changes. */
export function notWritable({ lifecycle, plan }: RequestContext): DomainError | null {
  if (acceptsMutations(lifecycle)) return null;
  const message = `This workspace is ${lifecycle}; nothing can be changed in it.`;
  return new DomainError("plan_limit", message, { limit: "lifecycle", plan });
}
