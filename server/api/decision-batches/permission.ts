import { z } from "zod";
import type { Principal } from "@/server/auth/authenticate";
import { BATCH_SUBJECTS, type BatchSubjectKind } from "@/server/domain/decision-batches/batch";
import { type Authority, batchPermission, REVERT_PERMISSION } from "@/server/domain/permissions";
import { readBatchDecision } from "@/server/usecases/decision-batches/read";
import { takingBack } from "@/server/usecases/decision-batches/revert-source";
import type { RequestContext } from "@/server/usecases/request-context";
import type { PublishedDeclaration } from "../declaration";
import { PathId } from "../scalars";
import { BatchAction } from "./schemas";

type Needed = NonNullable<PublishedDeclaration<z.ZodObject, z.ZodType>["permissionFor"]>;

const OF_DECISIONS = {
  scope: "recommendations:write",
  alternativeScopes: ["recommendations:approve", "alerts:write", "catalog:write"],
} as const;

const Requested = z.object({
  action: BatchAction,
  alert_ids: z.unknown().optional(),
  alert_filter: z.unknown().optional(),
});
const Named = z.object({ batch_id: PathId });
const Listed = z.object({ of: z.enum(BATCH_SUBJECTS).optional() });

const ofRequest: Needed = (_, input) => {
  const { data } = Requested.safeParse(input);
  if (!data) return Promise.resolve(null);
  const { action } = data;
  const isOfAlerts = data.alert_ids !== undefined || data.alert_filter !== undefined;
  const of = action === "edit" ? "items" : isOfAlerts ? "alerts" : "recommendations";
  return Promise.resolve(batchPermission({ of, action }));
};

/** Returns the batch that the input names; null if it names none. */
async function namedBatch(context: RequestContext, input: unknown) {
  const { data } = Named.safeParse(input);
  return data ? readBatchDecision(context, data.batch_id) : null;
}

const ofBatch: Needed = async (context, input) => {
  const batch = await namedBatch(context, input);
  return batch && batchPermission(batch);
};

const ofTakingBack: Needed = async (context, input) => {
  const batch = await namedBatch(context, input);
  return batch ? batchPermission(takingBack(batch) ?? batch) : REVERT_PERMISSION;
};

/** What a new batch needs: the permission of the action that the request names. */
export const BY_ACTION = { ...OF_DECISIONS, permissionFor: ofRequest } as const;

/** What a change of a batch needs: the permission of its action. The use case asks again with the batch locked. */
export const BY_BATCH = { ...OF_DECISIONS, permissionFor: ofBatch } as const;

/** What taking a batch back needs: that of the reverts, or of the decisions that are put back. */
export const BY_TAKING_BACK = {
  ...REVERT_PERMISSION,
  alternativeScopes: ["recommendations:write", "alerts:write", "catalog:write"],
  permissionFor: ofTakingBack,
} as const;

const READ_SCOPES = {
  recommendations: "recommendations:read",
  alerts: "alerts:read",
  items: "catalog:read",
} as const satisfies Readonly<Record<BatchSubjectKind, string>>;

const OF_READING = {
  scope: "recommendations:read",
  alternativeScopes: ["alerts:read", "catalog:read"],
} as const;

const ofRead: Needed = async (context, input) => {
  const batch = await namedBatch(context, input);
  return batch && { scope: READ_SCOPES[batch.of] };
};

const ofList: Needed = (_, input) => {
  const { data } = Listed.safeParse(input);
  return Promise.resolve({ scope: READ_SCOPES[data?.of ?? "recommendations"] });
};

/** What reading a batch needs, by what it is about. */
export const BY_READ_BATCH = { ...OF_READING, permissionFor: ofRead } as const;

/** What reading the list needs, by what is listed. */
export const BY_LISTED = { ...OF_READING, permissionFor: ofList } as const;

export const authorityOf = ({ role, tokenScopes }: Principal): Authority => ({ role, scopes: tokenScopes });
