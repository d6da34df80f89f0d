import type { Tx } from "@/server/db/database/transaction";
import { countItems } from "@/server/db/items/items";
import { countPlaces } from "@/server/db/members/memberships";
import { countLiveTokens } from "@/server/db/tokens/tokens";
import { DomainError } from "@/server/domain/errors";
import { PLAN_LIMITS, type Plan } from "@/server/domain/plan/plans";
import type { Period } from "@/server/domain/plan/usage-period";

/** What a plan caps by counting live rows. */
export type Cap = "items" | "members" | "tokens";

/** What a plan allows so often in a day or a month. */
export type Allowance = "runs" | "checks";

/** How much of a cap is used, and how much the plan holds. */
export interface QuotaUse {
  readonly used: number;
  readonly limit: number;
}

const COUNTED: Readonly<Record<Cap, (tx: Tx, at: Date) => Promise<number>>> = {
  items: countItems,
  members: countPlaces,
  tokens: countLiveTokens,
};

/** How much of a cap of the transaction's workspace is used at that time; a plan's caps are read here alone. */
export async function quotaUse(tx: Tx, { plan }: { plan: Plan }, cap: Cap, at: Date): Promise<QuotaUse> {
  return { used: await COUNTED[cap](tx, at), limit: PLAN_LIMITS[plan][cap] };
}

/**
 * Refuses to add to a workspace whose plan has no room for it. Two at once pass only if both fit, as long as the caller
 * holds what makes the count stay until its transaction ends: the workspace's row (`lockWorkspace`) for members, who
 * count with the invitations that wait (end one before its person becomes a member), and for tokens; the catalog (`lockCatalog`) for items.
 * @param workspace as the transaction read it, so that a plan changed meanwhile counts
 * @param added how many there would be more
 * @throws DomainError plan_limit with the cap's name, what is used, and the plan
 */
export async function requireQuota(
  tx: Tx,
  workspace: { readonly plan: Plan },
  cap: Cap,
  added: number,
  at: Date,
): Promise<void> {
  const { used } = await quotaUse(tx, workspace, cap, at);
  requireWithin(workspace, cap, used, added);
}

/** As `requireQuota`, for a caller who has counted already. */
export function requireWithin({ plan }: { plan: Plan }, cap: Cap, used: number, added: number): void {
  const limit = PLAN_LIMITS[plan][cap];
  if (used + added <= limit) return;
  throw new DomainError(
    "plan_limit",
    `The plan ${plan} holds ${limit} ${cap}; ${used} are there and ${added} would be new.`,
    { limit: cap, used, plan },
  );
}

/**
 * Refuses what would exceed the plan's runs of the day or page checks of the month. The caller holds the workspace's
 * row, or has claimed the unit otherwise, so that two at once cannot both take the last one.
 * @param used how many of the period are taken already
 * @throws DomainError run_budget_exceeded or check_budget_exceeded with limit, used, plan and resets_at
 */
export function requireAllowance(
  { plan }: { readonly plan: Plan },
  what: Allowance,
  used: number,
  period: Period,
): void {
  const limit = allowanceOf(plan, what);
  if (limit === null || used < limit) return;
  const extra = { limit, used, plan, resets_at: new Date(period.endMs).toISOString() };
  if (what === "runs")
    throw new DomainError("run_budget_exceeded", `Today's ${limit} runs of plan ${plan} are used up.`, extra);
  throw new DomainError(
    "check_budget_exceeded",
    `This month's ${limit} page checks of plan ${plan} are used up.`,
    extra,
  );
}

/** How many runs a day or page checks a month a plan allows; null is without limit. */
export const allowanceOf = (plan: Plan, what: Allowance): number | null =>
  what === "runs" ? PLAN_LIMITS[plan].runsPerDay : PLAN_LIMITS[plan].checksPerMonth;
