import { z } from "zod";
import type { Principal } from "@/server/auth/authenticate";
import { type Authority, BATCH_PERMISSIONS } from "@/server/domain/permissions";
import { readBatchAction } from "@/server/usecases/decision-batches/read";
import type { PublishedDeclaration } from "../declaration";
import { PathId } from "../scalars";
import { BatchAction } from "./schemas";

type Needed = NonNullable<PublishedDeclaration<z.ZodObject, z.ZodType>["permissionFor"]>;

const OF_DECISIONS = {
  scope: "recommendations:write",
  alternativeScopes: ["recommendations:approve"],
} as const;

const Requested = z.object({ action: BatchAction });
const Named = z.object({ batch_id: PathId });

const ofRequest: Needed = (_, input) => {
  const { data } = Requested.safeParse(input);
  return Promise.resolve(data ? BATCH_PERMISSIONS[data.action] : null);
};

const ofBatch: Needed = async (context, input) => {
  const { data } = Named.safeParse(input);
  const action = data ? await readBatchAction(context, data.batch_id) : null;
  return action && BATCH_PERMISSIONS[action];
};

/** What a new batch needs: the permission of the action that the request names. */
export const BY_ACTION = { ...OF_DECISIONS, permissionFor: ofRequest } as const;

/** What a change of a batch needs: the permission of its action. The use case asks again with the batch locked. */
export const BY_BATCH = { ...OF_DECISIONS, permissionFor: ofBatch } as const;

export const authorityOf = ({ role, tokenScopes }: Principal): Authority => ({ role, scopes: tokenScopes });
