import type { Role } from "@/server/domain/permissions";
import type { Tx } from "../database/transaction";

/** An approval that was given and is not the last one that is needed. */
export interface GivenApproval {
  /** Id of the person. */
  readonly person: string;
  readonly by: string;
  /** ISO 8601 with an offset. */
  readonly at: string;
  /** The lane for two people that it was given in. */
  readonly lane: string;
}

/** What an approval that was given says about the next one. */
export type StandingApproval = Pick<GivenApproval, "person" | "lane">;

/**
 * Returns the approvals of this version of the recommendation by persons who may still approve. The caller locks the
 * recommendation.
 */
export const approvers = async (
  tx: Tx,
  row: { readonly id: string; readonly version: number },
  roles: readonly Role[],
): Promise<StandingApproval[]> => (await approversOf(tx, [row], roles)).get(row.id) ?? [];

/** Returns the same for several recommendations, by id, without a lock. */
export async function approversOf(
  tx: Tx,
  versions: readonly { readonly id: string; readonly version: number }[],
  roles: readonly Role[],
): Promise<Map<string, StandingApproval[]>> {
  const rows = await tx.sql<{ id: string; given: StandingApproval[] }>(
    `SELECT a.recommendation_id AS id, json_agg(json_build_object('person', a.person, 'lane', a.lane)) AS given
     FROM unnest($2::text[], $3::int[]) AS seen (id, version)
     JOIN recommendation_approvals a
       ON a.workspace_id = $1 AND a.recommendation_id = seen.id AND a.version = seen.version
     JOIN memberships m ON m.workspace_id = a.workspace_id AND m.user_id = a.person AND m.role = ANY ($4)
     GROUP BY a.recommendation_id`,
    [tx.tenant.workspaceId, versions.map(({ id }) => id), versions.map(({ version }) => version), roles],
  );
  return new Map(rows.map(({ id, given }) => [id, given]));
}

/** Stores a person's approval of a version, and removes those of people who may not approve any more. */
export async function storeApproval(
  tx: Tx,
  approval: {
    readonly recommendationId: string;
    readonly version: number;
    readonly person: string;
    readonly label: string;
    readonly lane: string;
    readonly at: Date;
    /** The persons whose approvals stay. */
    readonly beside: readonly string[];
  },
): Promise<void> {
  const { recommendationId, version, person, label, lane, at, beside } = approval;
  await tx.run(
    `DELETE FROM recommendation_approvals
     WHERE workspace_id = $1 AND recommendation_id = $2 AND version = $3 AND person <> ALL ($4)`,
    [tx.tenant.workspaceId, recommendationId, version, beside],
  );
  await tx.run(
    `INSERT INTO recommendation_approvals (workspace_id, recommendation_id, version, person, label, lane, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenant.workspaceId, recommendationId, version, person, label, lane, at],
  );
}
