import { compareDecimals, signOf } from "@/app/_components/pricing/format";
import type { Shown } from "./shown";

/** What a price change is for, in the order an inbox shows them: losses first. */
export const WHYS = ["below_floor", "above_market", "room", "other"] as const;
export type Why = (typeof WHYS)[number];

export const WHY_LABELS: Readonly<Record<Why, string>> = {
  below_floor: "Margin below floor",
  above_market: "Above the market",
  room: "Room to the market",
  other: "Other reasons",
};

/** The part of a recommendation that says what it is for. */
export type Rationale = Pick<Shown, "current_price" | "change_ratio"> & {
  evidence: {
    market: Pick<Shown["evidence"]["market"], "used">;
    trail: readonly Pick<Shown["evidence"]["trail"][number], "rule" | "effect" | "amount">[];
  };
};

/** Whether the present price lies below what the margin floor asks for; false where either is not known. */
export function isBelowFloor({ current_price: price, evidence }: Rationale): boolean {
  const floor = evidence.trail.find(({ rule, effect }) => rule === "margin_floor" && effect === "floor");
  if (!price || !floor?.amount) return false;
  return compareDecimals(price.amount, floor.amount.amount) < 0;
}

/** What a price change is for. A margin below the floor comes before anything the market says. */
export function whyOf(rationale: Rationale): Why {
  if (isBelowFloor(rationale)) return "below_floor";
  const direction = rationale.evidence.market.used > 0 ? signOf(rationale.change_ratio ?? "") : 0;
  return direction < 0 ? "above_market" : direction > 0 ? "room" : "other";
}

export const isWhy = (text: string): text is Why => WHYS.some((why) => why === text);
