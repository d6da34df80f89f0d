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

/** What an application gets that asks for nothing in particular: to read. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(":read"));

/** What a grant is at that time (milliseconds since 1970): one nobody renewed expires with its last token. */
export function grantState(
  grant: { readonly endedAt: Date | null; readonly expiresAt: Date },
  now: number,
): GrantState {
  if (grant.endedAt) return "ended";
  return grant.expiresAt.getTime() <= now ? "expired" : "active";
}

/** The scopes among the words an application asked for, in the order of the table; unknown words are left out. */
export function askedScopes(asked: string | undefined): readonly Scope[] {
  const words = new Set((asked ?? "").split(" ").filter(isScope));
  return SCOPES.filter((scope) => words.has(scope));
}

/** What of the scopes chosen can be granted: those that were asked for and that the person's role has today. */
export function grantableScopes(
  asked: readonly Scope[],
  chosen: readonly Scope[],
  role: Role,
): readonly Scope[] {
  return asked.filter((scope) => chosen.includes(scope) && ROLE_PERMISSIONS[role].has(scope));
}

/** What stands in the way of granting access to a workspace; null where nothing does. */
export function grantBlocker(
  place: { readonly plan: Plan; readonly lifecycle: Lifecycle },
  { emailConfirmed, toAgents }: { readonly emailConfirmed: boolean; readonly toAgents: boolean },
): GrantBlocker | null {
  if (!emailConfirmed) return "email_not_confirmed";
  if (!acceptsMutations(place.lifecycle)) return "lifecycle";
  if (toAgents && !PLAN_LIMITS[place.plan].writeBack) return "plan";
  return null;
}
