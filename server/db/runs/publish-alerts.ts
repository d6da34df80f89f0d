import { clearedBy } from "../alerts/alerts";
import type { Tx } from "../database/transaction";
import { isInSeries, seenBy } from "../run-series/write-seen";
import type { PublicationCheckpoint, PublicationParams } from "./publication-params";
import { PART, partsOfStage } from "./stage";

const RAISE = `
  INSERT INTO alerts (workspace_id, id, item_id, run_id, kind, status, severity, message, currency, money_at_risk,
    seen_in, first_seen, last_seen, updated_at)
  SELECT $1, s.id, s.item_id, $4, s.kind, 'open', s.severity, s.message, s.currency, s.money_at_risk,
    ${seenBy(null, "$6", "$7")}, $5, $5, $5
  FROM staged_alerts s WHERE s.id BETWEEN $2 AND $3 AND s.effect = 'insert'
  ON CONFLICT (workspace_id, (COALESCE(item_id, '')), kind) WHERE NOT cleared DO NOTHING`;

// A row that shows the same is left as it is; its series counts that it was seen.
const SEE = `
  UPDATE alerts a
  SET last_seen = $5, occurrences = a.occurrences + 1 + (SELECT since.runs FROM seen_since($1, a.seen_in) since),
    run_id = $4, severity = s.severity, message = s.message, currency = s.currency, money_at_risk = s.money_at_risk,
    updated_at = $5, seen_in = ${seenBy("a", "$6", "$7")},
    status = CASE WHEN a.snooze_until > $5 THEN a.status ELSE 'open' END,
    snooze_until = CASE WHEN a.snooze_until > $5 THEN a.snooze_until END
  FROM staged_alerts s
  WHERE s.id BETWEEN $2 AND $3 AND s.effect = 'seen'
    AND a.workspace_id = $1 AND a.id BETWEEN $2 AND $3 AND a.id = s.id AND NOT a.cleared AND a.status <> 'resolved'
    AND (NOT ${isInSeries("a", "$6")} OR (a.status = 'snoozed' AND COALESCE(a.snooze_until <= $5, true))
      OR ROW(a.severity, a.message, a.currency, a.money_at_risk)
        IS DISTINCT FROM ROW(s.severity, s.message, s.currency, s.money_at_risk))`;

const CLEAR = `
  UPDATE alerts a
  SET cleared = true, status = 'resolved', snooze_until = NULL, updated_at = $4,
    resolved_at = COALESCE(a.resolved_at, $4), resolution = COALESCE(a.resolution, 'The condition has cleared.'),
    ${clearedBy("a")}
  FROM staged_alerts s
  WHERE s.id BETWEEN $2 AND $3 AND s.effect = 'clear'
    AND a.workspace_id = $1 AND a.id BETWEEN $2 AND $3 AND a.id = s.id AND NOT a.cleared`;

// What the run did not see: alerts of items that it did not cover, or about which it knew too little.
const LEAVE = `
  UPDATE alerts a SET seen_in = '{}'
  WHERE a.workspace_id = $1 AND NOT a.cleared AND a.status <> 'resolved' AND (a.seen_in ->> $2::text)::int < $3
    AND NOT EXISTS (SELECT FROM staged_alerts s WHERE s.effect = 'seen' AND s.id = a.id)`;

/** Clears, sees and raises alerts; one that was seen is written only if it shows something else than before. */
export async function publishAlerts(
  tx: Tx,
  { runId, place, nowMs }: PublicationParams,
  checkpoint: PublicationCheckpoint,
): Promise<void> {
  const { workspaceId } = tx.tenant;
  const now = new Date(nowMs);
  const written = [runId, now, place?.series ?? null, place?.number ?? null] as const;
  for await (const part of partsOfStage(tx, "staged_alerts.id", PART)) {
    await checkpoint();
    await tx.run(CLEAR, [workspaceId, ...part, now]);
    await tx.run(SEE, [workspaceId, ...part, ...written]);
    await tx.run(RAISE, [workspaceId, ...part, ...written]);
  }
  if (place !== null) await tx.run(LEAVE, [workspaceId, place.series, place.number]);
}
