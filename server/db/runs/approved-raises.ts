import { readFormatted } from "@/server/domain/money";
import type { Tx } from "../database/transaction";

interface RaiseRow {
  itemId: string;
  price: bigint;
  currency: string;
  lowest: string | null;
}

const RAISES = `
  SELECT w.item_id AS "itemId", w.target_price AS price, w.currency, r.evidence::json -> 'market' ->> 'lowest' AS lowest
  FROM unnest($2::text[]) AS asked (item_id) CROSS JOIN LATERAL (
    SELECT b.* FROM write_backs b
    WHERE b.workspace_id = $1 AND b.item_id = asked.item_id AND b.status = 'applied' ORDER BY b.id DESC LIMIT 1) w
  JOIN recommendations r ON r.workspace_id = $1 AND r.id = w.recommendation_id
  WHERE w.writes_approved AND w.target_price > w.expected_price`;

/**
 * Returns by how much the lowest competitor was cheaper than the price to which an item was raised by approval, as
 * whoever approved it saw it, in minor units of the item's currency. Items whose last written price is no such raise,
 * or was taken back, are absent, and so are those without a known competitor.
 */
export async function undercutsApproved(tx: Tx, itemIds: readonly string[]): Promise<Map<string, bigint>> {
  if (itemIds.length === 0) return new Map();
  const rows = await tx.sql<RaiseRow>(RAISES, [tx.tenant.workspaceId, itemIds]);
  return new Map(
    rows.flatMap(({ itemId, price, currency, lowest }) => {
      const seen = lowest === null ? null : readFormatted(lowest, currency);
      return seen === null ? [] : [[itemId, price - seen] as const];
    }),
  );
}
