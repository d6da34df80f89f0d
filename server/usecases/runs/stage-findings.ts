import type { Tx } from "@/server/db/database/transaction";
import { undercutsApproved } from "@/server/db/runs/approved-raises";
import { readRunOutcomes } from "@/server/db/runs/pages";
import type { PublicationCheckpoint } from "@/server/db/runs/publication-params";
import type { RunRow } from "@/server/db/runs/runs";
import {
  type LatestRecommendation,
  latestRecommendations,
  type StagedAlert,
  type StagedRecommendation,
  stage,
  unclearedAlerts,
} from "@/server/db/runs/stage";
import { type AlertState, alertTransition } from "@/server/domain/alerts/alert";
import type { RunSignal } from "@/server/domain/alerts/kinds";
import type { Policy } from "@/server/domain/pricing/engine";
import type { AlertSignal } from "@/server/domain/pricing/outcome";
import { type ChangeClass, classifyChanges } from "@/server/domain/runs/change-classes";
import type { Services } from "../services";
import { lateLimits } from "./late-limits";
import { moneyAtRisk, parseOutcome, type StoredOutcome } from "./parse-outcome";
import { referenceSignals } from "./reference-signals";
import { stageRecommendations } from "./stage-recommendations";

const PAGE_SIZE = 500;

type OpenAlert = Awaited<ReturnType<typeof unclearedAlerts>>[number];

/** An item's recommendations and alerts from before this run. */
interface Before {
  readonly recommendations: readonly LatestRecommendation[];
  readonly alerts: readonly OpenAlert[];
}

/**
 * Compares the run's results with the items' recommendations and alerts and stages the changes, page by page: memory
 * does not grow with the catalog, and rows that people work on are not locked yet.
 * @param checkpoint called before each page; its errors abort the work
 * @returns the price changes that the run found, by size
 */
export async function stageFindings(
  services: Services,
  tx: Tx,
  { run, policy, nowMs }: { run: RunRow; policy: Policy; nowMs: number },
  checkpoint: PublicationCheckpoint,
): Promise<readonly ChangeClass[]> {
  const changes = classifyChanges(policy.marginFactors);
  const publicationRules = {
    threshold: policy.reopenThreshold,
    marginFactors: policy.marginFactors,
    policyVersion: run.policyVersion,
  };
  const references = await referenceSignals(tx, nowMs);
  let next = readRunOutcomes(tx, run.id, null, PAGE_SIZE);
  for (;;) {
    const results = await next;
    const last = results.at(-1);
    if (last === undefined) return changes.classes();
    await checkpoint();
    const itemIds = results.map((each) => each.itemId);
    const before = await readBefore(tx, itemIds);
    const referenceOf = await references(itemIds);
    // The database reads the next page while this one is compared.
    next = readRunOutcomes(tx, run.id, last.itemId, PAGE_SIZE);
    next.catch(() => undefined);
    const recommendations: StagedRecommendation[] = [];
    const alerts: StagedAlert[] = [];
    const parsedResults = results.map((each) => ({ ...each, parsed: parseOutcome(each.outcome) }));
    const found = parsedResults.map(({ itemId, parsed: { finding } }) => ({ itemId, finding }));
    const limits = await lateLimits(tx, { runId: run.id, policy }, found);
    const approved = await undercutsApproved(tx, newlyUndercut(parsedResults, before));
    for (const { itemId, parsed, stock } of parsedResults) {
      const earlier = before.get(itemId) ?? NO_STATE;
      if (parsed.finding !== null) changes.add(parsed.finding, stock);
      recommendations.push(
        ...stageRecommendations(
          itemId,
          parsed,
          earlier.recommendations,
          { ...publicationRules, changeLimits: limits.get(itemId) ?? null },
          services.newId("recommendation"),
        ),
      );
      const signals = [...withoutApproved(parsed.signals, approved.get(itemId)), referenceOf(itemId)];
      const { currency } = parsed;
      alerts.push(...stageAlerts(services, nowMs, { itemId, currency, stock }, signals, earlier.alerts));
    }
    await stage(tx, recommendations, alerts);
  }
}

const NO_STATE: Before = { recommendations: [], alerts: [] };

async function readBefore(tx: Tx, itemIds: readonly string[]): Promise<Map<string, Before>> {
  const before = new Map<string, { recommendations: LatestRecommendation[]; alerts: OpenAlert[] }>();
  const entryOf = (itemId: string) => {
    const entry = before.get(itemId) ?? { recommendations: [], alerts: [] };
    before.set(itemId, entry);
    return entry;
  };
  for (const row of await latestRecommendations(tx, itemIds)) entryOf(row.itemId).recommendations.push(row);
  for (const row of await unclearedAlerts(tx, itemIds)) entryOf(row.itemId).alerts.push(row);
  return before;
}

const isUndercut = ({ kind, signal }: AlertSignal): boolean =>
  kind === "competitor_undercut" && signal === "on";

/** Returns the items for which the run would raise a new alert about a cheaper competitor. */
const newlyUndercut = (
  results: readonly { itemId: string; parsed: StoredOutcome }[],
  before: ReadonlyMap<string, Before>,
): string[] =>
  results
    .filter(({ parsed }) => parsed.signals.some(isUndercut))
    .filter(({ itemId }) => !before.get(itemId)?.alerts.some(({ kind }) => kind === "competitor_undercut"))
    .map(({ itemId }) => itemId);

/**
 * Leaves out an undercut that is no larger than the one that was approved with the item's last raise: the raise made
 * it, and no competitor has moved since.
 * @param approved minor units of the item's currency; undefined where no raise was approved
 */
const withoutApproved = (
  signals: readonly AlertSignal[],
  approved: bigint | undefined,
): readonly AlertSignal[] =>
  approved === undefined
    ? signals
    : signals.filter(
        (each) => !isUndercut(each) || each.shortfallMinor === null || each.shortfallMinor > approved,
      );

function stageAlerts(
  services: Services,
  nowMs: number,
  item: { readonly itemId: string; readonly currency: string; readonly stock: number | null },
  signals: readonly RunSignal[],
  before: readonly OpenAlert[],
): StagedAlert[] {
  const { itemId, currency, stock } = item;
  const staged: StagedAlert[] = [];
  for (const { kind, signal, severity, message, shortfallMinor } of signals) {
    const current = before.find((row) => row.kind === kind) ?? null;
    const { effect } = alertTransition(current && stateOf(current), signal, nowMs);
    if (effect === "none" || effect === "quiet") continue;
    const id = current?.id ?? services.newId("alert");
    const money_at_risk = moneyAtRisk(shortfallMinor, stock);
    staged.push({ effect, id, item_id: itemId, kind, severity, message, currency, money_at_risk });
  }
  return staged;
}

const stateOf = ({ status, snoozeUntil }: OpenAlert): AlertState => ({
  status,
  snoozeUntilMs: snoozeUntil?.getTime() ?? null,
  conditionOn: true,
});
