import { z } from "zod";
import type { DeletionState } from "@/server/usecases/accounts/deletion/request";
import { Timestamp } from "../../scalars";

/** A person's own deletion request: `scheduled` with its date, or blocked without a date. */
export const OwnDeletion = z.strictObject({
  scheduled: z.boolean(),
  requested_at: Timestamp,
  effective_at: Timestamp.nullable(),
});

export const Blocking = z.strictObject({ workspace_id: z.string(), name: z.string() });

export const presentDeletion = ({
  requestedAt,
  effectiveAt,
}: DeletionState): z.input<typeof OwnDeletion> => ({
  scheduled: effectiveAt !== null,
  requested_at: requestedAt.toISOString(),
  effective_at: effectiveAt?.toISOString() ?? null,
});

export const presentBlocking = (blockedBy: DeletionState["blockedBy"]): z.input<typeof Blocking>[] =>
  blockedBy.map(({ workspaceId, name }) => ({ workspace_id: workspaceId, name }));
