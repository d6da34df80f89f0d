import type { Tx } from "../database/transaction";
import type { RaisedAlert } from "./alerts";

/** What a kind of alert that is about no item says of a run. */
interface OfRun extends Pick<RaisedAlert, "kind" | "message"> {
  readonly runId: string;
}

/**
 * Makes the alert of no item and that kind, unless a person resolved it, be about another run; without one, and where
 * it already is, nothing changes.
 * @param nowMs milliseconds since 1970
 */
export const moveAlert = (tx: Tx, { kind, runId, message }: OfRun, nowMs: number): Promise<number> =>
  tx.run(
    `UPDATE alerts SET run_id = $3, message = $4, updated_at = $5
     WHERE workspace_id = $1 AND kind = $2 AND item_id IS NULL AND NOT cleared AND status <> 'resolved' AND run_id <> $3`,
    [tx.tenant.workspaceId, kind, runId, message, new Date(nowMs)],
  );

/**
 * Clears the alert of no item and that kind if a person resolved it, so that another run can raise it anew.
 * @param nowMs milliseconds since 1970
 */
export const clearResolvedAlert = (tx: Tx, { kind }: Pick<OfRun, "kind">, nowMs: number): Promise<number> =>
  tx.run(
    `UPDATE alerts SET cleared = true, updated_at = $3
     WHERE workspace_id = $1 AND kind = $2 AND item_id IS NULL AND NOT cleared AND status = 'resolved'`,
    [tx.tenant.workspaceId, kind, new Date(nowMs)],
  );
