import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { countRunResults } from "@/server/db/runs/pages";
import { latestRuns, type RunRow } from "@/server/db/runs/runs";
import { titlesOf } from "@/server/db/trials/trials";
import { readFormatted } from "@/server/domain/money";
import { addToComparison, type Decision, decisionOf, emptyComparison } from "@/server/domain/pricing/effect";
import { effectToJson } from "@/server/domain/pricing/effect-json";
import {
  askedOfPast,
  compilePolicy,
  decide,
  type Policy,
  REPLAYED_ENGINES,
} from "@/server/domain/pricing/engine";
import { type OutcomeJson, outcomeToJson } from "@/server/domain/pricing/outcome-json";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { loadPolicy, UnreadablePolicy } from "../policy/terms";
import { inputFromJson } from "../runs/input-json";
import { EngineUnknown, ResultsPurged, resultPages } from "../runs/replay";
import type { Services } from "../services";
import type { Backtest, BacktestedRun, ReportProgress } from "./result";

/**
 * Decides the latest finished runs again with a draft, from their stored inputs and with the engine that decided
 * each; writes nothing. Excludes runs over single items.
 * @throws the errors of `reportProgress`
 */
export async function backtestPolicy(
  { db }: Pick<Services, "db">,
  tenant: Tenant,
  { document, runs: limit }: { readonly document: PolicyDocument; readonly runs: number },
  reportProgress: ReportProgress,
): Promise<Backtest> {
  const { runs, total } = await inTenant(db, tenant, async (tx) => {
    const found = await latestRuns(tx, limit);
    return {
      runs: found,
      total: await countRunResults(
        tx,
        found.map(({ id }) => id),
      ),
    };
  });
  let done = 0;
  const count = (items: number) => reportProgress((done += items), total);
  const results: BacktestedRun[] = [];
  for (const run of runs) results.push(await backtestRun({ db }, tenant, run, document, count));
  return { kind: "backtest", runs: results };
}

const runFields = (run: RunRow) => ({
  run_id: run.id,
  created_at: run.createdAt.toISOString(),
  policy_version: run.policyVersion,
  engine_version: run.engineVersion,
});

async function backtestRun(
  services: Pick<Services, "db">,
  tenant: Tenant,
  run: RunRow,
  document: PolicyDocument,
  count: (items: number) => Promise<void>,
): Promise<BacktestedRun> {
  try {
    return await decideAgain(services, tenant, run, document, count);
  } catch (error) {
    const known =
      error instanceof UnreadablePolicy || error instanceof EngineUnknown || error instanceof ResultsPurged;
    if (!known) throw error;
    return {
      ...runFields(run),
      identical: 0,
      day_prices_missing: false,
      last_changes_missing: false,
      reason: error.message,
      effect: null,
    };
  }
}

async function decideAgain(
  { db }: Pick<Services, "db">,
  tenant: Tenant,
  run: RunRow,
  document: PolicyDocument,
  count: (items: number) => Promise<void>,
): Promise<BacktestedRun> {
  const { engineVersion: engine } = run;
  if (run.resultsForgottenAt !== null) throw new ResultsPurged(run.resultsForgottenAt);
  if (!REPLAYED_ENGINES.includes(engine)) throw new EngineUnknown(engine);
  const runPolicy = await inTenant(db, tenant, (tx) => loadPolicy(tx, run.policyVersion, engine));
  const draft = compilePolicy(document, engine);
  const [asked, kept] = [askedOfPast(draft), askedOfPast(runPolicy)];
  const measure = {
    currency: draft.currency,
    marginFactors: draft.marginFactors,
    largest: "differences",
  } as const;
  const effect = emptyComparison();
  let identical = 0;
  for await (const page of resultPages(db, tenant, run.id)) {
    for (const { input, outcome } of page) {
      const { item, computed, decision } = decideStored(input, draft);
      if (computed === outcome) identical += 1;
      addToComparison(effect, item, { draft: decision, other: storedDecision(outcome) }, measure);
    }
    await count(page.length);
  }
  const ids = effect.largest.map(({ itemId }) => itemId);
  const titles = await inTenant(db, tenant, (tx) => titlesOf(tx, ids));
  return {
    ...runFields(run),
    identical,
    day_prices_missing: asked.dayPrices && !kept.dayPrices,
    last_changes_missing: asked.lastChanges && !kept.lastChanges,
    reason: null,
    effect: effectToJson(effect, { draft, other: runPolicy }, titles),
  };
}

function decideStored(input: string, policy: Policy) {
  const { item, observations, asOfMs } = inputFromJson(input);
  const outcome = decide(item, observations, policy, asOfMs);
  return { item, computed: JSON.stringify(outcomeToJson(outcome)), decision: decisionOf(outcome) };
}

function storedDecision(text: string): Decision {
  const { recommendation, skip_reason: skipReason, currency }: OutcomeJson = JSON.parse(text);
  if (recommendation?.kind !== "price_change") return { price: null, changeRatio: null, skipReason };
  const { recommended_price: price, change_ratio: changeRatio } = recommendation;
  return { price: price === null ? null : readFormatted(price, currency), changeRatio, skipReason };
}
