import { approvalSettings } from "@/server/db/connections/connections";
import { DomainError } from "@/server/domain/errors";
import { type RequestContext, readTransaction } from "./request-context";

/**
 * Refuses an agent's decision on a price when the workspace reserves those for people; the error links the inbox.
 * @throws DomainError forbidden_role with the inbox's address
 */
export async function requireAgentsMayApprove(context: RequestContext): Promise<void> {
  const { agentsMayApprove } = await readTransaction(context, (tx) => approvalSettings(tx));
  if (agentsMayApprove) return;
  const inbox = `${context.services.settings.publicUrl}/w/${context.tenant.workspaceId}/approvals`;
  throw new DomainError(
    "forbidden_role",
    `Agents may not decide on prices in this workspace; a person can at ${inbox}.`,
  );
}
