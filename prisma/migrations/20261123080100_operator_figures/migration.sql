-- How many prices of all workspaces were sent to a store without it being known whether they arrived; for operators.
CREATE FUNCTION unknown_write_backs()
RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM write_backs WHERE status = 'unknown'
$$;
REVOKE EXECUTE ON FUNCTION unknown_write_backs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unknown_write_backs() TO pricecheck_app;
