import { type LaneUse, UNUSED } from "@/server/domain/pricing/lane-day";
import { queryInKeyOrder, type Tx } from "../database/transaction";
import type { LaneMode } from "./modes";

export const LANE_OUTCOMES = ["approved", "would_approve", "fell_out"] as const;
export type LaneOutcome = (typeof LANE_OUTCOMES)[number];

/** What an automatic lane decided about one version of a recommendation, or would have decided in shadow. */
export interface LaneDecision {
  readonly id: string;
  readonly lane: string;
  readonly mode: LaneMode;
  readonly runId: string;
  readonly recommendationId: string;
  readonly version: number;
  readonly outcome: LaneOutcome;
  /** Why it fell out, as a code; null if it did not. */
  readonly reason: string | null;
  readonly message: string | null;
  /** Change of profit from the stock on hand, up or down, in minor units; null if unknown. */
  readonly money: bigint | null;
  readonly currency: string;
  readonly at: Date;
}

/** Stores a decision, in place of an earlier one that fell out; any other repeat changes nothing. */
export async function putLaneDecision(tx: Tx, decision: LaneDecision): Promise<void> {
  const { workspaceId } = tx.tenant;
  const { recommendationId, version, mode } = decision;
  await tx.prisma.laneDecision.deleteMany({
    where: { workspaceId, recommendationId, version, mode, outcome: "fell_out" },
  });
  await tx.prisma.laneDecision.createMany({ data: [{ workspaceId, ...decision }], skipDuplicates: true });
}

/**
 * Whether a lane has already decided about this version in this mode. What fell out does not count, because its
 * reason may have passed by the next run.
 */
export async function isDecidedByLane(
  tx: Tx,
  { recommendationId, version, mode }: Pick<LaneDecision, "recommendationId" | "version" | "mode">,
): Promise<boolean> {
  const [row] = await tx.sql<{ decided: boolean }>(
    `SELECT EXISTS (SELECT FROM lane_decisions
       WHERE workspace_id = $1 AND recommendation_id = $2 AND version = $3 AND mode = $4
         AND outcome <> 'fell_out') AS decided`,
    [tx.tenant.workspaceId, recommendationId, version, mode],
  );
  return row?.decided === true;
}

/** Whose use is measured, and since when. */
interface UseQuery {
  readonly lane: string;
  /** The policy's automatic lanes, whose decisions count for each of them alone. */
  readonly automatic: readonly string[];
  readonly mode: LaneMode;
  readonly since: Date;
  /** The currency of the sum. */
  readonly currency: string;
}

/**
 * Returns what a lane approved, or would have approved in shadow, since a time. The decisions of lanes that are
 * not automatic in the policy any more count as its own, so that another name does not start the day anew.
 */
export async function laneUse(
  tx: Tx,
  { lane, automatic, mode, since, currency }: UseQuery,
): Promise<LaneUse> {
  const [row] = await tx.sql<{ count: number; money: bigint }>(
    `SELECT count(*)::int AS count,
       least(coalesce(sum(abs(money)) FILTER (WHERE currency = $5), 0), 9223372036854775807)::bigint AS money FROM lane_decisions
     WHERE workspace_id = $1 AND lane <> ALL ($2) AND at > $3 AND mode = $4 AND outcome <> 'fell_out'`,
    [tx.tenant.workspaceId, automatic.filter((other) => other !== lane), since, mode, currency],
  );
  return row ?? UNUSED;
}

/** A decision with its item. */
export interface ListedLaneDecision extends LaneDecision {
  readonly itemId: string;
  readonly sku: string;
  readonly title: string;
  readonly currentPrice: bigint | null;
  readonly recommendedPrice: bigint | null;
}

/** Returns a lane's decisions with an id less than `before`, newest first. */
export const listLaneDecisions = (
  tx: Tx,
  { lane, before, limit }: { readonly lane: string; readonly before: string | null; readonly limit: number },
): Promise<ListedLaneDecision[]> =>
  queryInKeyOrder<ListedLaneDecision & Record<string, unknown>>(
    tx,
    `SELECT d.id, d.lane, d.mode, d.run_id AS "runId", d.recommendation_id AS "recommendationId", d.version,
       d.outcome, d.reason, d.message, d.money, d.currency, d.at, r.item_id AS "itemId",
       r.current_price AS "currentPrice", r.recommended_price AS "recommendedPrice", i.sku, i.title
     FROM lane_decisions d
     JOIN LATERAL (SELECT * FROM recommendations c
                   WHERE c.workspace_id = d.workspace_id AND c.id = d.recommendation_id OFFSET 0) r ON true
     JOIN LATERAL (SELECT * FROM catalog_items c
                   WHERE c.workspace_id = d.workspace_id AND c.id = r.item_id OFFSET 0) i ON true
     WHERE d.workspace_id = $1 AND d.lane = $2 AND ($3::text IS NULL OR d.id < $3)
     ORDER BY d.workspace_id, d.lane, d.id DESC LIMIT $4`,
    [tx.tenant.workspaceId, lane, before, limit],
  );
