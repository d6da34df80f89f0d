import { MUG_OFFERS, type PolicyCase } from "@/eval/policies/cases";
import { formatPrice } from "@/server/domain/money";
import { compilePolicy, decide, type Policy } from "@/server/domain/pricing/engine";
import { addToLanes, type LaneTally } from "@/server/domain/pricing/lane-counts";
import type { Outcome } from "@/server/domain/pricing/outcome";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { item, NOW } from "@/server/domain/pricing/testing";

/**
 * Decides the mug by a policy under each condition.
 * @param document the policy as JSON
 * @returns a sentence for each figure that is another than was worked out by hand
 */
export function wrongCases(document: unknown, cases: readonly PolicyCase[]): readonly string[] {
  const read = readPolicyDocument(document);
  if (!read.ok) return read.issues.map(({ path, message }) => `${path}: ${message}`);
  if (cases.length === 0) return ["has no figures"];
  return cases.flatMap((one) => wrongIn(read.document, one));
}

function wrongIn(document: PolicyDocument, one: PolicyCase): readonly string[] {
  const vat = one.vatRate === undefined ? {} : { includes_vat: true, vat_rate: one.vatRate };
  const policy = compilePolicy({ ...document, pricing: { ...document.pricing, ...vat } });
  const mug = item(one.item);
  const outcome = decide(mug, one.market ?? MUG_OFFERS, policy, NOW);
  const price = outcome.kind === "recommendation" ? outcome.recommendation.recommendedPrice : null;
  const trail = trailOf(outcome);
  const lane = laneOf(policy, mug, outcome);
  const when = one.when === "" ? "usually" : one.when;
  return [
    ...(price === one.price ? [] : [`${when}: ${priceText(price)}, not ${priceText(one.price)}: ${trail}`]),
    ...(one.says ?? [])
      .filter((words) => !trail.includes(words))
      .map((words) => `${when}: "${words}" is not said: ${trail}`),
    ...(one.lane === undefined || lane === one.lane ? [] : [`${when}: lane ${lane}, not ${one.lane}`]),
  ];
}

const priceText = (price: bigint | null): string => (price === null ? "it stays" : formatPrice(price, "EUR"));

/** The steps of a decision and its sentence, as a page shows them. */
function trailOf(outcome: Outcome): string {
  const sentence = outcome.kind === "skip" ? outcome.message : outcome.recommendation.reason;
  return [...outcome.evidence.steps.map(({ label }) => label), sentence].join("; ");
}

/** The lane of a price change whose figures a store and page checks brought. */
function laneOf(policy: Policy, mug: ReturnType<typeof item>, outcome: Outcome): string | null {
  const tally: LaneTally = new Map();
  const figures = { item: mug, outcome, origins: ["stores", "page_checks"] as const };
  addToLanes(tally, figures, policy, { activeItems: 1_000, nowMs: NOW });
  return [...tally.keys()][0] ?? null;
}
