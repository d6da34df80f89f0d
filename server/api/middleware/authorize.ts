import { type Caller, authenticate } from "@/server/auth/authenticate";
import { tenantOf } from "@/server/db/tenant";
import { DomainError } from "@/server/domain/errors";
import { type Permission, ROLE_PERMISSIONS, isScope } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plans";
import type { Acting } from "@/server/usecases/acting";
import type { ApiContext, AuthorizedContext } from "../context";
import type { EndpointMeta } from "../declaration";

/**
 * The checks of the contract before the input is looked at, in its order:
 * 401 → 429 → 403 workspace_forbidden → insufficient_scope → token_unusable → forbidden_role.
 */
export async function authorize(ctx: ApiContext, meta: EndpointMeta): Promise<AuthorizedContext> {
  const { authorization, cookie, workspaceHeader, via } = ctx.request;
  const caller = await authenticate(ctx.services, {
    authorization: authorization ?? undefined,
    cookie: cookie ?? undefined,
    workspaceHeader: workspaceHeader ?? undefined,
    via,
  });
  await takeBudget(ctx, caller);
  const place = requireWorkspace(caller);
  requirePermission(caller, meta);
  return { ...ctx, caller, acting: actingFor(ctx, caller, place) };
}

async function takeBudget(ctx: ApiContext, caller: Caller): Promise<void> {
  const { perMinute, browserPerMinute } = ctx.services.settings;
  const answer = await ctx.budget.take(
    caller.budgetKey,
    ctx.request.via === "web" ? browserPerMinute : perMinute,
  );
  if (answer.allowed) return;
  throw new DomainError("rate_limited", undefined, { retry_after: answer.retryAfterSeconds });
}

/** The workspace a caller acts in, with what its plan and state allow. */
interface Place {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

function requireWorkspace({ workspaceId, plan, lifecycle, credential, role }: Caller): Place {
  const member = credential === "token" || role !== null;
  if (workspaceId !== null && plan !== null && lifecycle !== null && member)
    return { workspaceId, plan, lifecycle };
  throw new DomainError("workspace_forbidden");
}

function requirePermission(caller: Caller, meta: EndpointMeta): void {
  const { scope, roles } = meta.declaration;
  const lacking = () =>
    new DomainError("insufficient_scope", `This needs the scope ${scope}.`, { required: scope });
  if (caller.tokenScopes && !(isScope(scope) && caller.tokenScopes.has(scope))) throw lacking();
  if (caller.userDeleted) {
    if (meta.kind === "mutation") throw new DomainError("token_unusable");
    return;
  }
  if (roles && !(caller.role && roles.includes(caller.role))) throw new DomainError("forbidden_role");
  if (!roles && !roleAllows(caller, scope)) throw lacking();
}

const roleAllows = (caller: Caller, scope: Permission): boolean =>
  caller.role !== null && ROLE_PERMISSIONS[caller.role].has(scope);

const actingFor = (ctx: ApiContext, caller: Caller, place: Place): Acting => ({
  services: ctx.services,
  tenant: tenantOf(place.workspaceId),
  actor: {
    kind: caller.credential === "token" ? "token" : "user",
    id: caller.id,
    label: caller.label,
    userId: caller.userId,
  },
  role: caller.role,
  plan: place.plan,
  lifecycle: place.lifecycle,
  emailConfirmed: caller.emailConfirmed,
  via: ctx.request.via,
  requestId: ctx.request.id,
  ip: ctx.request.ip,
});
