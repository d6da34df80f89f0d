import type { RecommendationStatus } from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import { isSnoozed } from "./snoozed";

/** The newest recommendation of an item. */
export interface LatestRecommendation {
  readonly id: string;
  readonly itemId: string;
  readonly status: RecommendationStatus;
  readonly snoozed: boolean;
}

/** Returns the newest recommendation of each of these items, if it has one. */
export const latestRecommendations = (
  tx: Tx,
  itemIds: readonly string[],
  at: Date,
): Promise<LatestRecommendation[]> =>
  tx.sql<LatestRecommendation & Record<string, unknown>>(
    `SELECT r.id, r.item_id AS "itemId", r.status, COALESCE(${isSnoozed("r", "$3")}, false) AS snoozed
     FROM unnest($2::text[]) WITH ORDINALITY AS wanted(item_id, place)
     CROSS JOIN LATERAL (SELECT * FROM recommendations r
       WHERE r.workspace_id = $1 AND r.item_id = wanted.item_id ORDER BY r.id DESC LIMIT 1) r
     ORDER BY wanted.place`,
    [tx.tenant.workspaceId, itemIds, at],
  );
