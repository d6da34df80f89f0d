-- Forgets, in every workspace, the answers that were kept for repeated requests and whose time is over.
CREATE FUNCTION forget_answers(at timestamptz)
RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH forgotten AS (DELETE FROM idempotency_keys k WHERE k.expires_at <= at RETURNING 1)
  SELECT count(*) FROM forgotten
$$;
REVOKE EXECUTE ON FUNCTION forget_answers(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_answers(timestamptz) TO pricecheck_app;
