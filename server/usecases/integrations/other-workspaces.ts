import type { Tx } from "@/server/db/database/transaction";
import { workspacesWithStore } from "@/server/db/integrations/integrations";
import type { RequestContext } from "../request-context";

/**
 * Returns a notice for the person who connects a store if other workspaces have connected it too. That is allowed,
 * for trials and for shops of one company, but two workspaces may then change the same price. The notice names only
 * workspaces that the person is a member of.
 * @returns one sentence, or none
 */
export async function otherWorkspaceNotices(
  context: RequestContext,
  tx: Tx,
  fingerprint: string | null,
): Promise<readonly string[]> {
  if (fingerprint === null) return [];
  const names = await workspacesWithStore(tx, fingerprint, context.actor.userId);
  if (names.length === 0) return [];
  const own = [...new Set(names.filter((name) => name !== null))];
  const others = names.filter((name) => name === null).length;
  const places = [
    ...own.map((name) => `“${name}”`),
    ...(others === 0 ? [] : [others === 1 ? "another workspace" : `${others} other workspaces`]),
  ];
  return [
    `This store is also connected in ${list(places)} of this installation; prices may be changed from there too.`,
  ];
}

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
