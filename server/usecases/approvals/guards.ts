import { z } from "zod";
import { approvalSettings } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { offersOf, type PricedItem } from "@/server/db/items/priced-items";
import { anyReported } from "@/server/db/observations/reported";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { hasOpenWriteBack } from "@/server/db/write-backs/write-backs";
import type { InactiveState } from "@/server/domain/items/item-state";
import { brokenWindowGuards } from "@/server/domain/items/shop-window";
import { brokenGuards, type Policy } from "@/server/domain/pricing/engine";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { PricingMismatch } from "@/server/domain/pricing/shop-pricing";
import type { BlockerCode, GuardCode } from "@/server/domain/recommendations/blockers";
import { findPricingMismatches, loadPolicy, UnreadablePolicy, vatDiffers } from "../policy/terms";

/** Why no price at all can be written now. Pages look up the text by the code. */
export type ShopBlocker =
  | { readonly code: "mismatches"; readonly mismatches: readonly PricingMismatch[] }
  /** `detail` names the policy's version and its first issue. */
  | { readonly code: "policy"; readonly detail: string };

/** Why no price can be written to an item now. */
export type Blocker = ShopBlocker | { readonly code: "state"; readonly state: InactiveState };

/** Why an approval cannot queue a write: as above, or another price of the item or its variant is being written. */
export type ApprovalBlocker = Blocker | { readonly code: "write_back" };

/** The result of checking a price: the inputs, and the guards it would break; none means that it may be written. */
export interface GuardedPrice {
  readonly blocker: null;
  readonly broken: readonly GuardCode[];
  readonly policy: Policy;
  readonly policyVersion: number;
}

/** The result of checking an approval; `changed` are codes, none of them means that the price may be queued. */
export interface CheckedApproval extends GuardedPrice {
  readonly changed: readonly BlockerCode[];
}

/** The same, or why no approval of the item can queue a write. */
export type ApprovalCheck = CheckedApproval | { readonly blocker: ApprovalBlocker };

/**
 * Checks whether a recommended price may be queued for the store: nothing blocks the item, no other write on it is
 * unresolved, its inputs are those of the recommendation, and it breaks no guard. The caller locks the item.
 * @param nowMs milliseconds since 1970
 */
export async function checkApproval(
  tx: Tx,
  row: RecommendationRow,
  snapshot: PricedItem,
  nowMs: number,
): Promise<ApprovalCheck> {
  const guarded = await checkGuards(tx, snapshot, row.recommendedPrice, nowMs);
  return approvalCheck(row, snapshot.item, guarded, {
    openWrite: await hasOpenWriteBack(tx, { ...snapshot, itemId: row.itemId }),
    vat: guarded.blocker === null && (await vatDiffers(tx, row.policyVersion, guarded.policyVersion)),
    reported: await anyReported(tx, observationsIn(row.evidence)),
  });
}

/** The facts of an approval that depend on more than its item. */
export interface ApprovalFacts {
  /** Whether another price of the item or its variant is being written. */
  readonly openWrite: boolean;
  /** Whether the active policy treats VAT differently from that of the recommendation. */
  readonly vat: boolean;
  /** Whether an observation in its evidence was reported as wrong since. */
  readonly reported: boolean;
}

/** Does the same with what was read before, so that the preview of many approvals finds what each approval finds. */
export function approvalCheck(
  row: Pick<RecommendationRow, "currentPrice" | "cost" | "currency">,
  item: Pick<EngineItem, "price" | "cost" | "currency">,
  guarded: GuardedPrice | { readonly blocker: Blocker },
  { openWrite, vat, reported }: ApprovalFacts,
): ApprovalCheck {
  if (guarded.blocker?.code === "state") return { blocker: guarded.blocker };
  if (openWrite) return { blocker: { code: "write_back" } };
  if (guarded.blocker !== null) return guarded;
  return { ...guarded, changed: changesSince(row, item, { broken: guarded.broken, vat, reported }) };
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
  const guards = await loadGuards(tx);
  if (guards.blocker !== null) return guards;
  const observations = await offersOf(tx, item.id);
  return { ...guards, broken: brokenBy(guards, { item, observations }, target, nowMs) };
}

/** The active policy, or why no price at all can be written by it. */
export type Guards =
  | { readonly blocker: ShopBlocker }
  | { readonly blocker: null; readonly policy: Policy; readonly policyVersion: number };

/** Returns the active policy of the workspace, which holds for every price that is checked in the transaction. */
export async function loadGuards(tx: Tx): Promise<Guards> {
  const { policyVersion } = await approvalSettings(tx);
  const mismatches = await findPricingMismatches(tx, policyVersion);
  if (mismatches.length > 0) return { blocker: { code: "mismatches", mismatches } };
  try {
    return { blocker: null, policy: await loadPolicy(tx, policyVersion), policyVersion };
  } catch (error) {
    if (error instanceof UnreadablePolicy) return { blocker: { code: "policy", detail: error.message } };
    throw error;
  }
}

/**
 * Returns the guards that a price breaks, those of the policy and those of the shop window; an item without a target
 * breaks `price`.
 */
export const brokenBy = (
  { policy }: { readonly policy: Policy },
  subject: Parameters<typeof brokenGuards>[0],
  target: bigint | null,
  nowMs: number,
): GuardCode[] =>
  target === null
    ? ["price"]
    : [
        ...brokenGuards(subject, target, policy, nowMs),
        ...brokenWindowGuards(subject.item.shopWindow, subject.item.price, target, nowMs),
      ];

/** What was found about a recommendation beside the figures of its item. */
interface FoundChanges extends Pick<ApprovalFacts, "vat" | "reported"> {
  /** The guards that its price would break now. */
  readonly broken: readonly GuardCode[];
}

/**
 * Returns the codes of the inputs that changed since the recommendation was computed, and of the guards that its
 * price would break now, each code once.
 */
function changesSince(
  row: Pick<RecommendationRow, "currentPrice" | "cost" | "currency">,
  item: Pick<EngineItem, "price" | "cost" | "currency">,
  { broken, vat, reported }: FoundChanges,
): BlockerCode[] {
  const changed = new Set<BlockerCode>();
  if (item.price !== row.currentPrice) changed.add("price");
  if (item.cost !== row.cost) changed.add("cost");
  if (item.currency !== row.currency) changed.add("currency");
  for (const guard of broken) changed.add(guard);
  if (vat) changed.add("vat");
  if (reported) changed.add("observations");
  return [...changed];
}

const Shown = z.object({ observations: z.array(z.object({ id: z.string() })) });

/** Returns the ids of the observations in stored evidence, rejected ones too, because they influenced the result. */
export const observationsIn = (evidence: string): string[] =>
  Shown.parse(JSON.parse(evidence)).observations.map(({ id }) => id);
