import { findSessionMember, findUserByEmail } from "@/server/db/accounts/accounts";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { findWorkspace } from "@/server/db/members/memberships";
import { OPERATOR } from "@/server/domain/actors";
import { DomainError, notFound } from "@/server/domain/errors";
import type { RequestContext } from "./request-context";
import type { Services } from "./services";

/**
 * Builds the context of the operator's command line: the system acting in a workspace.
 * @throws DomainError not_found without such a workspace
 */
export async function operatorContext(services: Services, workspaceId: string): Promise<RequestContext> {
  const tenant = tenantOf(workspaceId);
  const workspace = await inTenant(services.db, tenant, findWorkspace);
  if (!workspace) throw new DomainError("not_found", "There is no such workspace.");
  const { plan, lifecycle } = workspace;
  return {
    services,
    tenant,
    actor: { ...OPERATOR, userId: null },
    role: null,
    plan,
    lifecycle,
    emailConfirmed: true,
    via: "command",
    requestId: null,
    ip: null,
  };
}

/**
 * Builds the context of the operator's command line acting as a member of the workspace.
 * @throws DomainError not_found without such a person, or when they are no member of the workspace
 */
export async function memberContext(
  services: Services,
  workspaceId: string,
  email: string,
): Promise<RequestContext> {
  const person = await findUserByEmail(services.db, email);
  if (!person) throw new DomainError("not_found", "There is no such person.");
  const member = await findSessionMember(services.db, person.id, workspaceId);
  if (!member?.role || !member.plan || !member.lifecycle) throw notFound("member");
  const { role, plan, lifecycle, email_confirmed: emailConfirmed } = member;
  const actor = { kind: "user", id: person.id, label: person.email, userId: person.id } as const;
  return {
    services,
    tenant: tenantOf(workspaceId),
    actor,
    role,
    plan,
    lifecycle,
    emailConfirmed,
    via: "command",
    requestId: null,
    ip: null,
  };
}
