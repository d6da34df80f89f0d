import type { Database } from "../database/database";
import { type NamedStatement, queryAsSystem } from "../database/query";

/** The rows that are deleted after a retention period. */
export type RetainedTable =
  | "recommendations"
  | "page_checks"
  | "webhook_events"
  | "decision_batches"
  | "expired_previews"
  | "lane_passes"
  | "shadow_decisions"
  | "run_series";

/** A position in the order of age, after which the next page begins. */
export interface AgeCursor {
  readonly atMs: number;
  readonly id: string;
}

/** The position before every row. */
export const OLDEST: AgeCursor = { atMs: 0, id: "" };

/** Result of one page: the number of rows read and deleted, and where the next page begins. */
export interface PurgedPage {
  readonly looked: number;
  readonly forgotten: number;
  readonly next: AgeCursor;
}

const STATEMENTS: Readonly<Record<RetainedTable, NamedStatement>> = {
  recommendations: {
    name: "forget_recommendations",
    text: "SELECT * FROM forget_recommendations($1, $2, $3, $4)",
  },
  page_checks: { name: "forget_page_checks", text: "SELECT * FROM forget_page_checks($1, $2, $3, $4)" },
  webhook_events: {
    name: "forget_webhook_events",
    text: "SELECT * FROM forget_webhook_events($1, $2, $3, $4)",
  },
  decision_batches: {
    name: "forget_decision_batches",
    text: "SELECT * FROM forget_decision_batches($1, $2, $3, $4)",
  },
  expired_previews: {
    name: "forget_expired_previews",
    text: "SELECT * FROM forget_expired_previews($1, $2, $3, $4)",
  },
  lane_passes: { name: "forget_lane_passes", text: "SELECT * FROM forget_lane_passes($1, $2, $3, $4)" },
  shadow_decisions: {
    name: "forget_shadow_decisions",
    text: "SELECT * FROM forget_shadow_decisions($1, $2, $3, $4)",
  },
  run_series: { name: "forget_run_series", text: "SELECT * FROM forget_run_series($1, $2, $3, $4)" },
};

interface PartRow {
  readonly looked: number;
  readonly forgotten: number;
  readonly last_at: Date | null;
  readonly last_id: string | null;
}

/**
 * Reads up to `most` rows of all workspaces that are older than `beforeMs` and come after `after`, and deletes those
 * that no other data depends on, in one transaction.
 */
export async function purgePage(
  db: Database,
  table: RetainedTable,
  { beforeMs, after, most }: { beforeMs: number; after: AgeCursor; most: number },
): Promise<PurgedPage> {
  const [row] = await queryAsSystem<PartRow>(db, STATEMENTS[table], [
    new Date(beforeMs),
    new Date(after.atMs),
    after.id,
    most,
  ]);
  if (!row?.last_at || row.last_id === null) return { looked: 0, forgotten: 0, next: after };
  const next = { atMs: row.last_at.getTime(), id: row.last_id };
  return { looked: row.looked, forgotten: row.forgotten, next };
}
