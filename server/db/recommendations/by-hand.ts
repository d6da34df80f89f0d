import type { Tx } from "../database/transaction";
import type { RecommendationFigures } from "./recommendations";

/** The recommendation of a price for an item that nobody has decided yet. Amounts are minor units of its currency. */
export interface UndecidedPrice {
  readonly id: string;
  readonly recommendedPrice: bigint | null;
  /** Whether it waits for approval with a price that a person set. */
  readonly isPersons: boolean;
}

/** Returns the newest undecided recommendation of a price for an item; null if there is none. */
export async function undecidedPrice(tx: Tx, itemId: string): Promise<UndecidedPrice | null> {
  const [row] = await tx.sql<UndecidedPrice & Record<string, unknown>>(
    `SELECT id, recommended_price AS "recommendedPrice",
       status = 'pending_approval' AND overridden_at IS NOT NULL AS "isPersons" FROM recommendations
     WHERE workspace_id = $1 AND item_id = $2 AND kind = 'price_change' AND status IN ('held', 'new', 'pending_approval')
     ORDER BY id DESC LIMIT 1`,
    [tx.tenant.workspaceId, itemId],
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
  readonly reason: string | null;
  readonly by: { readonly userId: string | null; readonly id: string; readonly label: string };
  readonly at: Date;
}

/**
 * Stores it as a recommendation that waits for approval, with who set it. The engine's price beside it is the present
 * one, because no other was recommended. The caller locks the item.
 */
export async function insertPriceByHand(
  tx: Tx,
  { id, runId, itemId, currency, figures, reason, by, at }: PriceByHand,
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
      currency,
      enginePrice: figures.currentPrice,
      overriddenBy: by.userId ?? by.id,
      overriddenByLabel: by.label,
      overriddenAt: at,
      overrideReason: reason,
      createdAt: at,
      updatedAt: at,
    },
  });
}
