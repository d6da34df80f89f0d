import { z } from "zod";
import type { AccountDeletionRow } from "@/server/db/accounts/deletions";
import type { OpenSupport } from "@/server/db/support/support";
import { Timestamp } from "../scalars";

/** Exactly the fields of the specification; no other field of the row is copied. */
export const SupportAccess = z
  .strictObject({
    active: z.boolean(),
    admin_email: z.string(),
    started_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ description: "The support session that is open in this workspace; null where none is." });

export const AccountDeletion = z
  .strictObject({ scheduled: z.boolean(), effective_at: Timestamp.nullable() })
  .meta({ description: "The caller's own request to delete their account; null where there is none." });

export const presentSupportAccess = (open: OpenSupport | null): z.input<typeof SupportAccess> | null =>
  open && {
    active: true,
    admin_email: open.adminEmail,
    started_at: open.startedAt.toISOString(),
    expires_at: open.expiresAt.toISOString(),
  };

/** Builds the response for an account deletion; a blocked request is not scheduled and has no date. */
export const presentAccountDeletion = (
  row: AccountDeletionRow | null,
): z.input<typeof AccountDeletion> | null =>
  row && { scheduled: row.effectiveAt !== null, effective_at: row.effectiveAt?.toISOString() ?? null };
