import { MUG_OFFERS, type PolicyCase } from "@/eval/policies/cases";
import { DAY_MS } from "@/server/domain/durations";
import { formatPrice } from "@/server/domain/money";
import { compilePolicy, decide, type Policy } from "@/server/domain/pricing/engine";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { addToLanes, type LaneTally, laneCounts } from "@/server/domain/pricing/lane-counts";
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
  const gives = given(outcome);
  const trail = trailOf(outcome);
  const decider = deciderOf(policy, mug, outcome, one);
  const when = one.when ?? "usually";
  return [
    ...(gives === one.gives ? [] : [`${when}: ${textOf(gives)}, not ${textOf(one.gives)}: ${trail}`]),
    ...(one.says ?? [])
      .filter((words) => !trail.includes(words))
      .map((words) => `${when}: "${words}" is not said: ${trail}`),
    ...(one.decidedBy === undefined || decider === one.decidedBy
      ? []
      : [`${when}: decided by ${decider}, not ${one.decidedBy}`]),
  ];
}

/** The recommended price in minor units; why there is none, or what else is asked for. */
function given(outcome: Outcome): bigint | string | null {
  if (outcome.kind === "skip") return outcome.skipReason;
  const { kind, recommendedPrice } = outcome.recommendation;
  return kind === "price_change" ? recommendedPrice : kind;
}

const textOf = (gives: bigint | string | null): string =>
  typeof gives === "bigint" ? formatPrice(gives, "EUR") : String(gives);

/** The steps of a decision and its sentence, as a page shows them. */
function trailOf(outcome: Outcome): string {
  const sentence = outcome.kind === "skip" ? outcome.message : outcome.recommendation.reason;
  return [...outcome.evidence.steps.map(({ label }) => label), sentence].join("; ");
}

/** Who decides about a price change whose figures a store and page checks brought. */
function deciderOf(policy: Policy, mug: EngineItem, outcome: Outcome, { past }: PolicyCase) {
  const tally: LaneTally = new Map();
  const origins = ["stores", "page_checks"] as const;
  const known = { firstSeenMs: NOW - 365 * DAY_MS, lastEditMs: null, ...past };
  addToLanes(tally, { item: mug, outcome, origins, past: known }, policy, { activeItems: 1_000, nowMs: NOW });
  return laneCounts(tally, policy, false).find(({ items }) => items > 0)?.decided_by;
}
