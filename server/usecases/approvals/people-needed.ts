import { queryAsTenant, type RunStatement } from "@/server/db/database/query";
import type { Tx } from "@/server/db/database/transaction";
import { membersWithRole } from "@/server/db/lanes/people-needed";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import type { RequestContext } from "../request-context";
import { prepareLanesForTwo } from "./binding-lane";

/**
 * Adds the number of people who have to approve them to those rows of a page that wait, and leaves out approvals of
 * people who may not approve any more; the number stays null if the active policy is invalid. Reads the items only if
 * there is a lane for two people.
 */
export const withPeopleNeeded = <Row extends RecommendationRow>(
  { services, tenant }: RequestContext,
  rows: readonly Row[],
): Promise<Row[]> => {
  const run: RunStatement = (statement, values) => queryAsTenant(services.db, tenant, statement, values);
  return add(run, tenant.workspaceId, rows, services.now());
};

/** Does the same for one row in the caller's transaction. `nowMs` is in milliseconds since 1970. */
export async function withPeopleNeededIn<Row extends RecommendationRow>(
  tx: Tx,
  row: Row,
  nowMs: number,
): Promise<Row> {
  const run: RunStatement = ({ text }, values) => tx.sql(text, values);
  const [added] = await add(run, tx.tenant.workspaceId, [row], nowMs);
  return added ?? row;
}

async function add<Row extends RecommendationRow>(
  run: RunStatement,
  workspaceId: string,
  rows: readonly Row[],
  nowMs: number,
): Promise<Row[]> {
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
  const findLane = await prepareLanesForTwo({ run, workspaceId, rows, nowMs });
  if (findLane === null) return () => null;
  return (row) => (findLane(row, row.approvals ?? [])?.decidedBy === "two_people" ? PEOPLE_NEEDED : 1);
}
