import { z } from "zod";
import { findLifecycle, type WorkspaceLifecycle } from "@/server/db/workspaces/lifecycle";
import { LIFECYCLES } from "@/server/domain/plan/plans";
import { readTransaction } from "@/server/usecases/transaction";
import {
  BY_OPERATOR,
  cancelWorkspaceDeletion,
  requestWorkspaceDeletion,
} from "@/server/usecases/workspaces/deletion/request";
import { mutation, query } from "../pipeline";
import { Timestamp } from "../scalars";

const DeletionStatus = z.strictObject({
  name: z.string(),
  state: z.enum(LIFECYCLES),
  deleted_at: Timestamp.nullable().meta({ description: "The date before which nothing is deleted." }),
  may_cancel: z.boolean(),
});
const Changed = z.object({ ok: z.literal(true), idempotent: z.boolean(), workspace: DeletionStatus });

const present = ({ name, lifecycle, deletionAt, deletionBy }: WorkspaceLifecycle, nowMs: number) => ({
  name,
  state: lifecycle,
  deleted_at: deletionAt?.toISOString() ?? null,
  may_cancel: deletionAt !== null && deletionAt.getTime() > nowMs && deletionBy !== BY_OPERATOR,
});

export const life = query(
  {
    scope: "settings:workspace",
    summary: "Read whether the workspace is being deleted, and when",
    input: z.object({}),
    output: DeletionStatus,
  },
  async ({ context }) =>
    present(await readTransaction(context, (tx) => findLifecycle(tx)), context.services.now()),
);

export const requestDeletion = mutation(
  {
    scope: "settings:workspace",
    summary: "Begin to delete the workspace: read-only at once, gone with everything in it after 30 days",
    errors: ["validation_error"],
    repeats: "natural",
    input: z.object({ name: z.string().max(200) }),
    output: Changed,
  },
  ({ context, input }) => requestWorkspaceDeletion(context, input),
  ({ idempotent, status: row }, now) => ({ ok: true as const, idempotent, workspace: present(row, now) }),
);

export const cancelDeletion = mutation(
  {
    scope: "settings:workspace",
    summary: "Cancel the workspace's deletion",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({}),
    output: Changed,
  },
  ({ context }) => cancelWorkspaceDeletion(context),
  ({ idempotent, status: row }, now) => ({ ok: true as const, idempotent, workspace: present(row, now) }),
);
