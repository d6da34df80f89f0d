import { isTransient } from "@/server/db/database/errors";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { isDecidedByLane, type LaneDecision, laneUse, putLaneDecision } from "@/server/db/lanes/decisions";
import { type LaneMode, lockLaneMode } from "@/server/db/lanes/modes";
import type { LaneCandidate } from "@/server/db/lanes/passes";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { laneActor } from "@/server/domain/actors";
import { fallOutOf } from "@/server/domain/decision-batches/batch";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { chargedBesides } from "@/server/domain/items/shop-window";
import { useWithOneMore } from "@/server/domain/pricing/lane-day";
import { type CompiledLane, stockEffect } from "@/server/domain/pricing/lanes";
import { visibleStatus } from "@/server/domain/recommendations/recommendation";
import { prepareLanesIn } from "../approvals/binding-lane";
import { automaticLanes, type LaneReader } from "../approvals/policy-lanes";
import { freezeNow } from "../freezes/frozen";
import { UnreadablePolicy } from "../policy/terms";
import { approveIn, lockItemAndRecommendation } from "../recommendations/approve";
import { decideIn } from "../recommendations/decide";
import { refusalOf } from "../refusal-of";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { workerContext } from "../worker-context";

/** A recommendation of a run in the version that the pass has seen, with what the whole pass goes by. */
interface LaneWork extends LaneCandidate {
  readonly runId: string;
  /** The number of active items, which shares are measured in. */
  readonly activeItems: number;
  /** Whether an agent started the run. */
  readonly agentsRun: boolean;
  readonly readLanes: LaneReader;
}

/** A lane that decides about a recommendation now. */
interface Deciding {
  readonly lane: CompiledLane;
  readonly mode: LaneMode;
  readonly row: RecommendationRow;
  /** Change of profit from the stock on hand, in minor units; null if unknown. */
  readonly money: bigint | null;
}

/**
 * Lets an automatic lane decide about a recommendation, if its mode and its limits of the day permit. An open lane
 * accepts and approves it as a person would, with every check; a lane in shadow does the same and takes it back, so
 * that its record shows what it would have done. Decides nothing in a freeze, or about a price that is not in such a
 * lane. An error that is about this recommendation alone is logged, and people decide about it.
 * @throws UnreadablePolicy when the active policy is invalid; the database's error when it cannot be reached
 */
export const decideByLane = (services: Services, tenant: Tenant, work: LaneWork): Promise<void> =>
  inTenant(services.db, tenant, async (tx) => {
    const deciding = await attempt(services, tx, work, () => findDeciding(services, tx, work));
    if (deciding === null || deciding instanceof DomainError) return;
    const context = await laneContext(services, tx, deciding.lane);
    const refusal = await attempt(services, tx, work, () => acceptAndApprove(context, tx, deciding));
    if (refusal !== null || deciding.mode === "shadow") await takeBack(tx);
    // The lock on the mode lasts until the record is stored, so that two passes keep the most a day in shadow as well.
    await putLaneDecision(tx, recordOf(services, work, deciding, refusal));
    await services.checkpoint("lane-pass:decided");
  });

/**
 * Does one step of a decision, and takes it back if it fails; `takeBack` does so afterwards too.
 * @returns the step's result, or its error: a refusal, or internal_error for a defect, which is logged
 */
async function attempt<Result>(
  services: Services,
  tx: Tx,
  { id, runId }: LaneWork,
  step: () => Promise<Result>,
): Promise<Result | DomainError> {
  await tx.run("SAVEPOINT before_step");
  try {
    return await step();
  } catch (error) {
    if (isTransient(error) || error instanceof UnreadablePolicy) throw error;
    await takeBack(tx);
    return refusalOf(services, tx.tenant, error, { run: runId, recommendation: id });
  }
}

/** Takes back what the last step of the decision has done. */
const takeBack = (tx: Tx): Promise<number> => tx.run("ROLLBACK TO SAVEPOINT before_step");

/** Finds the automatic lane of the recommendation and locks its mode; null if none may decide about it now. */
async function findDeciding(
  services: Services,
  tx: Tx,
  { id, version, activeItems, agentsRun, readLanes }: LaneWork,
): Promise<Deciding | null> {
  const nowMs = services.now();
  // An approval locks the freezes before the item, so this has to come first.
  if ((await freezeNow(tx, nowMs)) !== null) return null;
  const { row, snapshot } = await lockItemAndRecommendation(tx, id, nowMs);
  if (row.version !== version || !isLeftToLanes(row, nowMs)) return null;
  const { lanes, policy, fingerprint } = await readLanes(tx);
  const lane = (await prepareLanesIn(tx, [row], { active: policy, nowMs }))(row, row.approvals ?? []);
  if (lane?.decidedBy !== "automatic" || (agentsRun && !lane.agentsRuns)) return null;
  const set = await lockLaneMode(tx, lane.name);
  if (set === null || set.fingerprint !== fingerprint) return null;
  const { mode } = set;
  if (await isDecidedByLane(tx, { recommendationId: id, version: row.version, mode })) return null;
  const { currentPrice, recommendedPrice: newPrice, cost } = row;
  const { stock, shopWindow } = snapshot.item;
  // Where the store still charges the price of a sale that is over, the write moves what shoppers pay from there; where
  // that is not known, neither is the money.
  const besides = chargedBesides(shopWindow, currentPrice, nowMs);
  const [charged = currentPrice] = besides;
  const money = besides.includes(null)
    ? null
    : stockEffect({ currentPrice: charged, newPrice, cost, stock }, policy.marginFactors);
  const use = await laneUse(tx, {
    lane: lane.name,
    automatic: automaticLanes(lanes),
    mode,
    since: new Date(nowMs - DAY_MS),
    currency: policy.currency,
  });
  return useWithOneMore(lane, use, money, activeItems) === null ? null : { lane, mode, row, money };
}

/**
 * Whether lanes may decide about a recommendation: the engine's own price, which nobody has decided about or snoozed.
 */
function isLeftToLanes(row: RecommendationRow, nowMs: number): boolean {
  const status = visibleStatus(row, nowMs);
  return (
    row.kind === "price_change" &&
    (status === "new" || status === "pending_approval") &&
    row.enginePrice === null
  );
}

/** Builds the context in which a lane decides: the audit log and the receipts name it as the actor. */
async function laneContext(services: Services, tx: Tx, { name }: CompiledLane): Promise<RequestContext> {
  return { ...(await workerContext(services, tx)), actor: { ...laneActor(name), userId: null } };
}

/** Takes both decisions in the caller's transaction. @returns the refusal; null if the price is approved */
async function acceptAndApprove(
  context: RequestContext,
  tx: Tx,
  { row: { id, status, version } }: Deciding,
): Promise<DomainError | null> {
  if (status === "new") await decideIn(context, tx, "accept", { id, version });
  const change = await approveIn(context, tx, { id, version });
  return change instanceof DomainError ? change : null;
}

function recordOf(
  services: Services,
  { id, runId }: LaneWork,
  { lane, mode, row, money }: Deciding,
  refusal: DomainError | null,
): LaneDecision {
  const fallOut = refusal === null ? null : fallOutOf(refusal);
  return {
    id: services.newId("laneDecision"),
    lane: lane.name,
    mode,
    runId,
    recommendationId: id,
    version: row.version,
    outcome: fallOut !== null ? "fell_out" : mode === "open" ? "approved" : "would_approve",
    reason: fallOut?.reason ?? null,
    message: fallOut?.message ?? null,
    money,
    currency: row.currency,
    at: new Date(services.now()),
  };
}
