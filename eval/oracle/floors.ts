import type { GivenConstraints } from "@/eval/oracle/applying";
import type { Earnings } from "@/eval/oracle/earnings";
import { fractionOf, minorOf, whole } from "@/eval/oracle/exact";

/** A condition that every permitted price fulfils; the amount is in minor units. */
export type Holds = (price: bigint) => boolean;

/** What a unit has to earn by some constraints, each with the name of its rule. */
export function floorsOf(
  { margin_floor: margin, min_profit: profit, markup_floor: markup }: GivenConstraints,
  earnings: Earnings,
  currency: string,
): readonly (readonly [rule: string, holds: Holds])[] {
  const floors: (readonly [string, Holds])[] = [];
  if (typeof margin === "string") {
    const share = fractionOf(margin);
    floors.push(["margin_floor", (price) => earnings.leavesShare(price, share)]);
  }
  if (typeof profit === "string") {
    const amount = minorOf(profit, currency);
    floors.push(["min_profit", (price) => earnings.leavesShare(price, whole(0n), amount)]);
  }
  if (typeof markup === "string") {
    const share = fractionOf(markup);
    floors.push(["markup_floor", (price) => earnings.leavesOfCost(price, share)]);
  }
  return floors;
}

/** Whether a price in minor units earns what some constraints ask for. */
export const holdsFloors = (
  price: bigint,
  constraints: GivenConstraints,
  earnings: Earnings,
  currency: string,
): boolean => floorsOf(constraints, earnings, currency).every(([, holds]) => holds(price));
