import { queryAsTenant, type RunStatement } from "@/server/db/database/query";
import type { Tx } from "@/server/db/database/transaction";
import { laneItems, membersWithRole, policyForTwoPeople } from "@/server/db/lanes/people-needed";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { compilePolicy, type Policy } from "@/server/domain/pricing/compile";
import type { EngineItem, MarketSubject } from "@/server/domain/pricing/inputs";
import type { LaneFigures } from "@/server/domain/pricing/lane-subject";
import { type CompiledLane, laneOf, PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import type { RequestContext } from "../request-context";
import { laneSubjectOf } from "../shop-pricing/lane-subject";
import { bindingLane } from "./binding-lane";

/**
 * A recommendation with the number of people who have to approve it by the policy as it is now; null or absent where
 * nothing waits for an approval, or the stored policy is invalid.
 */
export type WithPeopleNeeded<Row> = Row & { readonly peopleNeeded?: number | null };

/** Returns the lane of a recommended price by the policy and the item's figures as they are now. */
export const laneNow = (
  row: LaneFigures & Pick<RecommendationRow, "evidence">,
  { item }: { readonly item: MarketSubject & Pick<EngineItem, "stock" | "costUpdatedAtMs"> },
  policy: Policy,
  nowMs: number,
): CompiledLane | null => laneOf(policy.lanes, laneSubjectOf(row, item, policy), policy.marginFactors, nowMs);

/**
 * Adds the number of people needed to the rows of a page, and leaves out approvals of people who may not approve any
 * more. Reads the items only if the policy has a lane for two people.
 */
export const withPeopleNeeded = <Row extends RecommendationRow>(
  { services, tenant }: RequestContext,
  rows: readonly Row[],
): Promise<WithPeopleNeeded<Row>[]> => {
  const run: RunStatement = (statement, values) => queryAsTenant(services.db, tenant, statement, values);
  return add(run, tenant.workspaceId, rows, services.now());
};

/** Does the same for one row in the caller's transaction. `nowMs` is in milliseconds since 1970. */
export async function withPeopleNeededIn<Row extends RecommendationRow>(
  tx: Tx,
  row: Row,
  nowMs: number,
): Promise<WithPeopleNeeded<Row>> {
  const run: RunStatement = ({ text }, values) => tx.sql(text, values);
  const [added] = await add(run, tx.tenant.workspaceId, [row], nowMs);
  return added ?? row;
}

async function add<Row extends RecommendationRow>(
  run: RunStatement,
  workspaceId: string,
  rows: readonly Row[],
  nowMs: number,
): Promise<WithPeopleNeeded<Row>[]> {
  const waiting = rows.filter(waits);
  if (waiting.length === 0) return [...rows];
  const needed = await peopleNeeded(run, workspaceId, waiting, nowMs);
  const people = waiting.flatMap(({ approvals }) => (approvals ?? []).map(({ person }) => person));
  const { roles } = DECISION_PERMISSIONS.approve;
  const counted = people.length === 0 ? null : await membersWithRole(run, workspaceId, { people, roles });
  return rows.map((row) => {
    if (!waits(row)) return row;
    const given = row.approvals?.filter(({ person }) => counted?.has(person)) ?? [];
    const approvals = given.length === 0 ? null : given;
    return { ...row, approvals, peopleNeeded: needed({ ...row, approvals }) };
  });
}

const waits = ({ kind, status }: RecommendationRow): boolean =>
  kind === "price_change" && (status === "new" || status === "pending_approval");

async function peopleNeeded(
  run: RunStatement,
  workspaceId: string,
  rows: readonly RecommendationRow[],
  nowMs: number,
): Promise<(row: RecommendationRow) => number | null> {
  const document = await policyForTwoPeople(run, workspaceId);
  if (document === null) return () => 1;
  const read = readPolicyDocument(document);
  if (!read.ok) return () => null;
  const policy = compilePolicy(read.document);
  const itemIds = rows.map(({ itemId }) => itemId);
  const items = await laneItems(run, workspaceId, itemIds);
  return (row) => {
    const item = items.get(row.itemId);
    if (item === undefined) return null;
    const lane = bindingLane(policy.lanes, laneNow(row, { item }, policy, nowMs), row.approvals ?? []);
    return lane?.decidedBy === "two_people" ? PEOPLE_NEEDED : 1;
  };
}
