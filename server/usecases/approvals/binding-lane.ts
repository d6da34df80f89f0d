import type { RunStatement } from "@/server/db/database/query";
import type { Tx } from "@/server/db/database/transaction";
import { type LaneFacts, laneFacts } from "@/server/db/lanes/lane-facts";
import { type PolicyForTwoPeople, policiesForTwoPeople } from "@/server/db/lanes/people-needed";
import type { StandingApproval } from "@/server/db/recommendations/approvals";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { DAY_MS } from "@/server/domain/durations";
import { chargedBesides, type ReadWindow } from "@/server/domain/items/shop-window";
import { compilePolicy, type Policy } from "@/server/domain/pricing/engine";
import { windowIn } from "@/server/domain/pricing/evidence-window-json";
import { type LaneFigures, laneSubject, recommendedFrom } from "@/server/domain/pricing/lane-subject";
import {
  type CompiledLane,
  hasAutomaticLane,
  type LaneSubject,
  looksAtPast,
  strictestLane,
} from "@/server/domain/pricing/lanes";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { usedAtOf } from "../policy/used-at";

/** A recommended price as far as it decides which lane it is in. */
export type LaneRow = LaneFigures &
  Pick<RecommendationRow, "id" | "currency" | "evidence" | "enginePrice" | "policyVersion"> & {
    /** What the store shows, where it was read after its last sync. */
    readonly window?: ReadWindow;
  };

/** A lane for two people of an earlier policy, or one that an approval was given in. */
export interface LaneForTwo {
  readonly name: string;
  readonly decidedBy: "two_people";
}

/** The lane that a recommended price is in; null for one that fits in none, so that one person decides. */
export type BindingLane = CompiledLane | LaneForTwo | null;

/** Returns the lane of a recommended price, given the approvals of its version by persons who may still approve. */
export type FindLane = (row: LaneRow, given: readonly StandingApproval[]) => BindingLane;

/** A version of the policy from before the active one, with when it was replaced. */
interface EarlierPolicy {
  readonly version: number;
  readonly policy: Policy;
  readonly untilMs: number | null;
}

/** Whose lanes are found, and when, in milliseconds since 1970. */
interface LaneQuery {
  readonly run: RunStatement;
  readonly workspaceId: string;
  readonly rows: readonly Pick<LaneRow, "id" | "policyVersion">[];
  readonly nowMs: number;
}

/**
 * Prepares finding the lanes of recommended prices. The lane of a price is the one of the largest move that it can be
 * part of: from the price now, from the one that a store still charges after the end of a sale, and from the price
 * before the service's own writes of the last 24 hours; to the price that is to be written, and to the engine's price
 * where a person set another one; with the item's figures as they are now, and as the runs saw them that recommended
 * the price. Two people are needed as well by each lane for two that the policy has had since the price was
 * recommended, or in the last 24 hours, and wherever one of two has approved this version. So neither small steps, nor
 * another price, nor a change of the item or of the lanes lowers how many people a price needs.
 */
export async function prepareLanesIn(
  tx: Tx,
  rows: LaneQuery["rows"],
  { active, nowMs }: { readonly active: Policy; readonly nowMs: number },
): Promise<FindLane> {
  const run: RunStatement = ({ text }, values) => tx.sql(text, values);
  const query = { run, workspaceId: tx.tenant.workspaceId, rows, nowMs };
  return finder(query, active, earlierPolicies(await policiesOf(query)));
}

/**
 * Does the same without the active policy, where only lanes for two people matter: every other lane counts as none.
 * Reads the items only if there is such a lane. Null if the active policy cannot be read.
 */
export async function prepareLanesForTwo(query: LaneQuery): Promise<FindLane | null> {
  const found = await policiesOf(query);
  const newest = found.find(({ active }) => active);
  const read = newest && readPolicyDocument(newest.document);
  if (read && !read.ok) return null;
  return finder(query, read ? compilePolicy(read.document) : null, earlierPolicies(found));
}

const policiesOf = ({ run, workspaceId, rows, nowMs }: LaneQuery): Promise<PolicyForTwoPeople[]> =>
  policiesForTwoPeople(run, workspaceId, {
    fromVersion: Math.min(...rows.map(({ policyVersion }) => policyVersion)),
    since: dayBefore(nowMs),
  });

const dayBefore = (nowMs: number): Date => new Date(nowMs - DAY_MS);

/** A version that cannot be read any more is left out: it was replaced because nothing could be decided by it. */
const earlierPolicies = (found: readonly PolicyForTwoPeople[]): EarlierPolicy[] =>
  found.flatMap(({ version, document, active, until }) => {
    const read = readPolicyDocument(document);
    if (active || !read.ok) return [];
    return [{ version, policy: compilePolicy(read.document), untilMs: until?.getTime() ?? null }];
  });

async function finder(
  { run, workspaceId, rows, nowMs }: LaneQuery,
  active: Policy | null,
  earlier: readonly EarlierPolicy[],
): Promise<FindLane> {
  const since = dayBefore(nowMs);
  const hasLanes = (active !== null && active.lanes.length > 0) || earlier.length > 0;
  const ids = rows.map(({ id }) => id);
  const policies = [active, ...earlier.map(({ policy }) => policy)].filter((policy) => policy !== null);
  const asked = { nowMs, withOrigins: policies.some(hasAutomaticLane), withPast: policies.some(looksAtPast) };
  const facts = hasLanes ? await laneFacts(run, workspaceId, ids, asked) : null;
  const laneBy = (policy: Policy, moves: MovesBy): CompiledLane | null =>
    strictestLane(policy.lanes, moves(policy), policy.marginFactors, nowMs);
  return (row, given) => {
    const known = facts?.get(row.id);
    const moves = known && movesOf(row, known, nowMs);
    const lane = active && moves ? laneBy(active, moves) : null;
    if (lane?.decidedBy === "two_people") return lane;
    for (const { version, policy, untilMs } of earlier) {
      const counts = version >= row.policyVersion || (untilMs !== null && untilMs > since.getTime());
      const then = counts && moves ? laneBy(policy, moves) : null;
      if (then?.decidedBy === "two_people") return { name: then.name, decidedBy: "two_people" };
    }
    const [standing] = given;
    return standing === undefined ? lane : { name: standing.lane, decidedBy: "two_people" };
  };
}

type MovesBy = (policy: Policy) => LaneSubject[];

/** Returns the moves that a recommended price is part of, as lanes of a policy look at them. */
function movesOf(
  row: LaneRow,
  { priceBefore, items, origins, past, window }: LaneFacts,
  nowMs: number,
): MovesBy {
  const evidence = { usedAtMs: usedAtOf(row.evidence), origins, past };
  // A window that was read just before the write belongs to the price that it showed, whatever the catalog says since.
  const regular = row.window ? row.currentPrice : (items[0]?.price ?? row.currentPrice);
  const from = [
    ...recommendedFrom(row, windowIn(row)),
    ...(priceBefore === null ? [] : [priceBefore]),
    ...chargedBesides(row.window ?? window, regular, nowMs),
  ];
  const to = [row.recommendedPrice, ...(row.enginePrice === null ? [] : [row.enginePrice])];
  return (policy) =>
    items.flatMap((item) =>
      from.flatMap((currentPrice) =>
        to.map((recommendedPrice) =>
          laneSubject({ ...row, currentPrice, recommendedPrice }, item, evidence, policy),
        ),
      ),
    );
}
