import { z } from "zod";
import { MAX_BATCH_SIZE } from "@/server/domain/decision-batches/batch";
import { looksLikeId } from "@/server/domain/ids";
import { AlertCriteria, alertFilterOf } from "../alerts/filter";
import { fieldError } from "../input";
import type { AlertSubject } from "./chosen";
import { storedFilter, undescribed } from "./stored-filter";

export const AlertIds = z
  .array(z.string().refine((id) => looksLikeId("alert", id), "This is not the id of an alert."))
  .min(1)
  .max(MAX_BATCH_SIZE)
  .meta({ description: "The alerts; one that is named twice counts once." });

// A misspelled field is refused, because a filter that restricts less than it seems to would decide too much.
export const AlertBatchFilter = z
  .strictObject({
    ...undescribed(AlertCriteria.shape),
    status: z.enum(["open", "snoozed"]).optional().meta({ description: "Both where it is left out." }),
  })
  .meta({ description: "The filter of the list of alerts; resolved ones do not match." });

/** The same as it was sent and stored. */
export const StoredAlertFilter = storedFilter(AlertBatchFilter);

/**
 * Returns the alerts that are named by ids, or by a filter.
 * @throws DomainError validation_error unless exactly one of both is given
 */
export function alertSubject({
  ids,
  filter,
}: {
  readonly ids: z.output<typeof AlertIds> | undefined;
  readonly filter: z.output<typeof AlertBatchFilter> | undefined;
}): AlertSubject {
  if (ids !== undefined && filter === undefined) return { ids };
  if (filter === undefined || ids !== undefined)
    throw fieldError("alert_ids", "either_or", "Send either alert_ids or an alert_filter.");
  return { filter, matching: alertFilterOf(filter) };
}
