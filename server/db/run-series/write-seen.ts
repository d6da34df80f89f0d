/** SQL: whether a series sees the row; `series` is a parameter, null for a run that is in none. */
export const isInSeries = (row: string, series: string): string =>
  `COALESCE(${row}.seen_in ? ${series}::text, false)`;

/**
 * SQL: `seen_in` of a row that a run writes, the run of that number in `series`, both parameters. Its other series, the
 * seven used last, begin at what they count by now, because the row has what they told.
 * @param row the row's alias; null for a new row
 */
export const seenBy = (row: string | null, series: string, number: string): string => {
  const own = `CASE WHEN ${series}::text IS NULL THEN '{}'::jsonb
      ELSE jsonb_build_object(${series}::text, ${number}::int) END`;
  if (row === null) return own;
  const others = `${row}.seen_in - COALESCE(${series}::text, '')`;
  return `CASE WHEN ${others} = '{}' THEN '{}'::jsonb
      ELSE seen_anew(${row}.workspace_id, ${others}) END || ${own}`;
};
