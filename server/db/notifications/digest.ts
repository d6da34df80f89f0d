import type { Tx } from "../database/transaction";
import type { LaneMode } from "../lanes/modes";

/**
 * A price that changed in the store; amounts are minor units of `currency`, margins are the fractions of the
 * decision.
 */
export interface MovedPrice {
  readonly recommendationId: string;
  readonly sku: string;
  readonly title: string;
  readonly currency: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly marginBefore: string | null;
  readonly marginAfter: string | null;
  /** Whether it is the price from before an approved one, written by a revert. */
  readonly reverted: boolean;
}

/** Counts of the events in a time span. */
export interface DigestCounts {
  readonly moved: number;
  readonly runsDone: number;
  readonly runsFailed: number;
  /** Recommendations of runs, without prices by hand. */
  readonly recommended: number;
  readonly alertsRaised: number;
  readonly pagesChecked: number;
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Returns prices that reached the store in the time span, largest change first. */
export const movedPrices = (tx: Tx, { from, to }: Span, limit: number): Promise<MovedPrice[]> =>
  tx.sql<MovedPrice & Record<string, unknown>>(
    `SELECT b.recommendation_id AS "recommendationId", i.sku, i.title, b.currency, b.expected_price AS "from",
       b.target_price AS "to", NOT b.writes_approved AS reverted,
       CASE WHEN b.writes_approved THEN r.margin_before ELSE r.margin_after END AS "marginBefore",
       CASE WHEN b.writes_approved THEN r.margin_after ELSE r.margin_before END AS "marginAfter"
     FROM write_backs b
     JOIN catalog_items i ON i.workspace_id = b.workspace_id AND i.id = b.item_id
     JOIN recommendations r ON r.workspace_id = b.workspace_id AND r.id = b.recommendation_id
     WHERE b.workspace_id = $1 AND b.status = 'applied' AND b.finished_at >= $2 AND b.finished_at < $3
     ORDER BY abs(b.target_price - b.expected_price)::numeric / GREATEST(b.expected_price, 1) DESC, b.id LIMIT $4`,
    [tx.tenant.workspaceId, from, to, limit],
  );

/** Counts the events in the time span. */
export async function digestCounts(tx: Tx, { from, to }: Span): Promise<DigestCounts> {
  const [row] = await tx.sql<DigestCounts & Record<string, unknown>>(
    `SELECT
       (SELECT count(*)::int FROM write_backs WHERE workspace_id = $1 AND status = 'applied'
         AND finished_at >= $2 AND finished_at < $3) AS moved,
       (SELECT count(*)::int FROM runs WHERE workspace_id = $1 AND status = 'succeeded'
         AND finished_at >= $2 AND finished_at < $3) AS "runsDone",
       (SELECT count(*)::int FROM runs WHERE workspace_id = $1 AND status = 'failed'
         AND finished_at >= $2 AND finished_at < $3) AS "runsFailed",
       (SELECT count(*)::int FROM recommendations WHERE workspace_id = $1 AND NOT by_hand
         AND created_at >= $2 AND created_at < $3) AS recommended,
       (SELECT count(*)::int FROM alerts WHERE workspace_id = $1
         AND first_seen >= $2 AND first_seen < $3) AS "alertsRaised",
       (SELECT count(*)::int FROM page_checks WHERE workspace_id = $1 AND at >= $2 AND at < $3) AS "pagesChecked"`,
    [tx.tenant.workspaceId, from, to],
  );
  if (!row) throw new Error("counting answered nothing");
  return row;
}

/** What a lane decided in one of its modes. */
export interface LaneDigest {
  readonly lane: string;
  readonly mode: LaneMode;
  /** Prices that it approved, or would have approved in shadow. */
  readonly approved: number;
  /** Prices that it left to people, because the approval would have been refused. */
  readonly fellOut: number;
}

/** Returns what automatic lanes decided in the time span, by lane and mode; lanes without a decision are left out. */
export const laneDigests = (tx: Tx, { from, to }: Span): Promise<LaneDigest[]> =>
  tx.sql<LaneDigest & Record<string, unknown>>(
    `SELECT lane, mode, (count(*) FILTER (WHERE outcome <> 'fell_out'))::int AS approved,
       (count(*) FILTER (WHERE outcome = 'fell_out'))::int AS "fellOut"
     FROM lane_decisions WHERE workspace_id = $1 AND at >= $2 AND at < $3
     GROUP BY lane, mode ORDER BY lane, mode`,
    [tx.tenant.workspaceId, from, to],
  );
