import type { Outputs } from "@/app/_trpc/client";
import type { Permission } from "@/server/domain/permissions";
import { PLAN_LIMITS, type Plan } from "@/server/domain/plan/plans";

export type Found = Outputs["workspace"]["firstSteps"];
export type StepName = "address" | "shop" | "pricing" | "market" | "run" | "price";

interface Reader {
  readonly plan: Plan;
  readonly emailConfirmed: boolean;
  readonly may: (permission: Permission) => boolean;
}

/**
 * Returns the first steps in their order and whether each is done. What the reader's role or the plan does not allow is
 * left out, and so is the currency of the sample shop, which is the workspace's own.
 */
export function stepsOf(
  found: Found,
  { plan, emailConfirmed, may }: Reader,
): { readonly name: StepName; readonly done: boolean }[] {
  const asksPricing = may("settings:policy") && !found.sample;
  const mayApprove = PLAN_LIMITS[plan].writeBack && may("recommendations:approve");
  const steps = [
    { name: "address", done: emailConfirmed, shown: true },
    { name: "shop", done: found.items && found.store !== null, shown: may("settings:integrations") },
    { name: "pricing", done: found.pricing_confirmed, shown: asksPricing },
    { name: "market", done: found.market, shown: may("catalog:write") },
    { name: "run", done: found.run === "succeeded", shown: may("runs:trigger") },
    { name: "price", done: found.applied, shown: mayApprove },
  ] as const;
  return steps.filter(({ shown }) => shown).map(({ name, done }) => ({ name, done }));
}
