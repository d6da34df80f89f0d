import { type MarginFactors, marginIfKnown, profitIfKnown } from "@/server/domain/margin";
import {
  type ChangeLimits,
  lateMoveBreaks,
  movedFrom,
  moveText,
  paidAfter,
  shoppersSentence,
} from "@/server/domain/pricing/engine";
import type { EngineRecommendation, EvidenceWindow, PricingStep } from "@/server/domain/pricing/outcome";
import { type DecisionInputs, sameWithin } from "@/server/domain/pricing/reopen";
import { formatRatio, type Ratio } from "@/server/domain/ratio";
import type {
  RecommendationKind,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";

/** The newest recommendation of one kind for the item. Amounts are minor units of the item's currency. */
export type Published = DecisionInputs & {
  readonly kind: RecommendationKind;
  readonly status: RecommendationStatus;
  /** Whether it was applied and then reverted. */
  readonly reverted: boolean;
  /** Whether it was approved, and a person canceled the write before it was sent. */
  readonly canceled: boolean;
  readonly marginBefore: string | null;
  readonly marginAfter: string | null;
  readonly policyVersion: number;
  /** The price that the engine had recommended, if a person set `recommendedPrice` in its place. */
  readonly enginePrice: bigint | null;
};

/** The run's result for the item, of the same kind. */
export type Finding = EngineRecommendation & {
  readonly currency: string;
  readonly marketMedian: bigint | null;
  /** What shoppers see; null by engines that know the regular price alone. */
  readonly shopWindow: EvidenceWindow | null;
  readonly steps: readonly PricingStep[];
};

/** The new values of a row that is kept: its recommended price stays, all other figures come from the run. */
export type UpdatedFigures = Pick<
  EngineRecommendation,
  "currentPrice" | "recommendedPrice" | "cost" | "marginBefore" | "marginAfter" | "changeRatio" | "reason"
> & { readonly incrementsVersion: boolean };

export type Publication =
  | { readonly act: "none" }
  | { readonly act: "insert" }
  | { readonly act: "keep"; readonly update: UpdatedFigures }
  | { readonly act: "supersede"; readonly inheritsSnooze: boolean }
  | { readonly act: "withdraw"; readonly status: "superseded" | "resolved" };

/** The policy's parameters of the decision. */
export type PublicationRules = {
  readonly threshold: Ratio;
  readonly marginFactors: MarginFactors;
  readonly policyVersion: number;
  /**
   * The item's limits on the change, which matter where its shop is late; null: no price but the found one keeps them.
   */
  readonly changeLimits: ChangeLimits | null;
};

const OPEN: ReadonlySet<RecommendationStatus> = new Set(["held", "new", "accepted", "pending_approval"]);

/**
 * Decides what publishing a run changes for one item and kind. An approved row is never changed. An open row is kept if
 * the run's result is the same within the reopen threshold and the row's price is still permitted; otherwise it is
 * superseded. A held row is always superseded, because its run waited for a person. A recommendation that a person
 * dismissed, rejected, canceled, reverted or gave another price is not made again until its inputs move by more than
 * the threshold.
 */
export function decidePublication(
  latest: Published | null,
  found: Finding | null,
  policy: PublicationRules,
): Publication {
  if (latest?.status === "approved") return { act: "none" };
  if (latest !== null && OPEN.has(latest.status)) {
    if (found === null)
      return { act: "withdraw", status: latest.status === "accepted" ? "resolved" : "superseded" };
    if (latest.status !== "held" && stands(latest, found, policy))
      return { act: "keep", update: keep(latest, found, policy) };
    const inputs = { ...found, recommendedPrice: byEngine(latest).recommendedPrice };
    return { act: "supersede", inheritsSnooze: near(latest, inputs, policy.threshold) };
  }
  if (found === null) return { act: "none" };
  const away = latest !== null && turnedDown(latest) && near(latest, found, policy.threshold);
  return { act: away ? "none" : "insert" };
}

const turnedDown = ({ status, reverted, canceled, enginePrice }: Published): boolean =>
  status === "dismissed" ||
  status === "rejected" ||
  canceled ||
  (status === "applied" && (reverted || enginePrice !== null));

/**
 * Returns the row as the engine found it, for comparison with what it finds now. Once a person's price is applied, it
 * is the item's price.
 */
function byEngine(row: Published): Published {
  const { enginePrice, status, reverted } = row;
  if (enginePrice === null) return row;
  const currentPrice = status === "applied" && !reverted ? row.recommendedPrice : row.currentPrice;
  return { ...row, recommendedPrice: enginePrice, currentPrice };
}

/** A cost review depends on the cost alone; changes of price and market are ignored. */
function near(published: Published, now: DecisionInputs, threshold: Ratio): boolean {
  const before = byEngine(published);
  if (before.kind !== "cost_review") return sameWithin(before, now, threshold);
  return sameWithin(before, { ...before, cost: now.cost }, threshold);
}

/** Returns whether the open row still applies. A market that moved without moving the price is no difference. */
function stands(
  latest: Published,
  found: Finding,
  {
    threshold,
    changeLimits,
    marginFactors,
  }: Pick<PublicationRules, "threshold" | "changeLimits" | "marginFactors">,
): boolean {
  const marketMedian = latest.kind === "price_change" ? latest.marketMedian : found.marketMedian;
  if (!near(latest, { ...found, marketMedian }, threshold)) return false;
  const price = latest.recommendedPrice;
  if (price === null || price === found.recommendedPrice) return true;
  return (
    price !== found.currentPrice &&
    permitted(price, found.steps) &&
    // Approval refuses a loss, which no step of the trail names where the found price makes none.
    (profitIfKnown(price, found.cost, marginFactors) ?? 0n) >= 0n &&
    permittedForShoppers(price, found, changeLimits)
  );
}

/**
 * Returns whether a price keeps the limits on the change from what a late shop still charges, by which its approval
 * would be refused. The trail has those from the regular price.
 */
function permittedForShoppers(
  price: bigint,
  { currentPrice, shopWindow }: Finding,
  limits: ChangeLimits | null,
): boolean {
  const charged = currentPrice && movedFrom(shopWindow, currentPrice);
  if (charged === null || charged === currentPrice) return true;
  return limits !== null && lateMoveBreaks(limits, charged, price).length === 0;
}

/** Returns whether a price lies within every limit of the trail. */
const permitted = (price: bigint, steps: readonly PricingStep[]): boolean =>
  steps.every(
    ({ effect, amount }) =>
      amount === null ||
      (effect !== "floor" && effect !== "ceiling") ||
      (effect === "floor" ? price >= amount : price <= amount),
  );

function keep(
  latest: Published,
  found: Finding,
  { marginFactors, policyVersion }: PublicationRules,
): UpdatedFigures {
  const { currentPrice: from, cost, marginBefore, shopWindow } = found;
  const to = latest.recommendedPrice;
  const same = to === found.recommendedPrice;
  const priced = !same && from !== null && to !== null && cost !== null;
  const marginAfter = priced
    ? marginIfKnown(paidAfter(shopWindow, to), cost, marginFactors)
    : found.marginAfter;
  const moved =
    from !== latest.currentPrice ||
    cost !== latest.cost ||
    marginBefore !== latest.marginBefore ||
    marginAfter !== latest.marginAfter ||
    policyVersion !== latest.policyVersion;
  return {
    currentPrice: from,
    recommendedPrice: to,
    cost,
    marginBefore,
    marginAfter,
    changeRatio: priced
      ? formatRatio(to - movedFrom(shopWindow, from), movedFrom(shopWindow, from))
      : found.changeRatio,
    reason: priced && latest.enginePrice === null ? keptReason(found, from, to) : found.reason,
    incrementsVersion: moved,
  };
}

function keptReason({ currency, shopWindow }: Finding, from: bigint, to: bigint): string {
  const move = moveText({ from, to, currency, shopWindow });
  return `${move}, as recommended before; little has changed since.${shoppersSentence(shopWindow, currency, to)}`;
}
