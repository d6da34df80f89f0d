import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import { type Tenant, tenantOf } from "../database/tenant";

/** The kinds of rows whose life can be told. */
export type TracedKind = "write_back" | "recommendation" | "run" | "offer" | "delivery";

/** Returns what an id names in which workspace; null for an id of none of these kinds. */
export async function findNamed(
  db: Database,
  id: string,
): Promise<{ readonly kind: TracedKind; readonly tenant: Tenant } | null> {
  const [row] = await queryAsSystem<{ kind: TracedKind; workspace_id: string }>(
    db,
    { name: "named_by_id", text: "SELECT kind, workspace_id FROM named_by_id($1)" },
    [id],
  );
  return row === undefined ? null : { kind: row.kind, tenant: tenantOf(row.workspace_id) };
}
