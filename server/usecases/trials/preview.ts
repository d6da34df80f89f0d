import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { originsOfItems } from "@/server/db/items/evidence-origins";
import { pastOfItems } from "@/server/db/items/item-past";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { countRunItems, pageOfRunItems, type RunItem } from "@/server/db/runs/items";
import { titlesOf } from "@/server/db/trials/trials";
import { addToComparison, decisionOf, emptyComparison } from "@/server/domain/pricing/effect";
import { effectToJson } from "@/server/domain/pricing/effect-json";
import { askedOfPast, compilePolicy, decide } from "@/server/domain/pricing/engine";
import { addToLanes, type LaneTally, laneCounts } from "@/server/domain/pricing/lane-counts";
import { hasAutomaticLane, type ItemPast, looksAtPast } from "@/server/domain/pricing/lanes";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { inScenario, type Scenario } from "@/server/domain/pricing/scenario";
import { lintInCatalog } from "../policy/lint";
import { loadPolicy } from "../policy/terms";
import type { Services } from "../services";
import type { Preview, ReportProgress } from "./result";

const PAGE_SIZE = 500;
/** Where no lane looks at it. */
const NOT_ASKED: ItemPast = { firstSeenMs: null, lastEditMs: null };

/**
 * Computes what a run with the draft would change in the current catalog, compared with a run of the active policy.
 * Reads the same data as a run, page by page, and writes nothing. A scenario holds for both, and for the margins of
 * today's prices.
 * @throws UnreadablePolicy when the active policy is invalid; and the errors of `reportProgress`
 */
export async function previewPolicy(
  services: Services,
  tenant: Tenant,
  { document, scenario }: { readonly document: PolicyDocument; readonly scenario: Scenario | null },
  reportProgress: ReportProgress,
): Promise<Preview> {
  const { db } = services;
  const draft = compilePolicy(document);
  const { version, active, total, findings } = await inTenant(db, tenant, async (tx) => {
    const activeVersion = await activePolicyVersion(tx);
    return {
      version: activeVersion,
      active: await loadPolicy(tx, activeVersion),
      total: await countRunItems(tx, { tags: [] }),
      findings: [...(await lintInCatalog(tx, document))],
    };
  });
  const asOfMs = services.now();
  const past = askedOfPast(draft, active);
  const withOrigins = [draft, active].some(hasAutomaticLane);
  const withPast = [draft, active].some(looksAtPast);
  const read = (after: string | null): Promise<RunItem[]> =>
    inTenant(db, tenant, (tx) => pageOfRunItems(tx, { tags: [], after, limit: PAGE_SIZE, asOfMs, past }));
  const supposed = inScenario(scenario);
  const effect = emptyComparison();
  const lanes = { draft: new Map() as LaneTally, active: new Map() as LaneTally };
  const day = { activeItems: total, nowMs: asOfMs };
  const measure = { currency: draft.currency, marginFactors: draft.marginFactors, largest: "moves" } as const;
  for (let page = await read(null); page.length > 0; page = await read(page.at(-1)?.item.id ?? null)) {
    const ids = page.map(({ item }) => item.id);
    const brought = withOrigins ? await inTenant(db, tenant, (tx) => originsOfItems(tx, ids)) : null;
    const pasts = withPast
      ? await inTenant(db, tenant, (tx) => pastOfItems(tx, ids, new Date(asOfMs)))
      : null;
    for (const { item, observations } of page.map(supposed)) {
      const origins = brought?.get(item.id) ?? [];
      const past = pasts?.get(item.id) ?? NOT_ASKED;
      const byDraft = decide(item, observations, draft, asOfMs);
      const byActive = decide(item, observations, active, asOfMs);
      addToComparison(effect, item, { draft: decisionOf(byDraft), other: decisionOf(byActive) }, measure);
      addToLanes(lanes.draft, { item, outcome: byDraft, origins, past }, draft, day);
      addToLanes(lanes.active, { item, outcome: byActive, origins, past }, active, day);
    }
    await reportProgress(effect.items, Math.max(total, effect.items));
  }
  const largest = effect.largest.map(({ itemId }) => itemId);
  const titles = await inTenant(db, tenant, (tx) => titlesOf(tx, largest));
  const figures = effectToJson(effect, { draft, other: active }, titles);
  return {
    kind: "preview",
    as_of: new Date(asOfMs).toISOString(),
    policy_version: version,
    scenario,
    effect: figures,
    findings,
    lanes: {
      draft: laneCounts(lanes.draft, draft, figures.draft.held !== null),
      active: laneCounts(lanes.active, active, figures.other.held !== null),
    },
  };
}
