import { findOpenSupportSession } from "@/server/db/support/support";
import { DomainError } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";

const MAX_INPUT = 1_000;

/**
 * Records in the audit log what a staff member is about to view; call it before the data is read, which must not
 * happen if it throws. Checks in the same transaction that the session is still open.
 * @throws DomainError workspace_forbidden when the session is over
 */
export function recordSupportView(
  context: RequestContext,
  sessionId: string,
  view: { readonly operation: string; readonly input: unknown },
): Promise<void> {
  return writeTransaction(context, async (tx) => {
    const open = await findOpenSupportSession(tx, new Date(context.services.now()));
    if (open?.id !== sessionId || open.staffId !== context.actor.id)
      throw new DomainError("workspace_forbidden", "The support session is over.");
    await recordChange(context, tx, {
      action: "support.view",
      subject: sessionId,
      after: { operation: view.operation, input: JSON.stringify(view.input ?? {}).slice(0, MAX_INPUT) },
    });
  });
}
