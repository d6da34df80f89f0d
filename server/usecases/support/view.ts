import { openSupport } from "@/server/db/support/support";
import { DomainError } from "@/server/domain/errors";
import { recordChange } from "../record-change";
import { change, type RequestContext } from "../request-context";

const MAX_INPUT = 1_000;

/**
 * Writes into the audit log what staff are about to read, before they do; what cannot be written is not read. The
 * session is looked at once more in the same transaction, so that one that was ended meanwhile shows nothing.
 * @throws DomainError workspace_forbidden where the session does not hold any more
 */
export function recordSupportView(
  context: RequestContext,
  sessionId: string,
  view: { readonly operation: string; readonly input: unknown },
): Promise<void> {
  return change(context, async (tx) => {
    const open = await openSupport(tx, new Date(context.services.now()));
    if (open?.id !== sessionId || open.staffId !== context.actor.id)
      throw new DomainError("workspace_forbidden", "The support session is over.");
    await recordChange(context, tx, {
      action: "support.view",
      subject: sessionId,
      after: { operation: view.operation, input: JSON.stringify(view.input ?? {}).slice(0, MAX_INPUT) },
    });
  });
}
