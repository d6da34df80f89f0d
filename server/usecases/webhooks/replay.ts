import { z } from "zod";
import type { Tx } from "@/server/db/database/transaction";
import {
  type DeliveryRow,
  findDelivery,
  numbersSince,
  type ReplayRange,
  reopenDeliveries,
} from "@/server/db/webhooks/deliveries";
import { makeDue } from "@/server/db/webhooks/dispatch";
import type { EndpointRow } from "@/server/db/webhooks/endpoints";
import { DomainError, notFound } from "@/server/domain/errors";
import { UtcTime } from "@/server/domain/utc-time";
import { checked, fieldError } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
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

const EventNumber = z.int().min(1).transform(BigInt);
const Selection = z.object({
  from_number: EventNumber.optional(),
  to_number: EventNumber.optional(),
  since: UtcTime.transform((text) => new Date(text)).optional(),
  only_given_up: z.boolean(),
});

/**
 * Sends several deliveries again: those of a range of numbers, or those of the events since a time; of these, the ones
 * that were given up, or all that ended.
 * @returns how many will be sent
 * @throws DomainError not_found, validation_error for more than 10,000 numbers, conflict while the endpoint is
 * disabled, plan_limit
 */
export function replayMany(
  context: RequestContext,
  id: string,
  input: z.input<typeof Selection>,
): Promise<number> {
  const selection = checked(Selection, input);
  const given = rangeGiven(selection);
  return writeTransaction(context, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    requireWritableWorkspace(context);
    requireEnabled(endpoint);
    const range = given ?? (await rangeSince(tx, id, selection));
    return range === null ? 0 : reopen(context, tx, id, range);
  });
}

/** Returns the range that the numbers name; null when a time stands in their place. */
function rangeGiven({
  from_number: from,
  to_number: to,
  since,
  only_given_up: onlyGivenUp,
}: z.output<typeof Selection>): ReplayRange | null {
  const hasNumbers = from !== undefined || to !== undefined;
  if (since !== undefined && hasNumbers)
    throw fieldError("since", "exclusive", "Send either the numbers or a time, not both.");
  if (since !== undefined) return null;
  if (from === undefined || to === undefined)
    throw fieldError(
      from === undefined ? "from_number" : "to_number",
      "required",
      "Send both numbers, or the time `since`.",
    );
  if (to < from || to - from >= BigInt(MOST_NUMBERS))
    throw fieldError(
      "to_number",
      "range",
      `The last number is at least the first, and a range has at most ${MOST_NUMBERS} numbers.`,
    );
  return { from, to, onlyGivenUp };
}

/** Returns the range of the events since a time; null when there are none. */
async function rangeSince(
  tx: Tx,
  id: string,
  { since, only_given_up: onlyGivenUp }: z.output<typeof Selection>,
): Promise<ReplayRange | null> {
  if (since === undefined) return null;
  const numbers = await numbersSince(tx, id, since, MOST_NUMBERS);
  if (numbers === null) return null;
  if (numbers.count > MOST_NUMBERS)
    throw fieldError(
      "since",
      "range",
      `More than ${MOST_NUMBERS} events happened since then; choose a later time, or send ranges of numbers.`,
    );
  return { from: numbers.first, to: numbers.last, onlyGivenUp };
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
