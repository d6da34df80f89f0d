import { z } from "zod";
import * as switches from "@/server/db/rehearsals/switches";
import { FAULTS, MAX_SECONDS, MAX_TIMES, REHEARSED_FAULTS } from "@/server/domain/rehearsals/faults";
import { checked, fieldError } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { type Rehearsal, rehearsalOf } from "./read";
import { lockRehearsedStore } from "./rehearsed-store";

const Fault = z.enum(FAULTS, `choose one of ${FAULTS.join(", ")}`);

/** A fault to switch on. */
export const FaultToShow = z.object({
  fault: Fault,
  times: z
    .number()
    .int()
    .min(1)
    .max(MAX_TIMES)
    .nullable()
    .default(1)
    .meta({ description: "How many of the next calls meet it; null: all, until it is switched off." }),
  seconds: z.number().int().min(1).max(MAX_SECONDS).optional().meta({
    description:
      "Of `late`: how late the answer is. Of `throttled`: after how long the caller may come back. 15 unless said.",
  }),
});

/** The fault to switch off; without one, all. */
export const FaultToEnd = z.object({ fault: Fault.optional() });

/**
 * Switches a fault of a sandbox store on, in place of how it was set before.
 * @throws DomainError validation_error naming `seconds` for a fault without a duration; not_found; conflict for another
 * kind of store; plan_limit in a suspended workspace
 */
export function switchOn(
  context: RequestContext,
  integrationId: string,
  input: z.input<typeof FaultToShow>,
): Promise<Rehearsal> {
  const { fault, times, seconds: asked } = checked(FaultToShow, input);
  const usual = REHEARSED_FAULTS[fault].seconds;
  if (usual === null && asked !== undefined)
    throw fieldError("seconds", "not_used", `${fault} has no duration; leave the seconds out.`);
  return writeTransaction(context, async (tx) => {
    await lockRehearsedStore(tx, integrationId);
    requireWritableWorkspace(context);
    const seconds = asked ?? usual;
    const at = new Date(context.services.now());
    await switches.switchOn(tx, integrationId, { fault, seconds, remaining: times }, at);
    await recordChange(context, tx, {
      action: "rehearsal.switch_on",
      subject: integrationId,
      after: { fault, times, seconds },
    });
    return rehearsalOf(tx, integrationId);
  });
}

/** The rehearsal after faults were switched off; null if none of them was on. */
export type SwitchedOff = Rehearsal | null;

/**
 * Switches a fault of a sandbox store off, or all. A repeat changes nothing.
 * @throws DomainError validation_error, not_found, conflict for another kind of store; plan_limit in a suspended
 * workspace
 */
export function switchOff(
  context: RequestContext,
  integrationId: string,
  input: z.input<typeof FaultToEnd>,
): Promise<SwitchedOff> {
  const { fault } = checked(FaultToEnd, input);
  return writeTransaction(context, async (tx) => {
    await lockRehearsedStore(tx, integrationId);
    const at = new Date(context.services.now());
    const ended = await switches.switchOff(tx, integrationId, fault === undefined ? null : [fault], at);
    if (ended.length === 0) return null;
    requireWritableWorkspace(context);
    await recordChange(context, tx, {
      action: "rehearsal.switch_off",
      subject: integrationId,
      before: { faults: ended.sort() },
    });
    return rehearsalOf(tx, integrationId);
  });
}
