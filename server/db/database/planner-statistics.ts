import type pg from "pg";

// Set once for each table and each partition, so a start that finds nothing new takes no lock. What an earlier ANALYZE
// has learned can be dropped by the owner from PostgreSQL 18 on; before that it stays until a superuser deletes it.
const FORGET_SHARES = `
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
 * Keeps the planner from learning how the rows of a table are shared out among workspaces, in every table that has
 * any. With that statistic a workspace that came after the last ANALYZE counts as one row, and a statement over its
 * hundred thousand rows is planned as if it were over that one; without it every workspace counts the same, a fixed
 * fraction of the table as it is on the disk. See docs/decisions/024.
 * @param client as the role that owns the tables
 */
export const purgeWorkspaceShares = async (client: pg.Client): Promise<void> =>
  void (await client.query(FORGET_SHARES));
