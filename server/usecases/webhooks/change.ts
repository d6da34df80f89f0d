import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Tx } from "@/server/db/database/transaction";
import {
  deleteEndpoint,
  disableEndpoint,
  type EndpointRow,
  enableEndpoint,
  findEndpoint,
  updateEndpoint,
} from "@/server/db/webhooks/endpoints";
import { notFound } from "@/server/domain/errors";
import { ENDPOINT_STATUSES } from "@/server/domain/webhooks/delivery";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { checked } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { checkAddress } from "./address";
import { EndpointFields } from "./create";

const EndpointChange = z.object({
  url: EndpointFields.shape.url.optional(),
  description: EndpointFields.shape.description,
  kinds: EndpointFields.shape.kinds.unwrap().optional(),
  status: z.enum(ENDPOINT_STATUSES).optional(),
});

/**
 * Returns the endpoint with that id and locks it until the transaction ends.
 * @throws DomainError not_found
 */
export async function lockEndpoint(tx: Tx, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(tx, id, { lock: true });
  if (!row) throw notFound("webhook");
  return row;
}

/**
 * Changes the given fields of an endpoint. Disabling it gives up the deliveries that wait; after enabling it, only
 * later events are sent by themselves, earlier ones by a replay. The same values again change nothing.
 * @throws DomainError not_found, validation_error, email_not_confirmed, plan_limit in a workspace that accepts no
 * changes
 */
export async function changeEndpoint(
  context: RequestContext,
  id: string,
  input: z.input<typeof EndpointChange>,
): Promise<EndpointRow> {
  const { services } = context;
  const { status, url, description, kinds } = checked(EndpointChange, input);
  requireWritableWorkspace(context);
  if (url !== undefined) {
    requireConfirmedForOutbound(context);
    await checkAddress(services.settings, url);
  }
  return writeTransaction(context, async (tx) => {
    const before = await lockEndpoint(tx, id);
    const wanted = recorded({
      ...before,
      url: url ?? before.url,
      description: description === undefined ? before.description : description,
      kinds: kinds ?? before.kinds,
      status: status ?? before.status,
    });
    if (isDeepStrictEqual(wanted, recorded(before))) return before;
    const at = new Date(services.now());
    await updateEndpoint(
      tx,
      id,
      {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(kinds === undefined ? {} : { kinds }),
      },
      at,
    );
    if (status === "disabled" && before.status === "enabled") await disableEndpoint(tx, id, "by_person", at);
    if (status === "enabled" && before.status === "disabled") await enableEndpoint(tx, id, at);
    const after = await lockEndpoint(tx, id);
    await recordChange(context, tx, {
      action: "webhook.change",
      subject: id,
      before: recorded(before),
      after: recorded(after),
    });
    return after;
  });
}

const recorded = ({ url, description, kinds, status }: EndpointRow) => ({
  url,
  description,
  kinds: [...kinds],
  status,
});

/**
 * Deletes an endpoint with its delivery log.
 * @returns its id
 * @throws DomainError not_found, plan_limit in a workspace that accepts no changes
 */
export function removeEndpoint(context: RequestContext, id: string): Promise<string> {
  return writeTransaction(context, async (tx) => {
    const before = await lockEndpoint(tx, id);
    requireWritableWorkspace(context);
    await deleteEndpoint(tx, id);
    await recordChange(context, tx, { action: "webhook.remove", subject: id, before: recorded(before) });
    return id;
  });
}
