import type { Role } from "@/server/domain/permissions";
import type { EngineItem, MarketSubject } from "@/server/domain/pricing/inputs";
import type { NamedStatement, RunStatement } from "../database/query";

/** The fields of an item that lanes look at. */
export type LaneItem = MarketSubject & Pick<EngineItem, "id" | "stock" | "costUpdatedAtMs">;

const POLICY: NamedStatement = {
  name: "policy_for_two_people",
  text: `SELECT p.document FROM workspaces w
    JOIN policy_versions p ON p.workspace_id = w.id AND p.version = w.active_policy
    WHERE w.id = $1 AND p.document -> 'lanes' @> '[{"decided_by": "two_people"}]'`,
};

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const ITEMS: NamedStatement = {
  name: "lane_items",
  text: `SELECT i.id, i.currency, i.price, i.pack_size AS "packSize", i.tags, i.category, i.brand, i.stock,
      (extract(epoch FROM i.cost_updated_at) * 1000)::float8 AS "costUpdatedAtMs"
    FROM unnest($2::text[]) AS chosen (id)
    JOIN LATERAL (SELECT * FROM catalog_items c WHERE c.workspace_id = $1 AND c.id = chosen.id OFFSET 0) i ON true`,
};

const MEMBERS: NamedStatement = {
  name: "members_with_role",
  text: `SELECT user_id AS "userId" FROM memberships
    WHERE workspace_id = $1 AND user_id = ANY ($2) AND role = ANY ($3)`,
};

/** Returns the document of the active policy if it has a lane for two people; null if it has none. */
export async function policyForTwoPeople(run: RunStatement, workspaceId: string): Promise<unknown> {
  const [row] = await run<{ document: unknown }>(POLICY, [workspaceId]);
  return row?.document ?? null;
}

/** Returns what lanes look at in these items, by id. */
export async function laneItems(
  run: RunStatement,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LaneItem>> {
  const rows = await run<LaneItem>(ITEMS, [workspaceId, ids]);
  return new Map(rows.map((item) => [item.id, item]));
}

/** Returns those of the people who are members with one of the roles. */
export async function membersWithRole(
  run: RunStatement,
  workspaceId: string,
  { people, roles }: { readonly people: readonly string[]; readonly roles: readonly Role[] },
): Promise<ReadonlySet<string>> {
  const rows = await run<{ userId: string }>(MEMBERS, [workspaceId, people, roles]);
  return new Set(rows.map(({ userId }) => userId));
}
