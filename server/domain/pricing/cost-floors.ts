import type { ConstraintKind } from "@/server/domain/pricing/engine/constraints";

/** The constraints that keep a price above the item's cost: by share of the price, by share of the cost, by money. */
const COST_FLOORS = [
  "margin_floor",
  "markup_floor",
  "min_profit",
] as const satisfies readonly ConstraintKind[];

/** Whether the constraint keeps a price above the item's cost. */
export const isCostFloor = (kind: ConstraintKind): boolean => COST_FLOORS.some((floor) => floor === kind);

/** Whether constraints of a policy ask for any such floor. */
export const asksForCostFloor = (
  constraints: {
    readonly [Floor in (typeof COST_FLOORS)[number]]?: string | null | undefined;
  },
): boolean => COST_FLOORS.some((floor) => typeof constraints[floor] === "string");
