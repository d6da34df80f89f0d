-- The write-backs of a recommendation form a chain: the approval's own, the revert of it, the revert of that. Every
-- second one writes the approved price again. The database sets the column, so that rows of processes of the previous
-- version have it too.
ALTER TABLE "write_backs" ADD COLUMN "writes_approved" BOOLEAN NOT NULL DEFAULT true;

WITH RECURSIVE chain AS (
  SELECT workspace_id, id, true AS writes_approved FROM write_backs WHERE revert_of IS NULL
  UNION ALL
  SELECT w.workspace_id, w.id, NOT c.writes_approved FROM write_backs w
  JOIN chain c ON c.workspace_id = w.workspace_id AND c.id = w.revert_of)
UPDATE write_backs w SET writes_approved = false FROM chain c
WHERE c.workspace_id = w.workspace_id AND c.id = w.id AND NOT c.writes_approved;

CREATE FUNCTION write_back_writes_approved() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.writes_approved := NEW.revert_of IS NULL OR NOT COALESCE(
    (SELECT w.writes_approved FROM write_backs w WHERE w.workspace_id = NEW.workspace_id AND w.id = NEW.revert_of),
    true);
  RETURN NEW;
END
$$;
CREATE TRIGGER writes_approved BEFORE INSERT ON write_backs
  FOR EACH ROW EXECUTE FUNCTION write_back_writes_approved();
