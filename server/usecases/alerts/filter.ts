import { z } from "zod";
import type { AlertFilter } from "@/server/db/alerts/pages";
import { ALERT_STATUSES } from "@/server/domain/alerts/alert";
import { ALERT_KINDS } from "@/server/domain/alerts/kinds";
import { looksLikeId } from "@/server/domain/ids";
import { ALERT_SEVERITIES } from "@/server/domain/pricing/outcome";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";

/** Which alerts are meant, as requests name them; an omitted field restricts nothing. */
export const AlertCriteria = z.object({
  status: z.enum(ALERT_STATUSES).optional(),
  kind: z.enum(ALERT_KINDS).optional(),
  severity: z.enum(ALERT_SEVERITIES).optional(),
  item_id: z
    .string()
    .refine((id) => looksLikeId("item", id), "is not the id of a catalog item")
    .optional(),
  q: z
    .string()
    .min(1)
    .max(200)
    .refine(isStorable, NOT_STORABLE)
    .optional()
    .meta({ description: "Part of the item's SKU or title." }),
});

/** Converts the criteria of a request. */
export const alertFilterOf = ({
  status,
  kind,
  severity,
  item_id: itemId,
  q: search,
}: z.output<typeof AlertCriteria>): AlertFilter => ({ status, kind, severity, itemId, search });
