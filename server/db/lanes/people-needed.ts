import type { Role } from "@/server/domain/permissions";
import type { NamedStatement, RunStatement } from "../database/query";

const POLICIES: NamedStatement = {
  name: "policies_for_two_people",
  text: `SELECT p.version, p.document, p.version = w.active_policy AS active, next.created_at AS until
    FROM workspaces w
    JOIN policy_versions p ON p.workspace_id = w.id AND p.version <= w.active_policy
    LEFT JOIN policy_versions next ON next.workspace_id = w.id AND next.version = p.version + 1
    WHERE w.id = $1 AND (p.version = w.active_policy OR p.version >= $2 OR next.created_at > $3)
      AND p.document -> 'lanes' @> '[{"decided_by": "two_people"}]'
    ORDER BY p.version DESC`,
};

const MEMBERS: NamedStatement = {
  name: "members_with_role",
  text: `SELECT user_id AS "userId" FROM memberships
    WHERE workspace_id = $1 AND user_id = ANY ($2) AND role = ANY ($3)`,
};

/** A version of the policy that has a lane for two people. */
export interface PolicyForTwoPeople {
  readonly version: number;
  readonly document: unknown;
  readonly active: boolean;
  /** When the next version replaced it; null for the newest one. */
  readonly until: Date | null;
}

/**
 * Returns the versions of the policy that have a lane for two people, newest first: of the active one, those from
 * `fromVersion` on, and those that were active after `since`.
 */
export const policiesForTwoPeople = (
  run: RunStatement,
  workspaceId: string,
  { fromVersion, since }: { readonly fromVersion: number; readonly since: Date },
): Promise<PolicyForTwoPeople[]> =>
  run<PolicyForTwoPeople & Record<string, unknown>>(POLICIES, [workspaceId, fromVersion, since]);

/** Returns those of the people who are members with one of the roles. */
export async function membersWithRole(
  run: RunStatement,
  workspaceId: string,
  { people, roles }: { readonly people: readonly string[]; readonly roles: readonly Role[] },
): Promise<ReadonlySet<string>> {
  const rows = await run<{ userId: string }>(MEMBERS, [workspaceId, people, roles]);
  return new Set(rows.map(({ userId }) => userId));
}
