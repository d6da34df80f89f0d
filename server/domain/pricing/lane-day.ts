import type { CompiledLane } from "@/server/domain/pricing/lanes";

/** Use of a lane's limits of a day: the number of approvals, and the sum of their changes of profit in minor units. */
export interface LaneUse {
  readonly count: number;
  readonly money: bigint;
}

/** No approval yet. */
export const UNUSED: LaneUse = { count: 0, money: 0n };

/**
 * Returns the use of a lane with one more approval; null if that exceeds its most a day. An unknown sum exceeds a
 * limit in money.
 * @param money change of profit from the stock on hand, up or down, in minor units; null if unknown
 * @param activeItems the number that the share of items is measured in
 */
export function useWithOneMore(
  { caps }: CompiledLane,
  use: LaneUse,
  money: bigint | null,
  activeItems: number,
): LaneUse | null {
  if (caps === null) return null;
  const count = use.count + 1;
  if (BigInt(count) * caps.items.den > caps.items.num * BigInt(activeItems)) return null;
  if (caps.money !== null && money === null) return null;
  const sum = use.money + (money === null ? 0n : money < 0n ? -money : money);
  return caps.money !== null && sum > caps.money ? null : { count, money: sum };
}
