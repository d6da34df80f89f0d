import type { Tx } from "@/server/db/database/transaction";
import { offersOf, type PricedItem } from "@/server/db/items/priced-items";
import {
  moveRecommendation,
  type RecommendationFigures,
  type RecommendationRow,
} from "@/server/db/recommendations/recommendations";
import { insertSuccessor, refreshRecommendation } from "@/server/db/recommendations/renewal";
import { classify } from "@/server/domain/pricing/classification";
import { decide, type Policy, scopeFor } from "@/server/domain/pricing/engine";
import type { EngineRecommendation, Outcome } from "@/server/domain/pricing/outcome";
import { evidenceToJson } from "@/server/domain/pricing/outcome-json";
import type { BlockerCode } from "@/server/domain/recommendations/blockers";
import { decidePublication } from "@/server/domain/recommendations/publication";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";

/** A recommendation whose inputs have changed, and the inputs of its new computation. */
export interface ChangedInputs {
  readonly row: RecommendationRow;
  readonly snapshot: PricedItem;
  readonly policy: Policy;
  readonly policyVersion: number;
  readonly changed: readonly BlockerCode[];
}

/**
 * Computes the item's price again. If the price is the same, or the old one still applies, the row keeps it and its
 * decision, and gets new figures and a higher version. Another price supersedes the row with a new recommendation; no
 * price supersedes it without one. The caller locks the item and the row.
 */
export async function renewRecommendation(
  context: RequestContext,
  tx: Tx,
  changes: ChangedInputs,
): Promise<void> {
  const { row, snapshot, policy, policyVersion, changed } = changes;
  const { services } = context;
  const at = new Date(services.now());
  const outcome = decide(snapshot.item, await offersOf(tx, row.itemId), policy, services.now());
  const found = priceChange(outcome);
  const next = nextOf(changes, outcome, found);
  const figures =
    found && figuresOf(outcome, withoutKind({ ...found, ...next.update }), { policy, policyVersion });
  if (next.act === "keep" && figures) await refreshRecommendation(tx, row.id, figures, at);
  else if (next.act === "supersede" && figures) {
    const successor = services.newId("recommendation");
    const snoozeUntil = next.inheritsSnooze ? row.snoozeUntil : null;
    await moveRecommendation(tx, row.id, { status: "superseded", supersededBy: successor }, at);
    await insertSuccessor(tx, successor, row, { ...figures, snoozeUntil }, at);
  } else await moveRecommendation(tx, row.id, { status: "superseded" }, at);
  await recordChange(context, tx, {
    action: next.act === "keep" ? "recommendation.refresh" : "recommendation.supersede",
    subject: row.id,
    after: { changed: [...changed] },
  });
}

const priceChange = (outcome: Outcome): EngineRecommendation | null =>
  outcome.kind === "recommendation" && outcome.recommendation.kind === "price_change"
    ? outcome.recommendation
    : null;

interface Next {
  readonly act: "keep" | "supersede" | "withdraw";
  readonly inheritsSnooze: boolean;
  readonly update?: Partial<EngineRecommendation>;
}

function nextOf(
  { row, snapshot, policy, policyVersion }: ChangedInputs,
  outcome: Outcome,
  found: EngineRecommendation | null,
): Next {
  if (found === null) return { act: "withdraw", inheritsSnooze: false };
  if (found.recommendedPrice === row.recommendedPrice) return { act: "keep", inheritsSnooze: false };
  const { currency, evidence } = outcome;
  const { market, shopWindow, steps } = evidence;
  const finding = { ...found, currency, marketMedian: market.median, shopWindow, steps };
  const { reopenThreshold: threshold, marginFactors } = policy;
  const rules = { threshold, marginFactors, policyVersion, changeLimits: scopeFor(policy, snapshot.item) };
  const publication = decidePublication({ ...row, reverted: false, canceled: false }, finding, rules);
  if (publication.act === "keep") {
    const { incrementsVersion: _, ...update } = publication.update;
    return { act: "keep", inheritsSnooze: false, update };
  }
  return {
    act: "supersede",
    inheritsSnooze: publication.act === "supersede" && publication.inheritsSnooze,
  };
}

const withoutKind = ({ kind: _, ...figures }: EngineRecommendation): FoundPrice => figures;

/** A price with its figures, of the engine or of a person. */
export type FoundPrice = Omit<EngineRecommendation, "kind">;

/** Returns what is stored of a price: its figures, their classification, and the evidence as text. */
export function figuresOf(
  { evidence, currency }: Pick<Outcome, "evidence" | "currency">,
  figures: FoundPrice,
  { policy, policyVersion }: Pick<ChangedInputs, "policy" | "policyVersion">,
): RecommendationFigures {
  const { steps, market } = evidence;
  return {
    ...figures,
    ...classify({ ...figures, marketMedian: market.median, steps }, policy.marginFactors),
    marketMedian: market.median,
    evidence: JSON.stringify(evidenceToJson(evidence, currency)),
    policyVersion,
  };
}
