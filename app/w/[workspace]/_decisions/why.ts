import { compareDecimals } from "@/app/_components/pricing/format";
import { WHYS, type Why } from "@/server/domain/pricing/why";
import type { RecommendationDetail } from "./recommendation-detail";

export const WHY_LABELS: Readonly<Record<Why, string>> = {
  below_floor: "Margin below floor",
  above_market: "Above the market",
  room: "Room to the market",
  other: "Other reasons",
};

/** Returns whether the present price is below the price of the margin floor; false if either is unknown. */
export function isBelowFloor({
  current_price: price,
  evidence,
}: Pick<RecommendationDetail, "current_price"> & {
  evidence: Pick<RecommendationDetail["evidence"], "trail">;
}): boolean {
  const floor = evidence.trail.find(({ rule, effect }) => rule === "margin_floor" && effect === "floor");
  if (!price || !floor?.amount) return false;
  return compareDecimals(price.amount, floor.amount.amount) < 0;
}

export const isWhy = (text: string): text is Why => WHYS.some((why) => why === text);
