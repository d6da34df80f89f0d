import { z } from "zod";
import { lockWorkspace } from "@/server/db/members/memberships";
import { type EndpointRow, findEndpoint, insertEndpoint } from "@/server/db/webhooks/endpoints";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { CHOSEN_KINDS } from "@/server/domain/webhooks/event-kinds";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { checked } from "../input";
import { requireQuota } from "../plan/quota";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { checkAddress } from "./address";
import { newSecret, sealEndpointSecret } from "./secret";

/** The fields of an endpoint that its owner sets. */
export const EndpointFields = z.object({
  url: z.string().trim().min(1, "write the address that receives the events").max(2_000),
  description: z.string().trim().max(200).refine(isStorable, NOT_STORABLE).nullish(),
  kinds: z
    .array(z.enum(CHOSEN_KINDS))
    .max(CHOSEN_KINDS.length)
    .transform((kinds) => [...new Set(kinds)])
    .default([]),
});

/** A new endpoint, or one with a new secret; the secret is known here only. */
export interface EndpointWithSecret {
  readonly secret: string;
  readonly row: EndpointRow;
}

/**
 * Creates an endpoint with a secret of its own; it receives the events from now on. The workspace is locked, so that
 * two calls at the same time cannot exceed the plan's cap.
 * @throws DomainError validation_error, email_not_confirmed, plan_limit
 */
export async function createEndpoint(
  context: RequestContext,
  input: z.input<typeof EndpointFields>,
): Promise<EndpointWithSecret> {
  const { services, tenant } = context;
  const { url, description = null, kinds } = checked(EndpointFields, input);
  requireWritableWorkspace(context);
  requireConfirmedForOutbound(context);
  await checkAddress(services.settings, url);
  const id = services.newId("webhook");
  const secret = newSecret();
  return writeTransaction(context, async (tx) => {
    const createdAt = new Date(services.now());
    await requireQuota(tx, await lockWorkspace(tx), "webhooks", 1, createdAt);
    const sealed = sealEndpointSecret(services.settings, id, tenant.workspaceId, secret);
    await insertEndpoint(tx, { id, url, description, kinds, secret: sealed, createdAt });
    await recordChange(context, tx, {
      action: "webhook.create",
      subject: id,
      after: { url, description, kinds },
    });
    const row = await findEndpoint(tx, id);
    if (!row) throw new Error("the endpoint just created is not there");
    return { secret, row };
  });
}
