import { isCostFloor } from "@/server/domain/pricing/cost-floors";
import type { ConstraintKind } from "@/server/domain/pricing/engine/constraints";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { LostConstraints } from "@/server/domain/pricing/lost-constraints";
import type { FullPolicy, PolicyScope } from "@/server/domain/pricing/policy";
import type { Match } from "@/server/domain/pricing/policy-match";
import { rulesText } from "@/server/domain/pricing/policy-text";

/** How many items two scopes match both, and the sku of one of them; null for none. */
export type SharedItems = { readonly items: number; readonly sku: string | null };

/** The codes of the findings that the move to limits ends. */
export const LOST_CODES: ReadonlySet<string> = new Set(["floor_lost", "constraint_lost"]);

/**
 * Returns the findings about constraints that are lost where two scopes match the same items. A lost floor over cost is
 * an error, unless the winner is meant as an exception, or no item is under both scopes today and a sale or a delivery
 * alone puts none there; anything else is a warning, and none where no item is under both.
 * @param sharedBy returns the items that the winner decides and the loser matches as well
 */
export function lintOverlaps(
  { scopes, currency }: FullPolicy,
  lost: readonly LostConstraints[],
  sharedBy: (pair: LostConstraints) => SharedItems,
): PolicyFinding[] {
  return lost.flatMap((pair) => {
    const [winner, loser] = [scopes[pair.winner], scopes[pair.loser]];
    if (winner === undefined || loser === undefined) return [];
    const shared = sharedBy(pair);
    const mayCome = shared.items > 0 || [winner, loser].some(({ match }) => goesByStock(match));
    return pair.kinds.flatMap(({ kind, isException }): PolicyFinding[] => {
      const isFloor = isCostFloor(kind);
      if (!isFloor && shared.items === 0) return [];
      return [
        {
          level: isFloor && mayCome && !isException ? "error" : "warning",
          path: `scopes.${pair.loser}.constraints.${kind}`,
          code: isFloor ? "floor_lost" : "constraint_lost",
          message: messageOf(kind, { winner, loser, currency }, shared),
        },
      ];
    });
  });
}

/** Stock changes by itself: which items a scope by stock is for today says nothing of tomorrow. */
const goesByStock = ({ except, ...conditions }: Match): boolean =>
  [conditions, except ?? {}].some(
    ({ stock_from, stock_to }) => stock_from !== undefined || stock_to !== undefined,
  );

function messageOf(
  kind: ConstraintKind,
  { winner, loser, currency }: { winner: PolicyScope; loser: PolicyScope; currency: string },
  { items, sku }: SharedItems,
): string {
  const [setting] = rulesText({ constraints: { [kind]: loser.constraints?.[kind] } }, currency);
  const what = `"${setting?.label ?? kind}: ${setting?.value ?? ""}" of "${loser.name}"`;
  const asksLess = `"${winner.name}" goes first and asks for less`;
  if (sku === null)
    return `Nothing is under both today, but ${what} would not hold for an item that is: ${asksLess}. A limit would hold.`;
  const where = items === 1 ? `the item ${sku}` : `${items} items, ${sku} among them`;
  return `It is lost for ${where}: ${what} does not hold there, because ${asksLess}. As a limit it would hold.`;
}
