// A run that sees a row again counts in its series and leaves the row as it is (`run_series`). What the runs since then
// saw is added here, wherever a row is read.

/** SQL: the last run that found a recommendation; `r` is its alias. */
export const lastRunSql = (r: string): string =>
  `COALESCE((SELECT since.run_id FROM seen_since(${r}.workspace_id, ${r}.seen_in) since), ${r}.last_run_id)`;

/**
 * SQL: a recommendation's evidence as the last run had it, which lies with that run's results; the row has that of the
 * run that wrote it.
 */
export const evidenceSql = (r: string): string => `COALESCE((
    SELECT (x.outcome::json -> 'evidence')::text
    FROM seen_since(${r}.workspace_id, ${r}.seen_in) since CROSS JOIN LATERAL (
      SELECT * FROM run_results e
      WHERE e.workspace_id = ${r}.workspace_id AND e.run_id = since.run_id AND e.item_id = ${r}.item_id OFFSET 0) x
  ), ${r}.evidence)`;

/** SQL: joins an alert with `since`, the runs that saw it since it was written; `a` is its alias. */
export const seenSince = (a: string): string =>
  `CROSS JOIN LATERAL seen_since(${a}.workspace_id, ${a}.seen_in) since`;

/** SQL: columns of an alert that is joined by `seenSince`. */
export const seenAlertSql = {
  runId: (a: string) => `COALESCE(since.run_id, ${a}.run_id)`,
  occurrences: (a: string) => `${a}.occurrences + since.runs`,
  lastSeen: (a: string) => `GREATEST(${a}.last_seen, since.at)`,
  updatedAt: (a: string) => `GREATEST(${a}.updated_at, since.at)`,
} as const;
