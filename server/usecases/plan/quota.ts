import type { Tx } from "@/server/db/database/transaction";
import { countItems } from "@/server/db/items/items";
import { countSeats } from "@/server/db/members/memberships";
import { countLiveTokens } from "@/server/db/tokens/tokens";
import { countEndpoints } from "@/server/db/webhooks/endpoints";
import { DomainError } from "@/server/domain/errors";
import { PLAN_LIMITS, PLAN_NAMES, type Plan } from "@/server/domain/plan/plans";
import type { Period } from "@/server/domain/plan/usage-period";
import { grouped } from "@/server/domain/text";

/** Resources a plan caps by the number of live rows. */
export type Cap = "items" | "members" | "tokens" | "webhooks";

/** Resources a plan limits per day or month. */
export type Allowance = "runs" | "checks";

/** Used and total amount of a cap. */
export interface QuotaUse {
  readonly used: number;
  readonly limit: number;
}

const COUNTERS: Readonly<Record<Cap, (tx: Tx, at: Date) => Promise<number>>> = {
  items: countItems,
  members: countSeats,
  tokens: countLiveTokens,
  webhooks: countEndpoints,
};

/** Returns how much of a plan's cap the transaction's workspace uses at that time, and the cap. */
export async function quotaUse(tx: Tx, { plan }: { plan: Plan }, cap: Cap, at: Date): Promise<QuotaUse> {
  return { used: await COUNTERS[cap](tx, at), limit: PLAN_LIMITS[plan][cap] };
}

/**
 * Requires room for more rows under a plan's cap. Concurrent calls are safe if the caller locks what keeps the count
 * stable until its transaction ends: the workspace's row (`lockWorkspace`) for tokens, webhooks and for members, which
 * include open invitations (close an invitation before its person becomes a member); the catalog (`lockCatalog`) for
 * items.
 * @param workspace as the transaction read it, so that a concurrent change of the plan counts
 * @param added number of rows to add
 * @throws DomainError plan_limit with the cap's name, the used amount, and the plan
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

/** Checks the cap as `requireQuota` does, with a count that the caller has already. */
export function requireWithin({ plan }: { plan: Plan }, cap: Cap, used: number, added: number): void {
  const limit = PLAN_LIMITS[plan][cap];
  if (used + added <= limit) return;
  throw new DomainError(
    "plan_limit",
    `The ${PLAN_NAMES[plan]} plan holds ${grouped(limit)} ${cap}; ${grouped(used)} are there and ${grouped(added)} would be new.`,
    { limit: cap, used, plan },
  );
}

/**
 * Refuses to exceed the plan's runs of the day or page checks of the month. The caller has locked the workspace's
 * row, or taken the unit in another way, so that two concurrent calls cannot both take the last one.
 * @param used how many of the period are used already
 * @throws DomainError run_budget_exceeded or check_budget_exceeded with limit, used, plan and resets_at
 */
export function requireAllowance(
  { plan }: { readonly plan: Plan },
  allowance: Allowance,
  used: number,
  period: Period,
): void {
  const limit = allowanceOf(plan, allowance);
  if (limit === null || used < limit) return;
  const extra = { limit, used, plan, resets_at: new Date(period.endMs).toISOString() };
  if (allowance === "runs")
    throw new DomainError(
      "run_budget_exceeded",
      `Today's ${grouped(limit)} runs of the ${PLAN_NAMES[plan]} plan are used up.`,
      extra,
    );
  throw new DomainError(
    "check_budget_exceeded",
    `This month's ${grouped(limit)} page checks of the ${PLAN_NAMES[plan]} plan are used up.`,
    extra,
  );
}

/** Returns how many runs per day or page checks per month a plan allows; null means unlimited. */
export const allowanceOf = (plan: Plan, allowance: Allowance): number | null =>
  allowance === "runs" ? PLAN_LIMITS[plan].runsPerDay : PLAN_LIMITS[plan].checksPerMonth;
