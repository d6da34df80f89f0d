import { authenticate, type Caller, UnauthorizedError } from "@/server/auth/authenticate";
import { tenantOf } from "@/server/db/database/tenant";
import { DomainError } from "@/server/domain/errors";
import { isScope, type Permission, ROLE_PERMISSIONS } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import { addressKey } from "@/server/network/network";
import { requireAgentsMayApprove } from "@/server/usecases/agents-may-approve";
import type { Acting } from "@/server/usecases/request-context";
import type { ApiContext, AuthorizedContext } from "../context";
import type { EndpointMeta } from "../declaration";

/** The scope of every decision on a price: to approve or reject, to take back, to let a held run go. */
const DECIDING: Permission = "recommendations:approve";

/**
 * The checks of the contract before the input is looked at, in its order:
 * 401 → 429 → 403 workspace_forbidden → insufficient_scope → token_unusable → forbidden_role.
 */
export async function authorize(ctx: ApiContext, meta: EndpointMeta): Promise<AuthorizedContext> {
  const caller = ctx.caller ?? (await admitted(ctx));
  const place = requireWorkspace(caller);
  const refusal = permissionRefusal(caller, meta);
  if (refusal) throw refusal;
  const acting = actingFor(ctx, caller, place);
  if (meta.declaration.scope === DECIDING && isAgent(ctx, caller)) await requireAgentsMayApprove(acting);
  return { ...ctx, caller, acting };
}

async function admitted(ctx: ApiContext): Promise<Caller> {
  const caller = await callerOf(ctx);
  await takeBudget(ctx, caller);
  return caller;
}

/**
 * Who asks. Throws UnauthorizedError (401) where the request carries no credential that holds, and rate_limited (429)
 * where its address has shown too many that did not.
 */
export async function callerOf(ctx: ApiContext): Promise<Caller> {
  const { authorization, cookie, workspaceHeader, via, ip } = ctx.request;
  const { credentials } = ctx.budget;
  const address = authorization === null || ip === null ? null : addressKey(ip);
  const seconds =
    authorization === null || address === null ? null : credentials.waitSeconds(address, authorization);
  if (seconds !== null) throw new DomainError("rate_limited", TOO_MANY_REFUSED, { retry_after: seconds });
  try {
    const caller = await authenticate(ctx.services, {
      authorization: authorization ?? undefined,
      cookie: cookie ?? undefined,
      workspaceHeader: workspaceHeader ?? undefined,
      via,
    });
    if (authorization !== null) credentials.held(authorization);
    return caller;
  } catch (error) {
    if (address !== null && error instanceof UnauthorizedError)
      await credentials.refused(address, ctx.services.settings.http.refusedPerMinute);
    throw error;
  }
}

const TOO_MANY_REFUSED = "This address has shown too many credentials that do not hold; wait a minute.";

/** Takes one request from the caller's budget. Throws rate_limited (429) with `retry_after` in seconds. */
export async function takeBudget(ctx: ApiContext, caller: Caller): Promise<void> {
  const { perMinute, browserPerMinute } = ctx.services.settings;
  const answer = await ctx.budget.take(
    caller.budgetKey,
    ctx.request.via === "web" ? browserPerMinute : perMinute,
  );
  if (answer.allowed) return;
  throw new DomainError("rate_limited", undefined, { retry_after: answer.retryAfterSeconds });
}

/** The workspace a caller acts in, with what its plan and state allow. */
export interface Place {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

/** The workspace the caller acts in. Throws workspace_forbidden (403) where there is none that it may act in. */
export function requireWorkspace({ workspaceId, plan, lifecycle, credential, role }: Caller): Place {
  const member = credential !== "session" || role !== null;
  if (workspaceId !== null && plan !== null && lifecycle !== null && member)
    return { workspaceId, plan, lifecycle };
  throw new DomainError("workspace_forbidden");
}

/**
 * Why this caller may not do this: insufficient_scope, token_unusable or forbidden_role; null where it may. What an
 * agent may decide is not looked at here.
 */
export function permissionRefusal(caller: Caller, meta: EndpointMeta): DomainError | null {
  const { scope, roles } = meta.declaration;
  const lacking = () =>
    new DomainError("insufficient_scope", `This needs the scope ${scope}.`, { required: scope });
  if (caller.tokenScopes && !(isScope(scope) && caller.tokenScopes.has(scope))) return lacking();
  if (caller.support && meta.kind === "mutation")
    return new DomainError("insufficient_scope", "A support session only reads.", { required: scope });
  if (caller.userDeleted) return meta.kind === "mutation" ? new DomainError("token_unusable") : null;
  if (roles) return caller.role && roles.includes(caller.role) ? null : new DomainError("forbidden_role");
  return roleAllows(caller, scope) ? null : lacking();
}

/** Whether no person sits in front of this: what comes over MCP, and what a person let a program do in their name. */
const isAgent = (ctx: ApiContext, caller: Caller): boolean =>
  ctx.request.via === "mcp" || caller.credential === "grant";

const roleAllows = (caller: Caller, scope: Permission): boolean =>
  caller.role !== null && ROLE_PERMISSIONS[caller.role].has(scope);

const actingFor = (ctx: ApiContext, caller: Caller, place: Place): Acting => ({
  services: ctx.services,
  tenant: tenantOf(place.workspaceId),
  actor: {
    kind: caller.credential === "session" ? "user" : caller.credential,
    id: caller.id,
    label: caller.label,
    userId: caller.userId,
    ...(caller.pseudonym === undefined ? {} : { pseudonym: caller.pseudonym }),
  },
  role: caller.role,
  plan: place.plan,
  lifecycle: place.lifecycle,
  emailConfirmed: caller.emailConfirmed,
  via: ctx.request.via,
  requestId: ctx.request.id,
  ip: ctx.request.ip,
});
