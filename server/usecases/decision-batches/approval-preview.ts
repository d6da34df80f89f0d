import { approvalSettings, connectedStore } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import type { Candidate } from "@/server/db/decision-batches/candidates";
import { reportedAmong } from "@/server/db/observations/reported";
import { runItemsById } from "@/server/db/runs/items";
import { openWriteTargets } from "@/server/db/write-backs/write-backs";
import { changedFallOut, type FallOut, fallOutOf } from "@/server/domain/decision-batches/batch";
import { DomainError } from "@/server/domain/errors";
import { itemState, stateReason } from "@/server/domain/items/item-state";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import type { Policy } from "@/server/domain/pricing/compile";
import { brokenGuards } from "@/server/domain/pricing/guards";
import { BLOCKERS } from "@/server/domain/recommendations/blockers";
import { NOT_IN_STORE, refIn } from "../connections/store";
import type { RequestContext } from "../request-context";
import {
  findPricingMismatches,
  loadPolicy,
  pricingConflict,
  UnreadablePolicy,
  vatDiffers,
} from "../shop-pricing/terms";
import { changesSince, observationsIn } from "../write-backs/guards";

/** Returns why an approval of each candidate would be refused now; null for one that would be approved. */
export type ForeseeApprovals = (candidates: readonly Candidate[]) => Promise<Map<string, FallOut | null>>;

/**
 * Prepares the check of many approvals. It finds what the approval of one recommendation would find, with a few
 * statements for all of them, and changes and locks nothing. Each approval is checked again when it is carried out.
 */
export async function foreseeApprovals(
  context: RequestContext,
  tx: Tx,
  nowMs: number,
): Promise<ForeseeApprovals> {
  const { policyVersion } = await approvalSettings(tx);
  const shop: ShopState = {
    context,
    nowMs,
    policyVersion,
    policy: await usablePolicy(tx, policyVersion),
    store: await connectedStore(tx),
    open: await openWrites(tx),
    otherVat: new Map(),
  };
  return async (candidates) => {
    const items = new Map(
      (
        await runItemsById(
          tx,
          candidates.map(({ itemId }) => itemId),
          nowMs,
        )
      ).map((each) => [each.item.id, each]),
    );
    const seen = new Map(candidates.map(({ id, evidence }) => [id, observationsIn(evidence)]));
    const reported = await reportedAmong(tx, [...seen.values()].flat());
    for (const { policyVersion: version } of candidates)
      if (!shop.otherVat.has(version))
        shop.otherVat.set(version, await vatDiffers(tx, version, policyVersion));
    const found = new Map<string, FallOut | null>();
    for (const candidate of candidates) {
      const item = items.get(candidate.itemId);
      const wrong = seen.get(candidate.id)?.some((id) => reported.has(id)) === true;
      if (item) found.set(candidate.id, foresee(shop, candidate, { ...item, reported: wrong }));
    }
    return found;
  };
}

/** The parts of a check that are the same for all recommendations of a workspace. */
interface ShopState {
  readonly context: RequestContext;
  readonly nowMs: number;
  readonly policyVersion: number;
  /** Why no price can be written by the active policy, or the policy. */
  readonly policy: Policy | DomainError;
  readonly store: Awaited<ReturnType<typeof connectedStore>>;
  readonly open: { readonly items: ReadonlySet<string>; readonly variants: ReadonlySet<string> };
  /** Whether the VAT of a policy version differs from the active one's. */
  readonly otherVat: Map<number, boolean>;
}

/** Checks in the order of a single approval, so that the reason is the same. */
function foresee(
  { context, nowMs, policy, store, open, otherVat }: ShopState,
  candidate: Candidate,
  { item, observations, reported }: Awaited<ReturnType<typeof runItemsById>>[number] & { reported: boolean },
): FallOut | null {
  const { archivedAt, storeState, itemId, integrationId, storeRef, recommendedPrice } = candidate;
  const state = itemState({ archivedAtMs: archivedAt?.getTime() ?? null, storeState });
  if (state !== "active")
    return {
      reason: "changed",
      changed: ["state"],
      message: `The item is not watched any more. ${stateReason(state, null) ?? ""}`,
    };
  if (open.items.has(itemId) || open.variants.has(variantKey(integrationId, storeRef)))
    return { reason: "changed", changed: ["write_back"], message: BLOCKERS.write_back.approval };
  if (policy instanceof DomainError) return fallOutOf(policy);
  const broken: ReturnType<typeof brokenGuards> =
    recommendedPrice === null
      ? ["price"]
      : brokenGuards({ item, observations }, recommendedPrice, policy, nowMs);
  const vat = otherVat.get(candidate.policyVersion) === true;
  const changed = changesSince(candidate, item, { broken, vat, reported });
  if (changed.length > 0) return changedFallOut(changed);
  if (!PLAN_LIMITS[context.plan].writeBack) return fallOutOf(new DomainError("tier_ineligible"));
  if (store === null) return fallOutOf(new DomainError("no_commerce_integration"));
  return refIn(store, candidate) === null
    ? fallOutOf(new DomainError("no_commerce_integration", NOT_IN_STORE))
    : null;
}

async function usablePolicy(tx: Tx, version: number): Promise<Policy | DomainError> {
  const mismatches = await findPricingMismatches(tx, version);
  if (mismatches.length > 0) return pricingConflict(mismatches);
  try {
    return await loadPolicy(tx, version);
  } catch (error) {
    if (!(error instanceof UnreadablePolicy)) throw error;
    return new DomainError("conflict", error.message, { changed: ["policy"] });
  }
}

async function openWrites(tx: Tx): Promise<ShopState["open"]> {
  const targets = await openWriteTargets(tx);
  return {
    items: new Set(targets.map(({ itemId }) => itemId)),
    variants: new Set(
      targets
        .filter(({ integrationId, storeRef }) => integrationId !== null && storeRef !== null)
        .map(({ integrationId, storeRef }) => variantKey(integrationId, storeRef)),
    ),
  };
}

const variantKey = (integrationId: string | null, storeRef: string | null): string =>
  `${integrationId ?? ""} ${storeRef ?? ""}`;
