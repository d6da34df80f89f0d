import { DomainError } from "@/server/domain/errors";
import { type RequestContext, writeTransaction } from "./request-context";

/** What became of one of several rows. */
export type RowOutcome =
  | { readonly id: string; readonly outcome: "changed" | "unchanged" }
  | { readonly id: string; readonly outcome: "refused"; readonly reason: string };

/**
 * Does the same to several rows, one after the other, each in a transaction of its own with an audit event of its own. A
 * row that is not there, or whose state does not allow it, is refused alone.
 * @param act changes one row; `idempotent` where the change had taken effect before
 * @throws what `act` throws, but not_found and conflict; rows before it are changed then, and a repeat finds them unchanged
 */
export async function actOnEach(
  context: RequestContext,
  ids: readonly string[],
  act: (context: RequestContext, id: string) => Promise<{ readonly idempotent: boolean }>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  // The key of the request holds one answer: that of all rows, not of the first.
  const { idempotencySlot: _slot, ...ofRow } = context;
  for (const id of new Set(ids)) {
    try {
      outcomes.push({ id, outcome: (await act(ofRow, id)).idempotent ? "unchanged" : "changed" });
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
      outcomes.push({ id, outcome: "refused", reason: error.message });
    }
  }
  return writeTransaction(context, () => Promise.resolve(outcomes));
}

const REFUSALS: ReadonlySet<string> = new Set(["not_found", "conflict"]);
