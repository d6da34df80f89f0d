import type { RecommendationEffect } from "@/server/domain/recommendations/recommendation";
import type { Tx } from "../database/transaction";
import type { RecommendationRow } from "./recommendations";

/** The figures of a recommendation with a person's price; amounts are minor units, ratios decimal strings. */
interface OverriddenFigures {
  readonly effect: RecommendationEffect;
  readonly recommendedPrice: bigint;
  readonly marginAfter: string | null;
  readonly changeRatio: string;
  readonly profitChange: bigint | null;
  /** The engine's price; null when the recommended price is the engine's again. */
  readonly enginePrice: bigint | null;
  readonly reason: string | null;
  readonly by: { readonly userId: string | null; readonly id: string; readonly label: string };
  readonly at: Date;
}

/**
 * Stores a person's price with who set it, and raises the version, provided the row still has the status and version
 * that the price was checked with.
 * @returns whether the row was changed
 */
export async function overrideRecommendedPrice(
  tx: Tx,
  { id, status, version }: Pick<RecommendationRow, "id" | "status" | "version">,
  { effect, reason, by, at, ...figures }: OverriddenFigures,
): Promise<boolean> {
  const person = {
    overriddenBy: by.userId ?? by.id,
    overriddenByLabel: by.label,
    overriddenAt: at,
    overrideReason: reason,
  };
  const nobody = { overriddenBy: null, overriddenByLabel: null, overriddenAt: null, overrideReason: null };
  const { count } = await tx.prisma.recommendation.updateMany({
    where: { workspaceId: tx.tenant.workspaceId, id, status, version },
    data: {
      ...effect,
      ...figures,
      ...(figures.enginePrice === null ? nobody : person),
      version: { increment: 1 },
      updatedAt: at,
    },
  });
  return count === 1;
}
