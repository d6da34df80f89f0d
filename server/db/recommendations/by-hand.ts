import type { RecommendationStatus } from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import { isTakenBack } from "../write-backs/prevailing";
import type { RecommendationFigures } from "./recommendations";
import { isAwake } from "./snoozed";

/** The newest recommendation of a price for an item. Amounts are minor units of its currency. */
export interface NewestPrice {
  readonly id: string;
  readonly status: RecommendationStatus;
  readonly recommendedPrice: bigint | null;
  /** The price that the engine recommended: the recommended one, unless a person's stands in its place. */
  readonly enginePrice: bigint | null;
  /** The item's price that it was recommended from. */
  readonly currentPrice: bigint | null;
  readonly isPersons: boolean;
  /** Whether it was applied and taken back. */
  readonly isReverted: boolean;
  readonly isAwake: boolean;
}

/** Returns the newest recommendation of a price for an item; null if there is none. */
export async function newestPrice(tx: Tx, itemId: string, at: Date): Promise<NewestPrice | null> {
  const [row] = await tx.sql<NewestPrice & Record<string, unknown>>(
    `SELECT id, status, recommended_price AS "recommendedPrice", overridden_at IS NOT NULL AS "isPersons",
       current_price AS "currentPrice", r.status = 'applied' AND ${isTakenBack("r")} AS "isReverted",
       COALESCE(engine_price, recommended_price) AS "enginePrice", ${isAwake("r", "$3")} AS "isAwake"
     FROM recommendations r WHERE workspace_id = $1 AND item_id = $2 AND kind = 'price_change'
     ORDER BY id DESC LIMIT 1`,
    [tx.tenant.workspaceId, itemId, at],
  );
  return row ?? null;
}

/** A person's price for an item that no run recommends one for. */
export interface PriceByHand {
  readonly id: string;
  readonly runId: string;
  readonly itemId: string;
  readonly currency: string;
  readonly figures: RecommendationFigures;
  readonly enginePrice: bigint | null;
  readonly reason: string | null;
  readonly by: { readonly userId: string | null; readonly id: string; readonly label: string };
  readonly at: Date;
}

/** Stores it as a recommendation that waits for approval, with who set it. The caller locks the item. */
export async function insertPriceByHand(
  tx: Tx,
  { id, runId, itemId, currency, figures, enginePrice, reason, by, at }: PriceByHand,
): Promise<void> {
  await tx.prisma.recommendation.create({
    data: {
      ...figures,
      workspaceId: tx.tenant.workspaceId,
      id,
      runId,
      lastRunId: runId,
      itemId,
      kind: "price_change",
      status: "pending_approval",
      accepted: true,
      byHand: true,
      currency,
      enginePrice,
      overriddenBy: by.userId ?? by.id,
      overriddenByLabel: by.label,
      overriddenAt: at,
      overrideReason: reason,
      createdAt: at,
      updatedAt: at,
    },
  });
}
