import { formatMargin, type MarginTerms } from "@/server/domain/margin";
import { formatAmount } from "@/server/domain/money";
import type { EngineRecommendation, TrailStep } from "@/server/domain/pricing/outcome";
import { type DecisionInputs, sameWithin } from "@/server/domain/pricing/reopen";
import { formatRatio, type Ratio } from "@/server/domain/ratio";
import type {
  RecommendationKind,
  RecommendationStatus,
} from "@/server/domain/recommendations/recommendation";

/** The newest recommendation an item has of one kind. Amounts are minor units of the item's currency. */
export type Published = DecisionInputs & {
  readonly kind: RecommendationKind;
  readonly status: RecommendationStatus;
  /** Whether it was applied and then taken back. */
  readonly reverted: boolean;
  readonly marginBefore: string | null;
  readonly marginAfter: string | null;
  readonly policyVersion: number;
};

/** What a run found for the item, of the same kind. */
export type Finding = EngineRecommendation & {
  readonly currency: string;
  readonly marketMedian: bigint | null;
  readonly trail: readonly TrailStep[];
};

/** What a row becomes when its finding stands: the price it recommended stays, everything else is as found. */
export type Kept = Pick<
  EngineRecommendation,
  "currentPrice" | "recommendedPrice" | "cost" | "marginBefore" | "marginAfter" | "changeRatio" | "reason"
> & { readonly versionRises: boolean };

export type Publication =
  | { readonly act: "none" }
  | { readonly act: "insert" }
  | { readonly act: "keep"; readonly kept: Kept }
  | { readonly act: "supersede"; readonly inheritsSnooze: boolean }
  | { readonly act: "withdraw"; readonly status: "superseded" | "resolved" };

/** What the run's policy adds to the decision. */
export type PublicationTerms = {
  readonly threshold: Ratio;
  readonly terms: MarginTerms;
  readonly policyVersion: number;
};

const OPEN: ReadonlySet<RecommendationStatus> = new Set(["held", "new", "accepted", "pending_approval"]);

/**
 * What publishing a run does about one item and kind. An approved row is never touched. An open one is kept while the
 * run finds the same within the reopen threshold and the kept price is still permitted, else superseded; held ones are
 * superseded always, their run having waited for a person. What a person turned down, or took back, stays away until
 * its inputs move by more than the threshold.
 */
export function publish(
  latest: Published | null,
  found: Finding | null,
  policy: PublicationTerms,
): Publication {
  if (latest?.status === "approved") return { act: "none" };
  if (latest !== null && OPEN.has(latest.status)) {
    if (found === null)
      return { act: "withdraw", status: latest.status === "accepted" ? "resolved" : "superseded" };
    if (latest.status !== "held" && stands(latest, found, policy.threshold))
      return { act: "keep", kept: keep(latest, found, policy) };
    const inputs = { ...found, recommendedPrice: latest.recommendedPrice };
    return { act: "supersede", inheritsSnooze: near(latest, inputs, policy.threshold) };
  }
  if (found === null) return { act: "none" };
  const away = latest !== null && turnedDown(latest) && near(latest, found, policy.threshold);
  return { act: away ? "none" : "insert" };
}

const turnedDown = ({ status, reverted }: Published): boolean =>
  status === "dismissed" || status === "rejected" || (status === "applied" && reverted);

/** A review of the cost asks about the cost alone: neither price nor market make it another one. */
function near(before: Published, now: DecisionInputs, threshold: Ratio): boolean {
  if (before.kind !== "cost_review") return sameWithin(before, now, threshold);
  return sameWithin(before, { ...before, cost: now.cost }, threshold);
}

/** Whether the run found the same again: a market that moved without moving the price it asks for is no difference. */
function stands(latest: Published, found: Finding, threshold: Ratio): boolean {
  const marketMedian = latest.kind === "price_change" ? latest.marketMedian : found.marketMedian;
  if (!near(latest, { ...found, marketMedian }, threshold)) return false;
  const price = latest.recommendedPrice;
  if (price === null || price === found.recommendedPrice) return true;
  return price !== found.currentPrice && permitted(price, found.trail);
}

/** Whether a price lies within every limit the trail names. */
const permitted = (price: bigint, trail: readonly TrailStep[]): boolean =>
  trail.every(
    ({ effect, amount }) =>
      amount === null ||
      (effect !== "floor" && effect !== "ceiling") ||
      (effect === "floor" ? price >= amount : price <= amount),
  );

function keep(latest: Published, found: Finding, { terms, policyVersion }: PublicationTerms): Kept {
  const { currentPrice: from, cost, marginBefore, currency } = found;
  const to = latest.recommendedPrice;
  const same = to === found.recommendedPrice;
  const priced = !same && from !== null && to !== null && cost !== null;
  const marginAfter = priced ? formatMargin(to, cost, terms) : found.marginAfter;
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
    changeRatio: priced ? formatRatio(to - from, from) : found.changeRatio,
    reason: priced ? keptReason(from, to, currency) : found.reason,
    versionRises: moved,
  };
}

function keptReason(from: bigint, to: bigint, currency: string): string {
  const verb = to > from ? "Raise" : "Lower";
  const move = `${verb} from ${formatAmount(from, currency)} to ${formatAmount(to, currency)} ${currency}`;
  return `${move}, as recommended before; little has changed since.`;
}
