import { approvalSettings } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { DomainError } from "@/server/domain/errors";
import type { RequestContext } from "./request-context";
import { readTransaction } from "./transaction";

/**
 * Refuses an agent's decision on a price when the workspace reserves those for people; the error links the inbox.
 * @throws DomainError forbidden_role with the inbox's address
 */
export async function requireAgentsMayApprove(context: RequestContext): Promise<void> {
  const refusal = await readTransaction(context, (tx) => agentsRefusal(context, tx));
  if (refusal) throw refusal;
}

/** Returns the same error in the caller's transaction; null if agents may approve. */
export async function agentsRefusal(
  { services, tenant }: RequestContext,
  tx: Tx,
): Promise<DomainError | null> {
  const { agentsMayApprove } = await approvalSettings(tx);
  if (agentsMayApprove) return null;
  const inbox = `${services.settings.publicUrl}/w/${tenant.workspaceId}/approvals`;
  return new DomainError(
    "forbidden_role",
    `Agents may not decide on prices in this workspace; a person can at ${inbox}.`,
  );
}

/** True for calls over MCP and for applications that act under a person's grant. */
export const isAgent = ({ via, actor }: Pick<RequestContext, "via" | "actor">): boolean =>
  via === "mcp" || actor.kind === "grant";
