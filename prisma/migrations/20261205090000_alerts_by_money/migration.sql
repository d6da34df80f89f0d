-- The alerts of each status by the money at risk: a page of that order is read from its place on.
CREATE INDEX "alerts_workspace_id_status_money_at_risk_id_idx" ON "alerts"("workspace_id", "status", "money_at_risk", "id");
