import type { Principal } from "@/server/auth/authenticate";
import { DomainError, notPermitted } from "@/server/domain/errors";
import { type Authority, type Permission, permissionGap } from "@/server/domain/permissions";
import type { RequestContext } from "@/server/usecases/request-context";
import { type ApiContext, requestContextOf, type WorkspaceScope } from "./context";
import { type EndpointMeta, isPublished, type NeededPermission } from "./declaration";

/**
 * Returns the workspace of the request. Throws workspace_forbidden (403) without a workspace that the principal
 * belongs to.
 */
export function resolveWorkspace(principal: Principal): WorkspaceScope {
  const { workspaceId, plan, lifecycle, credential, role } = principal;
  const member = credential !== "session" || role !== null;
  if (workspaceId !== null && plan !== null && lifecycle !== null && member)
    return { workspaceId, plan, lifecycle };
  throw new DomainError("workspace_forbidden");
}

/** Throws workspace_forbidden, or what permission the principal lacks. */
export function authorize(principal: Principal, meta: EndpointMeta, needed: NeededPermission | null): void {
  resolveWorkspace(principal);
  const refusal = permissionRefusal(principal, meta, needed);
  if (refusal) throw refusal;
}

/**
 * Returns the permission that this very request needs; null if the declaration alone decides, or the input is invalid.
 */
export async function neededPermission(
  context: RequestContext,
  { declaration }: EndpointMeta,
  getRawInput: () => Promise<unknown>,
): Promise<NeededPermission | null> {
  if (!isPublished(declaration) || declaration.permissionFor === undefined) return null;
  // An input that cannot be read is refused where it is parsed.
  const input = await getRawInput().catch(() => null);
  return declaration.permissionFor(context, input);
}

/**
 * Returns the error for a principal that may not make this very call, or null, like `permissionRefusal`.
 * @param input not parsed yet
 */
export async function callRefusal(
  ctx: ApiContext,
  principal: Principal,
  meta: EndpointMeta,
  input: unknown,
): Promise<DomainError | null> {
  const context = requestContextOf(ctx, principal, resolveWorkspace(principal));
  const needed = await neededPermission(context, meta, () => Promise.resolve(input));
  return permissionRefusal(principal, meta, needed);
}

/**
 * Returns the error for a principal that lacks permission (insufficient_scope, token_unusable or forbidden_role), or
 * null. Does not check whether the workspace lets agents approve.
 * @param needed the permission that the request needs; null if any scope of the declaration suffices for now
 */
export function permissionRefusal(
  principal: Principal,
  meta: EndpointMeta,
  needed: NeededPermission | null = null,
): DomainError | null {
  const { scope, roles } = needed ?? meta.declaration;
  const isOpen = needed === null && isPublished(meta.declaration);
  const alternatives = isOpen ? (meta.declaration.alternativeScopes ?? []) : [];
  const authority: Authority = { role: principal.role, scopes: principal.tokenScopes };
  const gaps = [scope, ...alternatives].map((each) =>
    permissionGap(authority, { scope: each, ...(roles ? { roles } : {}) }),
  );
  const [first] = gaps;
  const gap = !first || gaps.includes(null) ? null : first;
  const tokenLacksScope = [scope, ...alternatives].every((each) => authority.scopes?.has(each) === false);
  if (gap && tokenLacksScope) return notPermitted(gap, scope);
  const also = isPublished(meta.declaration) ? (meta.declaration.alsoScopes ?? []) : [];
  const lacking = also.find((each) => authority.scopes?.has(each) === false);
  if (lacking) return notPermitted("insufficient_scope", lacking);
  if (principal.support && meta.kind === "mutation")
    return new DomainError("insufficient_scope", "A support session only reads.", { required: scope });
  if (principal.readsDemo && meta.kind === "mutation") return notForVisitors(scope);
  // The token of a deleted person still reads: by contract only its changes are refused.
  if (principal.userDeleted) return meta.kind === "mutation" ? new DomainError("token_unusable") : null;
  if (gap) return notPermitted(gap, scope);
  const beyondRole = also.find((each) => permissionGap(authority, { scope: each }) !== null);
  return beyondRole ? notPermitted("insufficient_scope", beyondRole) : null;
}

/** Returns the error for what a visitor of the demo asks for beyond reading pages. @param required its scope */
export const notForVisitors = (required: Permission): DomainError =>
  new DomainError(
    "insufficient_scope",
    "The demo is to be looked at; nothing in it can be changed, downloaded or followed.",
    { required },
  );
