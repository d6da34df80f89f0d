-- How many prices of all workspaces wait to be in their store, by what they wait for; for operators.
CREATE FUNCTION waiting_write_backs(at timestamptz)
RETURNS TABLE (reason text, waiting bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
      WHEN status = 'unknown' THEN 'outcome'
      WHEN status = 'sending' THEN 'answer'
      WHEN waits_until > at THEN 'freeze'
      WHEN not_before > at THEN 'retry'
      ELSE 'worker'
    END, count(*)
  FROM write_backs WHERE status IN ('queued', 'sending', 'unknown') GROUP BY 1
$$;
REVOKE EXECUTE ON FUNCTION waiting_write_backs(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION waiting_write_backs(timestamptz) TO pricecheck_app;
