import { z } from "zod";
import { ALERT_OPERATIONS, MAX_BATCH_SIZE } from "@/server/domain/decision-batches/batch";
import {
  RECOMMENDATION_STATUSES,
  type RecommendationOperation,
  statusesFor,
} from "@/server/domain/recommendations/recommendation";
import { fieldError } from "../input";
import { Criteria, requestedCriteria } from "../recommendations/criteria";
import type { RequestContext } from "../request-context";
import { type AlertBatchFilter, type AlertIds, alertSubject } from "./alert-subject";
import type { BatchSubject } from "./chosen";
import type { RequestedDecision } from "./create";
import { type ItemBatchFilter, type ItemIds, requestedEdit, type TagEditInput } from "./item-subject";
import { storedFilter } from "./stored-filter";

export const BatchIds = z
  .array(z.string().regex(/^rec_[0-9a-hjkmnp-tv-z]{26}$/, "This is not the id of a recommendation."))
  .min(1)
  .max(MAX_BATCH_SIZE)
  .meta({ description: "The recommendations; one that is named twice counts once." });

// A misspelled field is refused, because a filter that restricts less than it seems to would decide too much.
export const BatchFilter = z
  .strictObject({ ...Criteria.shape, status: z.enum(RECOMMENDATION_STATUSES).optional() })
  .meta({ description: "The filter of the list of recommendations; snoozed ones do not match." });

export const StoredFilter = storedFilter(BatchFilter);

/** The recommendations of a batch as requests and commands name them. */
interface NamedSubject {
  readonly action: RecommendationOperation;
  /** Whether an approval accepts what is new first. */
  readonly accepts?: boolean;
  readonly ids?: z.output<typeof BatchIds> | undefined;
  readonly filter?: z.output<typeof BatchFilter> | undefined;
}

/**
 * Returns the set that is named by ids, or by a filter; a filter without a status matches every status that the action
 * takes effect in, and one for accepting and approving only price changes, unless it names another kind.
 * @throws DomainError validation_error unless exactly one of both is given, or for an amount that the workspace's
 * currency does not have
 */
export async function batchSubject(
  context: RequestContext,
  { action, accepts = false, ids, filter }: NamedSubject,
): Promise<BatchSubject> {
  if (ids !== undefined && filter === undefined) return { ids };
  if (filter === undefined || ids !== undefined)
    throw fieldError("ids", "either_or", "Send either ids or a filter.");
  const { status, ...others } = filter;
  const criteria: typeof others = accepts ? { kind: "price_change", ...others } : others;
  const statuses = accepts ? [...statusesFor("accept"), ...statusesFor(action)] : statusesFor(action);
  return {
    filter,
    selection: {
      criteria: await requestedCriteria(context, criteria, "filter"),
      statuses: status === undefined ? statuses : [status],
    },
  };
}

/** What a request names: recommendations, alerts, or items with the edit of their tags. */
interface NamedSet extends Omit<NamedSubject, "action"> {
  readonly action: RecommendationOperation | "edit";
  readonly accepts: boolean;
  readonly itemIds?: z.output<typeof ItemIds> | undefined;
  readonly itemFilter?: z.output<typeof ItemBatchFilter> | undefined;
  readonly edit?: z.output<typeof TagEditInput> | undefined;
  readonly alertIds?: z.output<typeof AlertIds> | undefined;
  readonly alertFilter?: z.output<typeof AlertBatchFilter> | undefined;
}

/**
 * Returns the decision with what it is about, like `batchSubject`, of recommendations, alerts or items.
 * @throws DomainError validation_error also where several are named, and for a decision that they do not have
 */
export async function requestedDecision(
  context: RequestContext,
  { action, accepts, ids, filter, alertIds, alertFilter, itemIds, itemFilter, edit }: NamedSet,
): Promise<RequestedDecision> {
  const named = [ids ?? filter, alertIds ?? alertFilter, itemIds ?? itemFilter].filter(
    (each) => each !== undefined,
  );
  if (accepts && (action !== "approve" || (ids ?? filter) === undefined))
    throw fieldError("accept", "unrecognized", "Only an approval of recommendations accepts first.");
  if (named.length > 1) throw fieldError("ids", "either_or", "A batch is about one kind of things.");
  if (action === "edit") return requestedEdit(context, { ids: itemIds, filter: itemFilter, edit });
  if (itemIds !== undefined || itemFilter !== undefined || edit !== undefined)
    throw fieldError("action", "invalid_value", "Items are changed by edit.");
  if (alertIds === undefined && alertFilter === undefined)
    return {
      of: "recommendations",
      action,
      accepts,
      subject: await batchSubject(context, { action, accepts, ids, filter }),
    };
  const operation = ALERT_OPERATIONS.find((each) => each === action);
  if (operation === undefined)
    throw fieldError("action", "invalid_value", `Alerts are decided by ${ALERT_OPERATIONS.join(" or ")}.`);
  return { of: "alerts", action: operation, subject: alertSubject({ ids: alertIds, filter: alertFilter }) };
}
