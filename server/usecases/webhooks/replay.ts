import type { Tx } from "@/server/db/database/transaction";
import {
  type DeliveryRow,
  findDelivery,
  type ReplayRange,
  reopenDeliveries,
} from "@/server/db/webhooks/deliveries";
import { makeDue } from "@/server/db/webhooks/dispatch";
import type { EndpointRow } from "@/server/db/webhooks/endpoints";
import { DomainError, notFound } from "@/server/domain/errors";
import { fieldError } from "../input";
import { recordChange } from "../record-change";
import { type RequestContext, requireWritableWorkspace, writeTransaction } from "../request-context";
import { lockEndpoint } from "./change";

const MOST_NUMBERS = 10_000;

/** The state of a delivery after a request to send it again; `idempotent` if it was waiting to be sent already. */
export interface DeliveryReplay {
  readonly idempotent: boolean;
  readonly row: DeliveryRow;
}

/**
 * Sends one delivery again, with the same id and number. A delivery that is waiting to be sent stays as it is.
 * @throws DomainError not_found, conflict while the endpoint is disabled, plan_limit
 */
export function replayDelivery(context: RequestContext, id: string): Promise<DeliveryReplay> {
  return writeTransaction(context, async (tx) => {
    const found = await findDelivery(tx, id);
    if (!found) throw notFound("delivery");
    const endpoint = await lockEndpoint(tx, found.endpointId);
    requireWritableWorkspace(context);
    requireEnabled(endpoint);
    const { number } = found;
    const reopened = await reopen(context, tx, endpoint.id, { from: number, to: number, onlyGivenUp: false });
    return { idempotent: reopened === 0, row: (await findDelivery(tx, id)) ?? found };
  });
}

/**
 * Sends the deliveries of a range of numbers again: those that were given up, or all that ended.
 * @returns how many will be sent
 * @throws DomainError not_found, validation_error for a range of more than 10,000 numbers, conflict while the endpoint
 * is disabled, plan_limit
 */
export function replayRange(context: RequestContext, id: string, range: ReplayRange): Promise<number> {
  if (range.to < range.from || range.to - range.from >= BigInt(MOST_NUMBERS))
    throw fieldError(
      "to_number",
      "range",
      `The last number is at least the first, and a range has at most ${MOST_NUMBERS} numbers.`,
    );
  return writeTransaction(context, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    requireWritableWorkspace(context);
    requireEnabled(endpoint);
    return reopen(context, tx, id, range);
  });
}

async function reopen(context: RequestContext, tx: Tx, id: string, range: ReplayRange): Promise<number> {
  const at = new Date(context.services.now());
  const count = await reopenDeliveries(tx, id, range, at);
  if (count === 0) return 0;
  await makeDue(tx, id, at);
  await recordChange(context, tx, {
    action: "webhook.replay",
    subject: id,
    after: { from: String(range.from), to: String(range.to), deliveries: count },
  });
  return count;
}

/**
 * Requires an endpoint that deliveries are sent to.
 * @throws DomainError conflict
 */
export function requireEnabled({ status }: EndpointRow): void {
  if (status === "enabled") return;
  throw new DomainError("conflict", "The webhook is disabled; enable it first.", { current_status: status });
}
