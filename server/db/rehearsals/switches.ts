import type { MetFault, RehearsedFault } from "@/server/domain/rehearsals/faults";
import type { Tx } from "../database/transaction";

/** A fault that was switched on for a connection, now or before. */
export interface SwitchRow extends MetFault {
  /** The calls that will still meet it; null until it is switched off, 0 when it is off. */
  readonly remaining: number | null;
  /** The calls that met it since it was last switched on. */
  readonly met: number;
  readonly metAt: Date | null;
  readonly switchedAt: Date;
}

const COLUMNS = `fault, seconds, remaining, met, met_at AS "metAt", switched_at AS "switchedAt"`;
const ON = "(remaining IS NULL OR remaining > 0)";

/** Lists the faults that were ever switched on for a connection. */
export const listSwitches = (tx: Tx, integrationId: string): Promise<SwitchRow[]> =>
  tx.sql<SwitchRow & Record<string, unknown>>(
    `SELECT ${COLUMNS} FROM rehearsal_switches WHERE workspace_id = $1 AND integration_id = $2`,
    [tx.tenant.workspaceId, integrationId],
  );

/**
 * Switches a fault on, in place of what was set for it before.
 * @param set.remaining as `SwitchRow.remaining`
 */
export async function switchOn(
  tx: Tx,
  integrationId: string,
  { fault, seconds, remaining }: MetFault & { readonly remaining: number | null },
  at: Date,
): Promise<void> {
  await tx.run(
    `INSERT INTO rehearsal_switches (workspace_id, integration_id, fault, remaining, seconds, switched_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, integration_id, fault) DO UPDATE SET remaining = EXCLUDED.remaining,
       seconds = EXCLUDED.seconds, met = 0, met_at = NULL, switched_at = EXCLUDED.switched_at`,
    [tx.tenant.workspaceId, integrationId, fault, remaining, seconds, at],
  );
}

/**
 * Switches faults off. What they met stays.
 * @param faults null: all
 * @returns those that were on
 */
export async function switchOff(
  tx: Tx,
  integrationId: string,
  faults: readonly RehearsedFault[] | null,
  at: Date,
): Promise<RehearsedFault[]> {
  const rows = await tx.sql<{ fault: RehearsedFault }>(
    `UPDATE rehearsal_switches SET remaining = 0, switched_at = $4
     WHERE workspace_id = $1 AND integration_id = $2 AND ($3::text[] IS NULL OR fault = ANY ($3)) AND ${ON}
     RETURNING fault`,
    [tx.tenant.workspaceId, integrationId, faults, at],
  );
  return rows.map(({ fault }) => fault);
}

/**
 * Takes the fault that the next call to the workspace's connected sandbox store meets: of those that are on, the one
 * that was switched on first. Null without one.
 */
export async function takeFault(
  tx: Tx,
  faults: readonly RehearsedFault[],
  at: Date,
): Promise<MetFault | null> {
  const { workspaceId } = tx.tenant;
  // All that are on are locked, so that of two calls at once the second takes what the first leaves.
  const [next] = await tx.sql<MetFault & { integrationId: string }>(
    `SELECT integration_id AS "integrationId", fault, seconds FROM rehearsal_switches
     WHERE workspace_id = $1 AND fault = ANY ($2) AND ${ON}
       AND integration_id = (SELECT id FROM integrations
         WHERE workspace_id = $1 AND kind = 'sandbox' AND status <> 'disconnected')
     ORDER BY switched_at, fault FOR UPDATE`,
    [workspaceId, faults],
  );
  if (!next) return null;
  await tx.run(
    `UPDATE rehearsal_switches SET remaining = remaining - 1, met = met + 1, met_at = $4
     WHERE workspace_id = $1 AND integration_id = $2 AND fault = $3`,
    [workspaceId, next.integrationId, next.fault, at],
  );
  return { fault: next.fault, seconds: next.seconds };
}
