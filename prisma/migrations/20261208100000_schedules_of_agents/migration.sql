-- Whether an agent made or last changed a schedule, and whether an agent started a run, itself or by such a schedule. The
-- audit log tells it of the schedules that are there: their last change over MCP, or by an application's grant.
ALTER TABLE "schedules" ADD COLUMN "by_agent" BOOLEAN NOT NULL DEFAULT false;

UPDATE schedules s SET by_agent = true
FROM (
  SELECT DISTINCT ON (workspace_id, subject) workspace_id, subject, via, actor FROM audit_events
  WHERE action IN ('schedule.create', 'schedule.change')
  ORDER BY workspace_id, subject, seq DESC
) last
WHERE last.workspace_id = s.workspace_id AND last.subject = s.id AND (last.via = 'mcp' OR last.actor LIKE 'grant:%');

ALTER TABLE "runs" ADD COLUMN "by_agent" BOOLEAN NOT NULL DEFAULT false;

UPDATE runs SET by_agent = true WHERE trigger = 'mcp' OR requested_by LIKE 'grt\_%';
