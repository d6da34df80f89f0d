import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { DomainError } from "@/server/domain/errors";
import { visibleStatus } from "@/server/domain/recommendations/recommendation";

/** What a change of a recommendation came to: the row as it is afterwards, or that it had taken effect before. */
export type RecommendationChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: RecommendationRow };

/** 409 with the status a caller sees and, where inputs moved, which. */
export function conflictOn(
  row: RecommendationRow,
  nowMs: number,
  message: string,
  changed?: readonly string[],
): DomainError {
  return new DomainError("conflict", message, {
    current_status: visibleStatus(row, nowMs),
    ...(changed ? { changed } : {}),
  });
}
