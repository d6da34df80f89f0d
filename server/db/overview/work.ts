import { firstId } from "@/server/domain/ids";
import { WHYS, type Why } from "@/server/domain/pricing/why";
import { isOpenAlert } from "../alerts/shown-status";
import type { Tx } from "../database/transaction";
import { unitsSql } from "../items/units";
import { ITEM_JOIN } from "../recommendations/recommendations";
import { isAwake } from "../recommendations/snoozed";

/** What waits for approval for one reason. */
export interface WaitingReason {
  readonly why: Why;
  readonly count: number;
  readonly oldest: Date;
  /**
   * The change of profit if all are approved, on the stock on hand (one unit where it is unknown), in minor units of
   * the workspace's currency; null if none of them has one.
   */
  readonly profit: bigint | null;
  /** Those without a known cost or price, or in another currency: they are no part of `profit`. */
  readonly unknown: number;
}

const OWN = "(SELECT currency FROM workspaces WHERE id = $1)";
const KNOWN = `r.profit_change IS NOT NULL AND r.currency = ${OWN}`;
const PROFIT = `r.profit_change::numeric * ${unitsSql("i")}`;

/** Sums what is pending approval and not snoozed at `at` by its reason, losses first. */
export async function waitingReasons(tx: Tx, at: Date): Promise<WaitingReason[]> {
  const rows = await tx.sql<Omit<WaitingReason, "profit"> & { profit: string | null }>(
    `SELECT COALESCE(r.why, 'other') AS why, count(*)::int AS count, min(r.created_at) AS oldest,
       (sum(${PROFIT}) FILTER (WHERE ${KNOWN}))::text AS profit, (count(*) FILTER (WHERE NOT (${KNOWN})))::int AS unknown
     FROM recommendations r ${ITEM_JOIN}
     WHERE r.workspace_id = $1 AND r.status = 'pending_approval' AND ${isAwake("r", "$2")} GROUP BY 1`,
    [tx.tenant.workspaceId, at],
  );
  const place = ({ why }: { why: Why }) => WHYS.indexOf(why);
  return rows
    .map(({ profit, ...rest }) => ({ ...rest, profit: profit === null ? null : BigInt(profit) }))
    .sort((a, b) => place(a) - place(b));
}

/** The money that open alerts say is at risk. */
export interface MoneyAtRisk {
  /** Minor units of the workspace's currency; each item once, with the greatest of its alerts. */
  readonly minor: bigint;
  readonly items: number;
  /** Items whose open alerts have no amount in the workspace's currency. */
  readonly unknown: number;
}

/** Sums the money at risk of alerts that are open at `at`. */
export async function moneyAtRisk(tx: Tx, at: Date): Promise<MoneyAtRisk> {
  const [row] = await tx.sql<{ minor: string; items: number; unknown: number }>(
    `SELECT COALESCE(sum(greatest), 0)::text AS minor, count(greatest)::int AS items,
       (count(*) FILTER (WHERE greatest IS NULL))::int AS unknown
     FROM (SELECT max(money_at_risk) FILTER (WHERE currency = ${OWN}) AS greatest FROM alerts
       WHERE workspace_id = $1 AND item_id IS NOT NULL
         AND ${isOpenAlert("alerts", "$2")}
       GROUP BY item_id) AS of_items`,
    [tx.tenant.workspaceId, at],
  );
  return { minor: BigInt(row?.minor ?? "0"), items: row?.items ?? 0, unknown: row?.unknown ?? 0 };
}

/** What came of the prices that were sent to the store. */
export interface Written {
  /** Written, and not taken back since. */
  readonly applied: number;
  /** Written and taken back. */
  readonly reverted: number;
  readonly conflict: number;
  readonly failed: number;
  /** Not settled yet. */
  readonly open: number;
  /**
   * The change of profit by the applied ones if the stock on hand (one unit where it is unknown) sells at these prices,
   * in minor units of the workspace's currency; those taken back count nothing. Null if none has one.
   */
  readonly profitIfSold: bigint | null;
}

/**
 * Sums the write-backs that were requested since then, by their ids, which sort by time. A price that was taken back,
 * or taken back and written again, counts once, by the last of its applied write-backs; one that was written before
 * counts neither way.
 */
export async function writtenSince(tx: Tx, sinceMs: number): Promise<Written> {
  const [row] = await tx.sql<Omit<Written, "profitIfSold"> & { profitIfSold: string | null }>(
    `SELECT (count(*) FILTER (WHERE b.stands))::int AS applied,
       (count(*) FILTER (WHERE b.taken_back))::int AS reverted,
       (count(*) FILTER (WHERE b.status = 'conflict'))::int AS conflict,
       (count(*) FILTER (WHERE b.status = 'failed'))::int AS failed,
       (count(*) FILTER (WHERE b.status IN ('queued', 'sending', 'unknown')))::int AS open,
       (sum(r.profit) FILTER (WHERE b.stands))::text AS "profitIfSold"
     FROM (SELECT w.*, w.last AND w.writes_approved AS stands, w.last AND NOT w.writes_approved AND w.wrote AS taken_back
           FROM (SELECT b.id, b.recommendation_id, b.status, b.writes_approved,
                   b.status = 'applied' AND b.id = max(b.id) FILTER (WHERE b.status = 'applied') OVER own AS last,
                   bool_or(b.status = 'applied' AND b.writes_approved) OVER own AS wrote
                 FROM write_backs b WHERE b.workspace_id = $1 AND b.id >= $2 AND b.canceled_at IS NULL
                 WINDOW own AS (PARTITION BY b.recommendation_id)) w) b
     LEFT JOIN LATERAL (
       SELECT CASE WHEN ${KNOWN} THEN ${PROFIT} END AS profit FROM recommendations r ${ITEM_JOIN}
       WHERE b.stands AND r.workspace_id = $1 AND r.id = b.recommendation_id OFFSET 0) r ON true`,
    [tx.tenant.workspaceId, firstId("writeBack", sinceMs)],
  );
  if (!row) throw new Error("counting answered nothing");
  return { ...row, profitIfSold: row.profitIfSold === null ? null : BigInt(row.profitIfSold) };
}
