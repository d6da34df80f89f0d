/**
 * The steps of a request before its input is parsed. They fail with 401 → 429 → 403 workspace_forbidden → 403 or
 * token_unusable, and read nothing of the body, unless the declaration needs it to say which permission the request
 * needs.
 */
import type { Principal } from "@/server/auth/authenticate";
import type { Permission } from "@/server/domain/permissions";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { isAgent, requireAgentsMayApprove } from "@/server/usecases/agents-may-approve";
import { authenticateRequest, limitRequests } from "./authentication";
import { authorize, neededPermission, resolveWorkspace } from "./authorization";
import { type ApiContext, type AuthorizedContext, requestContextOf } from "./context";
import type { EndpointMeta } from "./declaration";

/** The scope of every decision on a price: to approve, reject or revert, and to release a held run. */
const APPROVAL_SCOPE: Permission = "recommendations:approve";

/**
 * Runs the steps before the input is parsed, for procedures and uploads alike.
 * @param path names the operation when it has no method and route of its own
 * @param getRawInput reads the input, for an endpoint whose permission depends on it
 * @throws DomainError of the failed step, in the order of the contract
 */
export async function admit(
  ctx: ApiContext,
  meta: EndpointMeta,
  path: string,
  getRawInput: () => Promise<unknown>,
): Promise<AuthorizedContext> {
  const principal = ctx.admitted ?? (await authenticateRequest(ctx));
  if (!ctx.admitted) await limitRequests(ctx, principal);
  const { perMinute } = meta.declaration;
  if (perMinute !== undefined)
    await limitRate(ctx.rateLimiter, `${path}:${principal.rateLimitKey}`, perMinute);
  return authorized(ctx, principal, { meta, path, getRawInput });
}

/** A credential that was checked so long before the input had come is checked again, in milliseconds. */
const CHECKED_FOR_MS = 1_000;

/** @param checkedAtMs when a credential was checked, by `performance.now()` */
export const isCheckedLongAgo = (checkedAtMs: number): boolean =>
  performance.now() - checkedAtMs > CHECKED_FOR_MS;

/**
 * Admits a request again whose input took long to come: whoever holds a request open may have lost the credential, the
 * role or the membership that it was admitted by. Counts against no limit.
 * @throws DomainError as `admit` does
 */
export async function readmit(
  admitted: AuthorizedContext,
  meta: EndpointMeta,
  path: string,
  getRawInput: () => Promise<unknown>,
): Promise<AuthorizedContext> {
  if (!isCheckedLongAgo(admitted.checkedAtMs)) return admitted;
  return authorized(admitted, await authenticateRequest(admitted), { meta, path, getRawInput });
}

interface Call {
  readonly meta: EndpointMeta;
  readonly path: string;
  readonly getRawInput: () => Promise<unknown>;
}

async function authorized(
  ctx: ApiContext,
  principal: Principal,
  { meta, path, getRawInput }: Call,
): Promise<AuthorizedContext> {
  const checkedAtMs = performance.now();
  const context = requestContextOf(ctx, principal, resolveWorkspace(principal));
  ctx.request.admittedAs?.({
    workspace: context.tenant.workspaceId,
    credential: principal.credential,
  });
  const needed = await neededPermission(context, meta, getRawInput);
  authorize(principal, meta, needed);
  const { scope } = needed ?? meta.declaration;
  if (scope === APPROVAL_SCOPE && isAgent(context)) await requireAgentsMayApprove(context);
  const operation = meta.openapi ? `${meta.openapi.method} ${meta.openapi.path}` : path;
  return { ...ctx, principal, context, operation, checkedAtMs };
}
