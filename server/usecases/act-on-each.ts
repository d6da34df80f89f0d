import { DomainError } from "@/server/domain/errors";
import type { IdempotencySlot, RequestContext } from "./request-context";
import { requireWritableWorkspace } from "./writable-workspace";

/** What became of one of several rows. */
export type RowOutcome =
  | { readonly id: string; readonly outcome: "changed" | "unchanged" }
  | { readonly id: string; readonly outcome: "refused"; readonly reason: string };

/**
 * Does the same to several rows, one after the other, each in a transaction of its own with an audit event of its own.
 * A row that is not there, or whose state does not allow it, is refused alone. For operations whose repeats are
 * natural: the first row that commits takes the request's key with it, so that an interrupted request is known to have
 * begun and a repeat under the key finishes the rest.
 * @param act changes one row; `idempotent` where the change had taken effect before
 * @throws plan_limit in a suspended workspace; what `act` throws, but not_found and conflict; rows before it are
 * changed then, and a repeat finds them unchanged
 */
export async function actOnEach(
  context: RequestContext,
  ids: readonly string[],
  act: (context: RequestContext, id: string) => Promise<{ readonly idempotent: boolean }>,
): Promise<RowOutcome[]> {
  requireWritableWorkspace(context);
  const outcomes: RowOutcome[] = [];
  const contextOfRow = contextOfEach(context);
  for (const id of new Set(ids)) {
    try {
      outcomes.push({ id, outcome: (await act(contextOfRow(), id)).idempotent ? "unchanged" : "changed" });
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
      outcomes.push({ id, outcome: "refused", reason: error.message });
    }
  }
  return outcomes;
}

/**
 * Returns the context of the next row: with the request's key until a row has completed it, without it from then on.
 */
function contextOfEach({ idempotencySlot: slot, ...withoutSlot }: RequestContext): () => RequestContext {
  if (!slot) return () => withoutSlot;
  let completed = false;
  const complete: IdempotencySlot["complete"] = async (tx) => {
    await slot.complete(tx, null);
    completed = true;
  };
  return () => (completed ? withoutSlot : { ...withoutSlot, idempotencySlot: { complete } });
}

const REFUSALS: ReadonlySet<string> = new Set(["not_found", "conflict"]);
