import { authenticate, type Principal, UnauthorizedError } from "@/server/auth/authenticate";
import { tenantOf } from "@/server/db/database/tenant";
import { DomainError } from "@/server/domain/errors";
import { isScope, type Permission, ROLE_PERMISSIONS } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import { addressKey } from "@/server/network/network";
import { requireAgentsMayApprove } from "@/server/usecases/agents-may-approve";
import type { RequestContext } from "@/server/usecases/request-context";
import type { ApiContext, AuthorizedContext } from "../context";
import type { EndpointMeta } from "../declaration";

/** The scope of every decision on a price: to approve or reject, to take back, to let a held run go. */
const DECIDING: Permission = "recommendations:approve";

/**
 * The checks of the contract before the input is looked at, in its order:
 * 401 → 429 → 403 workspace_forbidden → insufficient_scope → token_unusable → forbidden_role.
 */
export async function authorize(ctx: ApiContext, meta: EndpointMeta): Promise<AuthorizedContext> {
  const principal = ctx.principal ?? (await admitted(ctx));
  const place = requireWorkspace(principal);
  const refusal = permissionRefusal(principal, meta);
  if (refusal) throw refusal;
  const context = contextFor(ctx, principal, place);
  if (meta.declaration.scope === DECIDING && isAgent(ctx, principal)) await requireAgentsMayApprove(context);
  return { ...ctx, principal, context };
}

async function admitted(ctx: ApiContext): Promise<Principal> {
  const principal = await principalOf(ctx);
  await takeBudget(ctx, principal);
  return principal;
}

/**
 * Who asks. Throws UnauthorizedError (401) where the request carries no credential that holds, and rate_limited (429)
 * where its address has shown too many that did not.
 */
export async function principalOf(ctx: ApiContext): Promise<Principal> {
  const { authorization, cookie, workspaceHeader, via, ip } = ctx.request;
  const { credentials } = ctx.budget;
  const address = authorization === null || ip === null ? null : addressKey(ip);
  const seconds =
    authorization === null || address === null ? null : credentials.waitSeconds(address, authorization);
  if (seconds !== null) throw new DomainError("rate_limited", TOO_MANY_REFUSED, { retry_after: seconds });
  try {
    const principal = await authenticate(ctx.services, {
      authorization: authorization ?? undefined,
      cookie: cookie ?? undefined,
      workspaceHeader: workspaceHeader ?? undefined,
      via,
    });
    if (authorization !== null) credentials.held(authorization);
    return principal;
  } catch (error) {
    if (address !== null && error instanceof UnauthorizedError)
      await credentials.refused(address, ctx.services.settings.http.refusedPerMinute);
    throw error;
  }
}

const TOO_MANY_REFUSED = "This address has shown too many credentials that do not hold; wait a minute.";

/** Takes one request from the caller's budget. Throws rate_limited (429) with `retry_after` in seconds. */
export async function takeBudget(ctx: ApiContext, principal: Principal): Promise<void> {
  const { perMinute, browserPerMinute } = ctx.services.settings;
  const answer = await ctx.budget.take(
    principal.budgetKey,
    ctx.request.via === "web" ? browserPerMinute : perMinute,
  );
  if (answer.allowed) return;
  throw new DomainError("rate_limited", undefined, { retry_after: answer.retryAfterSeconds });
}

/** The workspace a caller acts in, with what its plan and state allow. */
export interface WorkspaceScope {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

/** The workspace the caller acts in. Throws workspace_forbidden (403) where there is none that it may act in. */
export function requireWorkspace({
  workspaceId,
  plan,
  lifecycle,
  credential,
  role,
}: Principal): WorkspaceScope {
  const member = credential !== "session" || role !== null;
  if (workspaceId !== null && plan !== null && lifecycle !== null && member)
    return { workspaceId, plan, lifecycle };
  throw new DomainError("workspace_forbidden");
}

/**
 * Why this caller may not do this: insufficient_scope, token_unusable or forbidden_role; null where it may. What an
 * agent may decide is not looked at here.
 */
export function permissionRefusal(principal: Principal, meta: EndpointMeta): DomainError | null {
  const { scope, roles } = meta.declaration;
  const lacking = () =>
    new DomainError("insufficient_scope", `This needs the scope ${scope}.`, { required: scope });
  if (principal.tokenScopes && !(isScope(scope) && principal.tokenScopes.has(scope))) return lacking();
  if (principal.support && meta.kind === "mutation")
    return new DomainError("insufficient_scope", "A support session only reads.", { required: scope });
  if (principal.userDeleted) return meta.kind === "mutation" ? new DomainError("token_unusable") : null;
  if (roles)
    return principal.role && roles.includes(principal.role) ? null : new DomainError("forbidden_role");
  return roleAllows(principal, scope) ? null : lacking();
}

/** Whether no person sits in front of this: what comes over MCP, and what a person let a program do in their name. */
const isAgent = (ctx: ApiContext, principal: Principal): boolean =>
  ctx.request.via === "mcp" || principal.credential === "grant";

const roleAllows = (principal: Principal, scope: Permission): boolean =>
  principal.role !== null && ROLE_PERMISSIONS[principal.role].has(scope);

const contextFor = (ctx: ApiContext, principal: Principal, place: WorkspaceScope): RequestContext => ({
  services: ctx.services,
  tenant: tenantOf(place.workspaceId),
  actor: {
    kind: principal.credential === "session" ? "user" : principal.credential,
    id: principal.id,
    label: principal.label,
    userId: principal.userId,
    ...(principal.pseudonym === undefined ? {} : { pseudonym: principal.pseudonym }),
  },
  role: principal.role,
  plan: place.plan,
  lifecycle: place.lifecycle,
  emailConfirmed: principal.emailConfirmed,
  via: ctx.request.via,
  requestId: ctx.request.id,
  ip: ctx.request.ip,
});
