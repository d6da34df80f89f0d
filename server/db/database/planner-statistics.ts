import type pg from "pg";

// Runs once for each table and partition, so a start without new tables takes no lock. From PostgreSQL 18 on the
// owner can drop the statistics of an earlier ANALYZE; before that they stay until a superuser deletes them.
const DISABLE_STATISTICS = `
  DO $$
  DECLARE
    shared record;
  BEGIN
    FOR shared IN
      SELECT c.relname, c.relkind = 'p' AS inherited FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND COALESCE(a.attstattarget, -1) <> 0
    LOOP
      EXECUTE format('ALTER TABLE ONLY public.%I ALTER COLUMN workspace_id SET STATISTICS 0', shared.relname);
      IF current_setting('server_version_num')::int >= 180000 THEN
        EXECUTE 'SELECT pg_clear_attribute_stats($1, $2, $3, $4)'
          USING 'public', shared.relname::text, 'workspace_id', shared.inherited;
      END IF;
    END LOOP;
  END $$`;

/**
 * Disables the planner's statistic on how rows are distributed over workspaces, in every table with a workspace_id.
 * With that statistic the planner estimates one row for a workspace created after the last ANALYZE, and plans a
 * statement over its hundred thousand rows as if it were over one; without it, every workspace is estimated at the
 * same fixed fraction of the table's size on disk. See docs/decisions/024.
 * @param client connected as the role that owns the tables
 */
export const disableWorkspaceStatistics = async (client: pg.Client): Promise<void> =>
  void (await client.query(DISABLE_STATISTICS));
