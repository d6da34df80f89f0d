import type { ConnectionRow } from "@/server/db/connections/connections";
import type { PricedItem } from "@/server/db/items/priced-items";
import type { StandingApproval } from "@/server/db/recommendations/approvals";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { laneOfActor } from "@/server/domain/actors";
import { DomainError } from "@/server/domain/errors";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import {
  evaluate,
  type RecommendationEffect,
  type RecommendationRequest,
  type RecommendationState,
} from "@/server/domain/recommendations/recommendation";
import { findInStore, type ItemInStore } from "../connections/store";
import type { RequestContext } from "../request-context";
import { notWritable } from "../writable-workspace";
import type { BindingLane, LaneForTwo, LaneRow } from "./binding-lane";
import { blockedApproval, refusedApproval } from "./conflicts";
import type { ApprovalBlocker, ApprovalCheck, CheckedApproval } from "./guards";
import { secondPersonVerdict } from "./two-people";

/** The fields of a recommendation that its approval depends on. */
export type ApprovedRow = RecommendationState & LaneRow & Pick<RecommendationRow, "overriddenBy">;

/** What was read for an approval. */
export interface ApprovalInputs {
  readonly row: ApprovedRow;
  readonly snapshot: PricedItem;
  readonly check: ApprovalCheck;
  readonly store: ConnectionRow | null;
  /** The approvals of this version by persons who may still approve. */
  readonly given: readonly StandingApproval[];
  /** The lane that the price is in; null also where no price can be written. */
  readonly lane: BindingLane;
}

/** What an approval comes to. */
export type ApprovalVerdict =
  | { readonly is: "repeat" }
  /** No price can be written to the item; `error` is the answer. */
  | { readonly is: "blocked"; readonly blocker: ApprovalBlocker; readonly error: DomainError }
  /** The recommendation is renewed, because inputs changed or its price breaks a guard. */
  | { readonly is: "changed"; readonly check: CheckedApproval }
  | { readonly is: "refused"; readonly error: DomainError }
  /** It is the first of the two approvals that the lane needs. */
  | { readonly is: "first_of_two"; readonly lane: LaneForTwo }
  | {
      readonly is: "effective";
      readonly effect: RecommendationEffect;
      readonly store: ItemInStore;
      /** How many people it needed: none where a lane decides. */
      readonly peopleNeeded: number;
    };

/**
 * Decides what an approval comes to. The single approval, and the preview of many, both ask here, so that each refusal
 * is found by both. Pure: the caller has read everything.
 * @param nowMs milliseconds since 1970
 */
export function approvalVerdict(
  context: RequestContext,
  { row, snapshot, check, store, given, lane }: ApprovalInputs,
  request: RecommendationRequest,
  nowMs: number,
): ApprovalVerdict {
  const verdict = evaluate("approve", row, request, nowMs);
  if ("idempotent" in verdict) return { is: "repeat" };
  if ("conflict" in verdict) return refusal(refusedApproval("approve", row, snapshot, verdict, nowMs));
  if (check.blocker !== null)
    return { is: "blocked", blocker: check.blocker, error: blockedApproval(row, check.blocker, nowMs) };
  if (check.changed.length > 0) return { is: "changed", check };
  const { plan } = context;
  if (!PLAN_LIMITS[plan].writeBack) return refusal(new DomainError("tier_ineligible", undefined, { plan }));
  const found = findInStore(store, snapshot);
  if (found instanceof DomainError) return refusal(found);
  const closed = notWritable(context);
  if (closed) return refusal(closed);
  const second = secondPersonVerdict(context, row, { lane, given });
  if (second instanceof DomainError) return refusal(second);
  if (second === "repeat") return { is: "repeat" };
  if (second !== null) return { is: "first_of_two", lane: second };
  return { is: "effective", effect: verdict.effect, store: found, peopleNeeded: peopleNeeded(context, lane) };
}

function peopleNeeded({ actor }: RequestContext, lane: BindingLane): number {
  if (lane?.decidedBy === "two_people") return PEOPLE_NEEDED;
  return laneOfActor(actor.id) === null ? 1 : 0;
}

const refusal = (error: DomainError): ApprovalVerdict => ({ is: "refused", error });
