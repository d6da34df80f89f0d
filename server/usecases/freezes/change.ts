import type { z } from "zod";
import {
  countFreezes,
  deleteFreeze as deleteRow,
  findFreeze,
  insertFreeze,
  lockFreezes,
  updateFreeze,
} from "@/server/db/freezes/freezes";
import { DomainError, notFound } from "@/server/domain/errors";
import { MAX_FREEZES } from "@/server/domain/freezes/freeze";
import { checked } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { applyFreezes } from "./frozen";
import { FreezeChange, fieldsOf, freezeOf, NewFreeze } from "./input";
import { type FreezeView, viewOf } from "./read";

/** Result of a change of a freeze: the changed freeze, or no change. */
export type FreezeChanged =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly freeze: FreezeView };

/**
 * Creates a freeze. It holds at once for every write that is not sent.
 * @throws DomainError validation_error; conflict when the workspace has as many freezes as it may; plan_limit in a
 * suspended workspace
 */
export function createFreeze(context: RequestContext, input: z.input<typeof NewFreeze>): Promise<FreezeView> {
  const freeze = freezeOf(checked(NewFreeze, input));
  const { services, actor } = context;
  return writeTransaction(context, async (tx) => {
    await lockFreezes(tx, "change");
    if ((await countFreezes(tx)) >= MAX_FREEZES)
      throw new DomainError("conflict", `A workspace has at most ${MAX_FREEZES} freezes; delete one first.`);
    requireWritableWorkspace(context);
    const nowMs = services.now();
    const row = await insertFreeze(tx, {
      ...freeze,
      id: services.newId("freeze"),
      createdBy: actor.userId ?? actor.id,
      createdByLabel: actor.label,
      at: new Date(nowMs),
    });
    await applyFreezes(tx, nowMs);
    await recordChange(context, tx, { action: "freeze.create", subject: row.id, after: fieldsOf(freeze) });
    return viewOf(context, tx, row);
  });
}

/**
 * Changes the given fields of a freeze. Writes that wait for it get the new end, or are carried out. A repeat changes
 * nothing.
 * @throws DomainError validation_error, not_found, plan_limit in a suspended workspace
 */
export function changeFreeze(
  context: RequestContext,
  id: string,
  input: z.input<typeof FreezeChange>,
): Promise<FreezeChanged> {
  const { reason, once, weekly } = checked(FreezeChange, input);
  return writeTransaction(context, async (tx) => {
    await lockFreezes(tx, "change");
    const before = await findFreeze(tx, id);
    if (before === null) throw notFound("freeze");
    const present = fieldsOf(before);
    const times = once || weekly ? { once, weekly } : { once: present.once, weekly: present.weekly };
    const after = freezeOf({ reason: reason ?? present.reason, ...times });
    if (JSON.stringify(fieldsOf(after)) === JSON.stringify(present)) return { idempotent: true };
    requireWritableWorkspace(context);
    const nowMs = context.services.now();
    const row = await updateFreeze(tx, id, after, new Date(nowMs));
    await applyFreezes(tx, nowMs);
    await recordChange(context, tx, {
      action: "freeze.change",
      subject: id,
      before: present,
      after: fieldsOf(after),
    });
    return { idempotent: false, freeze: await viewOf(context, tx, row) };
  });
}

/**
 * Deletes a freeze; writes that wait for it alone are carried out now.
 * @throws DomainError not_found, plan_limit in a suspended workspace
 */
export function deleteFreeze(context: RequestContext, id: string): Promise<{ readonly id: string }> {
  return writeTransaction(context, async (tx) => {
    await lockFreezes(tx, "change");
    const before = await findFreeze(tx, id);
    if (before === null) throw notFound("freeze");
    requireWritableWorkspace(context);
    await deleteRow(tx, id);
    await applyFreezes(tx, context.services.now());
    await recordChange(context, tx, { action: "freeze.delete", subject: id, before: fieldsOf(before) });
    return { id };
  });
}
