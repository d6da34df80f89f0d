import { z } from "zod";
import { MAX_BATCH_SIZE } from "@/server/domain/decision-batches/batch";
import {
  RECOMMENDATION_STATUSES,
  type RecommendationOperation,
  statusesFor,
} from "@/server/domain/recommendations/recommendation";
import { fieldError } from "../input";
import { Criteria, requestedCriteria } from "../recommendations/criteria";
import type { RequestContext } from "../request-context";
import type { BatchSubject } from "./create";

export const BatchIds = z
  .array(z.string().regex(/^rec_[0-9a-hjkmnp-tv-z]{26}$/, "This is no id of a recommendation."))
  .min(1)
  .max(MAX_BATCH_SIZE)
  .meta({ description: "The recommendations; one that is named twice counts once." });

// A misspelled field is refused, because a filter that restricts less than it seems to would decide too much.
export const BatchFilter = z
  .strictObject({ ...Criteria.shape, status: z.enum(RECOMMENDATION_STATUSES).optional() })
  .meta({ description: "The filter of the list of recommendations; snoozed ones do not match." });

/** A field of a stored filter: of a choice of values, any text. */
const asStored = (field: z.ZodOptional): z.ZodOptional =>
  field.unwrap() instanceof z.ZodEnum
    ? z
        .string()
        .optional()
        .meta({ ...field.meta() })
    : field;

/**
 * A filter as it was sent and stored. Fields and values that this version does not know are kept: processes of another
 * version may have stored them, and a filter without them would seem to choose more than it did.
 */
export const StoredFilter = z.looseObject(
  Object.fromEntries(Object.entries(BatchFilter.shape).map(([name, field]) => [name, asStored(field)])),
);

/** The recommendations of a batch as requests and commands name them. */
interface NamedSubject {
  readonly action: RecommendationOperation;
  readonly ids?: z.output<typeof BatchIds> | undefined;
  readonly filter?: z.output<typeof BatchFilter> | undefined;
}

/**
 * Returns the set that is named by ids, or by a filter; a filter without a status matches every status that the action
 * takes effect in.
 * @throws DomainError validation_error unless exactly one of both is given, or for an amount that the workspace's
 * currency does not have
 */
export async function batchSubject(
  context: RequestContext,
  { action, ids, filter }: NamedSubject,
): Promise<BatchSubject> {
  if (ids !== undefined && filter === undefined) return { ids };
  if (filter === undefined || ids !== undefined)
    throw fieldError("ids", "either_or", "Send either ids or a filter.");
  const { status, ...criteria } = filter;
  return {
    filter,
    selection: {
      criteria: await requestedCriteria(context, criteria, "filter"),
      statuses: status === undefined ? statusesFor(action) : [status],
    },
  };
}
