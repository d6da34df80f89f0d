import { compareDecimals, signOf } from "@/app/_components/pricing/format";
import type { RecommendationDetail } from "./recommendation-detail";

/** The reasons of a price change, in the inbox's order: losses first. */
export const WHYS = ["below_floor", "above_market", "room", "other"] as const;
export type Why = (typeof WHYS)[number];

export const WHY_LABELS: Readonly<Record<Why, string>> = {
  below_floor: "Margin below floor",
  above_market: "Above the market",
  room: "Room to the market",
  other: "Other reasons",
};

/** The fields of a recommendation that determine its reason. */
export type Rationale = Pick<RecommendationDetail, "current_price" | "change_ratio"> & {
  evidence: {
    market: Pick<RecommendationDetail["evidence"]["market"], "used">;
    trail: readonly Pick<RecommendationDetail["evidence"]["trail"][number], "rule" | "effect" | "amount">[];
  };
};

/** Returns whether the present price is below the price of the margin floor; false if either is unknown. */
export function isBelowFloor({ current_price: price, evidence }: Rationale): boolean {
  const floor = evidence.trail.find(({ rule, effect }) => rule === "margin_floor" && effect === "floor");
  if (!price || !floor?.amount) return false;
  return compareDecimals(price.amount, floor.amount.amount) < 0;
}

/** Returns the reason of a price change. A margin below the floor precedes every reason of the market. */
export function whyOf(rationale: Rationale): Why {
  if (isBelowFloor(rationale)) return "below_floor";
  const direction = rationale.evidence.market.used > 0 ? signOf(rationale.change_ratio ?? "") : 0;
  return direction < 0 ? "above_market" : direction > 0 ? "room" : "other";
}

export const isWhy = (text: string): text is Why => WHYS.some((why) => why === text);
