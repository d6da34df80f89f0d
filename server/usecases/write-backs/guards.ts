import { approvalSettings } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { offersOf, type PricedItem } from "@/server/db/items/priced-items";
import type { InactiveState } from "@/server/domain/items/item-state";
import type { Policy } from "@/server/domain/pricing/compile";
import { brokenGuards, type PriceGuard } from "@/server/domain/pricing/guards";
import type { PricingContradiction } from "@/server/domain/shop-pricing/shop-pricing";
import { policyOfRun, UnreadablePolicy } from "../runs/policy-of-run";
import { contradictionsIn } from "../shop-pricing/read";

/** Why no price can be written to an item now. Pages look up the text by the code. */
export type Blocker =
  | { readonly code: "state"; readonly state: InactiveState }
  | { readonly code: "contradictions"; readonly contradictions: readonly PricingContradiction[] }
  /** `detail` names the policy's version and its first issue. */
  | { readonly code: "policy"; readonly detail: string };

/** The result of checking a price: the inputs, and the guards it would break; none means that it may be written. */
export interface GuardedPrice {
  readonly blocker: null;
  readonly broken: readonly PriceGuard[];
  readonly policy: Policy;
  readonly policyVersion: number;
}

/**
 * Checks whether a price may be written to an item as it is now, by the workspace's active policy. Approval and the
 * worker that sends use this same check, so that no price is approved that would not be sent.
 * @param target minor units of the item's currency
 * @param nowMs milliseconds since 1970; the age of cost and observations is measured at this time
 */
export async function checkGuards(
  tx: Tx,
  { item, state }: Pick<PricedItem, "item" | "state">,
  target: bigint | null,
  nowMs: number,
): Promise<GuardedPrice | { readonly blocker: Blocker }> {
  if (state !== "active") return { blocker: { code: "state", state } };
  const { policyVersion } = await approvalSettings(tx);
  const contradictions = await contradictionsIn(tx, policyVersion);
  if (contradictions.length > 0) return { blocker: { code: "contradictions", contradictions } };
  try {
    const policy = await policyOfRun(tx, policyVersion);
    const observations = await offersOf(tx, item.id);
    const broken: PriceGuard[] =
      target === null ? ["price"] : brokenGuards({ item, observations }, target, policy, nowMs);
    return { blocker: null, broken, policy, policyVersion };
  } catch (error) {
    if (error instanceof UnreadablePolicy) return { blocker: { code: "policy", detail: error.message } };
    throw error;
  }
}
