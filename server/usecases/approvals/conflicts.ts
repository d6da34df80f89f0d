import type { PricedItem } from "@/server/db/items/priced-items";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { DomainError } from "@/server/domain/errors";
import { stateReason } from "@/server/domain/items/item-state";
import { BLOCKERS, type BlockerCode } from "@/server/domain/recommendations/blockers";
import {
  type RecommendationAction,
  type RecommendationState,
  type RecommendationVerdict,
  visibleStatus,
} from "@/server/domain/recommendations/recommendation";
import { mismatchedSettings, mismatchText } from "../policy/terms";
import type { ApprovalBlocker, ShopBlocker } from "./guards";

/** Returns what a 409 says where no price at all can be written now, and the codes of its `changed`. */
export function blockedConflict(blocker: ShopBlocker): {
  readonly message: string;
  readonly changed: readonly BlockerCode[];
} {
  switch (blocker.code) {
    case "mismatches":
      return {
        message: mismatchText(blocker.mismatches),
        changed: mismatchedSettings(blocker.mismatches),
      };
    case "policy":
      return { message: blocker.detail, changed: ["policy"] };
  }
}

/** Builds the 409 for a recommendation with another status, version or snooze than the caller has seen. */
export function refusedDecision(
  operation: RecommendationAction,
  row: Pick<RecommendationRow, "status" | "snoozeUntil">,
  verdict: Extract<RecommendationVerdict, { conflict: unknown }>,
  nowMs: number,
): DomainError {
  if ("otherSnooze" in verdict) return decisionConflict(row, nowMs, "It was snoozed after the preview.");
  const { conflict, changed } = verdict;
  if (changed) return decisionConflict(row, nowMs, "It has changed since you saw it; look again.", changed);
  return decisionConflict(row, nowMs, `A recommendation that is ${conflict} cannot be ${PAST[operation]}.`);
}

const PAST: Readonly<Record<RecommendationAction, string>> = {
  accept: "accepted",
  dismiss: "dismissed",
  snooze: "snoozed",
  resolve: "resolved",
  approve: "approved",
  reject: "rejected",
  override: "given another price",
};

/** Builds the 409 with the visible status and, if inputs changed, their codes. */
export function decisionConflict(
  row: Pick<RecommendationRow, "status" | "snoozeUntil">,
  nowMs: number,
  message: string,
  changed?: readonly BlockerCode[],
): DomainError {
  return new DomainError("conflict", message, {
    current_status: visibleStatus(row, nowMs),
    ...(changed ? { changed } : {}),
  });
}

/** Builds the 409 for a row that another request changed after this one had evaluated it. */
export const changedMeanwhile = (row: RecommendationRow, nowMs: number): DomainError =>
  decisionConflict(row, nowMs, "It was changed at the same moment; look again.");

/** Builds the same for an approval or another price; that of an item which is not watched any more says so. */
export function refusedApproval(
  action: "approve" | "override",
  row: RecommendationState,
  { state }: Pick<PricedItem, "state">,
  verdict: Extract<RecommendationVerdict, { conflict: unknown }>,
  nowMs: number,
): DomainError {
  const inactive = stateReason(state, null);
  const error = refusedDecision(action, row, verdict, nowMs);
  if ("otherSnooze" in verdict || verdict.changed || inactive === null) return error;
  return decisionConflict(row, nowMs, `${error.message} ${inactive}`, ["state"]);
}

/** Builds the 409 for an item that no price can be written to now. */
export function blockedApproval(
  row: RecommendationState,
  blocker: ApprovalBlocker,
  nowMs: number,
): DomainError {
  switch (blocker.code) {
    case "state":
      return decisionConflict(
        row,
        nowMs,
        `The item is not watched any more. ${stateReason(blocker.state, null) ?? ""}`,
        ["state"],
      );
    case "mismatches":
    case "policy": {
      const { message, changed } = blockedConflict(blocker);
      return decisionConflict(row, nowMs, message, changed);
    }
    case "write_back":
      return decisionConflict(row, nowMs, BLOCKERS.write_back.approval, ["write_back"]);
  }
}
