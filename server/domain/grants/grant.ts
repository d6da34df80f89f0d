import { isScope, ROLE_PERMISSIONS, type Role, SCOPES, type Scope } from "../permissions";
import { acceptsMutations, type Lifecycle, PLAN_LIMITS, type Plan } from "../plan/plans";

/** Why a grant ended; `reused` means that a code or a refresh token was presented a second time. */
export const GRANT_ENDS = [
  "person",
  "admin",
  "client",
  "reused",
  "member_removed",
  "account_deleted",
  "client_removed",
] as const;
export type GrantEnd = (typeof GRANT_ENDS)[number];

export type GrantState = "active" | "expired" | "ended";

/** Why a person cannot let an application into one of their workspaces. */
export type GrantBlocker = "email_not_confirmed" | "lifecycle" | "plan";

/** The scopes that a person can give an application; a policy is activated by people and by their own tokens only. */
export const GRANT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== "policies:write");

/** The scopes of an application that requests none: the read scopes that every role has. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope.endsWith(":read") && ROLE_PERMISSIONS.viewer.has(scope),
);

/**
 * Returns the state of a grant at a time (milliseconds since 1970): a grant that is not renewed expires with its last
 * token.
 */
export function grantState(
  grant: { readonly endedAt: Date | null; readonly expiresAt: Date },
  now: number,
): GrantState {
  if (grant.endedAt) return "ended";
  return grant.expiresAt.getTime() <= now ? "expired" : "active";
}

/**
 * Returns the scopes of an application's request that can be granted, in the order of the table; others are ignored.
 */
export function requestedScopes(scopeText: string | undefined): readonly Scope[] {
  const requested = new Set((scopeText ?? "").split(" ").filter(isScope));
  return GRANT_SCOPES.filter((scope) => requested.has(scope));
}

/** Returns the chosen scopes that can be granted: those the application requested and the person's role has today. */
export function grantableScopes(
  requested: readonly Scope[],
  chosen: readonly Scope[],
  role: Role,
): readonly Scope[] {
  return requested.filter((scope) => chosen.includes(scope) && ROLE_PERMISSIONS[role].has(scope));
}

/** Returns the reason why access to a workspace cannot be granted; null when it can. */
export function grantBlocker(
  workspace: { readonly plan: Plan; readonly lifecycle: Lifecycle },
  { emailConfirmed, includesMcp }: { readonly emailConfirmed: boolean; readonly includesMcp: boolean },
): GrantBlocker | null {
  if (!emailConfirmed) return "email_not_confirmed";
  if (!acceptsMutations(workspace.lifecycle)) return "lifecycle";
  if (includesMcp && !PLAN_LIMITS[workspace.plan].agents) return "plan";
  return null;
}
