import { readRunOutcomes } from "@/server/db/run-pages";
import {
  type LatestRecommendation,
  latestRecommendations,
  stage,
  type StagedAlert,
  type StagedRecommendation,
  standingAlerts,
} from "@/server/db/run-publication";
import type { RunRow } from "@/server/db/runs";
import type { Tx } from "@/server/db/transaction";
import { alertTransition, type AlertState } from "@/server/domain/alert";
import type { Policy } from "@/server/domain/pricing/compile";
import { type Finding, type PublicationTerms, publish } from "@/server/domain/publication";
import { RECOMMENDATION_KINDS, type RecommendationKind } from "@/server/domain/recommendation";
import type { Services } from "../acting";
import { moneyAtRisk, readOutcome, type StoredOutcome } from "./outcome-reading";

const PAGE_SIZE = 1_000;

type Standing = Awaited<ReturnType<typeof standingAlerts>>[number];

/** What an item has from before this run. */
interface Before {
  readonly recommendations: readonly LatestRecommendation[];
  readonly alerts: readonly Standing[];
}

interface Publishing {
  readonly services: Services;
  readonly terms: PublicationTerms;
  readonly nowMs: number;
}

/**
 * Compares every result of the run with what its item has and stages what is to change, a page at a time: memory does
 * not grow with the catalog, and no row that people work on is locked yet.
 */
export async function stageFindings(
  services: Services,
  tx: Tx,
  run: RunRow,
  policy: Policy,
  nowMs: number,
): Promise<void> {
  const terms = { threshold: policy.reopenThreshold, terms: policy.terms, policyVersion: run.policyVersion };
  let next = readRunOutcomes(tx, run.id, null, PAGE_SIZE);
  for (;;) {
    const results = await next;
    const last = results.at(-1);
    if (last === undefined) return;
    const before = await readBefore(
      tx,
      results.map((each) => each.itemId),
    );
    // The database reads the next page while this one is compared.
    next = readRunOutcomes(tx, run.id, last.itemId, PAGE_SIZE);
    next.catch(() => undefined);
    const recommendations: StagedRecommendation[] = [];
    const alerts: StagedAlert[] = [];
    for (const { itemId, outcome, stock } of results) {
      const found = readOutcome(outcome);
      const had = before.get(itemId) ?? NOTHING;
      recommendations.push(...stageRecommendations({ services, terms, nowMs }, itemId, found, had));
      alerts.push(...stageAlerts({ services, terms, nowMs }, itemId, found, had, stock));
    }
    await stage(tx, recommendations, alerts);
  }
}

const NOTHING: Before = { recommendations: [], alerts: [] };

async function readBefore(tx: Tx, itemIds: readonly string[]): Promise<Map<string, Before>> {
  const before = new Map<string, { recommendations: LatestRecommendation[]; alerts: Standing[] }>();
  const of = (itemId: string) => {
    const known = before.get(itemId) ?? { recommendations: [], alerts: [] };
    before.set(itemId, known);
    return known;
  };
  for (const row of await latestRecommendations(tx, itemIds)) of(row.itemId).recommendations.push(row);
  for (const row of await standingAlerts(tx, itemIds)) of(row.itemId).alerts.push(row);
  return before;
}

function stageRecommendations(
  { services, terms }: Publishing,
  itemId: string,
  { finding }: StoredOutcome,
  before: Before,
): StagedRecommendation[] {
  const newId = finding === null ? null : services.newId("recommendation");
  const staged: StagedRecommendation[] = [];
  let inserts = false;
  for (const kind of RECOMMENDATION_KINDS) {
    const latest = before.recommendations.find((row) => row.kind === kind) ?? null;
    const found = finding?.kind === kind ? finding : null;
    const decided = publish(latest, found, terms);
    if (decided.act === "none") continue;
    const row = { ...blank(itemId, kind), act: decided.act, ...(found ? foundFields(found) : {}) };
    const prior = latest && priorFields(latest);
    if (decided.act === "insert" || decided.act === "supersede") inserts = true;
    if (decided.act === "insert") staged.push({ ...row, id: newId });
    else if (decided.act === "keep") staged.push({ ...row, ...prior, ...keptFields(decided.kept) });
    else if (decided.act === "withdraw") staged.push({ ...row, ...prior, ends_as: decided.status });
    else
      staged.push({
        ...row,
        ...prior,
        id: newId,
        ends_as: "superseded",
        successor_id: newId,
        inherits_snooze: decided.inheritsSnooze,
      });
  }
  if (!inserts) return staged;
  return staged.map((each) =>
    each.act === "withdraw" && each.ends_as === "superseded" ? { ...each, successor_id: newId } : each,
  );
}

const blank = (itemId: string, kind: RecommendationKind): Omit<StagedRecommendation, "act"> => ({
  item_id: itemId,
  id: null,
  kind,
  prior_id: null,
  prior_status: null,
  prior_version: null,
  ends_as: null,
  successor_id: null,
  inherits_snooze: false,
  version_rises: false,
  currency: null,
  current_price: null,
  recommended_price: null,
  cost: null,
  market_median: null,
  margin_before: null,
  margin_after: null,
  change_ratio: null,
  reason: null,
  binding_rule: null,
  confidence: null,
});

const priorFields = ({ id, status, version }: LatestRecommendation) => ({
  prior_id: id,
  prior_status: status,
  prior_version: version,
});

const foundFields = (found: Finding) => ({
  currency: found.currency,
  current_price: found.currentPrice,
  recommended_price: found.recommendedPrice,
  cost: found.cost,
  market_median: found.marketMedian,
  margin_before: found.marginBefore,
  margin_after: found.marginAfter,
  change_ratio: found.changeRatio,
  reason: found.reason,
  binding_rule: found.bindingRule,
  confidence: found.confidence,
});

const keptFields = (kept: Extract<ReturnType<typeof publish>, { act: "keep" }>["kept"]) => ({
  current_price: kept.currentPrice,
  recommended_price: kept.recommendedPrice,
  cost: kept.cost,
  margin_before: kept.marginBefore,
  margin_after: kept.marginAfter,
  change_ratio: kept.changeRatio,
  reason: kept.reason,
  version_rises: kept.versionRises,
});

function stageAlerts(
  { services, nowMs }: Publishing,
  itemId: string,
  { signals, currency }: StoredOutcome,
  before: Before,
  stock: number | null,
): StagedAlert[] {
  const staged: StagedAlert[] = [];
  for (const { kind, signal, severity, message, shortfallMinor } of signals) {
    const standing = before.alerts.find((row) => row.kind === kind) ?? null;
    const { effect } = alertTransition(standing && stateOf(standing), signal, nowMs);
    if (effect === "none" || effect === "quiet") continue;
    const id = standing?.id ?? services.newId("alert");
    const money_at_risk = moneyAtRisk(shortfallMinor, stock);
    staged.push({ effect, id, item_id: itemId, kind, severity, message, currency, money_at_risk });
  }
  return staged;
}

const stateOf = ({ status, snoozeUntil }: Standing): AlertState => ({
  status,
  snoozeUntilMs: snoozeUntil?.getTime() ?? null,
  conditionOn: true,
});
