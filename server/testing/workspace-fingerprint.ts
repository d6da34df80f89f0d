import type { TestService } from "./service";

/**
 * Returns one hash per table as a text, which changes with any row of the workspace, in any table.
 * @throws Error if no table belongs to workspaces, because every comparison would then succeed
 */
export async function workspaceFingerprint(
  service: Pick<TestService, "sql">,
  workspaceId: string,
): Promise<string> {
  const tables = await service.sql<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  if (tables.length === 0) throw new Error("no table has a workspace");
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS part, md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) AS hash
       FROM "${name}" r WHERE r.workspace_id = $1`,
  );
  const all = [...parts, "SELECT 'workspaces', md5(r::text) FROM workspaces r WHERE r.id = $1"];
  const rows = await service.sql<{ part: string; hash: string }>(all.join(" UNION ALL "), [workspaceId]);
  return rows.map(({ part, hash }) => `${part} ${hash}`).join("\n");
}
