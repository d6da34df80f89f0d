-- Mails that are to be tried again: each minute, after five tries with pauses that grow to a quarter of an hour. Those
-- that were tried least come first, so that mails which a server refuses for good do not stand before all others. due_mails stays for a version
-- that goes on beside this one.
CREATE FUNCTION mails_to_try(since timestamptz, at timestamptz, most int)
RETURNS TABLE (workspace_id text, user_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.workspace_id, m.user_id, m.id FROM mails m
  WHERE m.sent_at IS NULL AND m.body IS NOT NULL AND m.created_at >= since
    AND m.created_at + make_interval(mins => CASE WHEN m.attempts <= 5 THEN m.attempts
      WHEN m.attempts <= 8 THEN 3 + (2 ^ (m.attempts - 4))::int ELSE 19 + 15 * (m.attempts - 8) END) <= at
  ORDER BY m.attempts, m.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION mails_to_try(timestamptz, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mails_to_try(timestamptz, timestamptz, int) TO pricecheck_app;
