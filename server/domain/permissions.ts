/** Scopes a token may have: the operations of REST and agents. */
export const SCOPES = [
  "runs:read",
  "runs:trigger",
  "recommendations:read",
  "recommendations:write",
  "recommendations:approve",
  "alerts:read",
  "alerts:write",
  "catalog:read",
  "catalog:write",
  "reports:read",
  "workspace:read",
  "schedules:read",
  "schedules:write",
  "webhooks:read",
  "webhooks:write",
  "rehearsals:read",
  "rehearsals:write",
  "policies:read",
  "policies:write",
] as const;
export type Scope = (typeof SCOPES)[number];

/** Permissions of signed-in people only, never of a token: the settings pages. */
export const SETTINGS_SCOPES = [
  "settings:read",
  "settings:tokens",
  "settings:members",
  "settings:integrations",
  "settings:policy",
  "settings:workspace",
] as const;
export type SettingsScope = (typeof SETTINGS_SCOPES)[number];

export type Permission = Scope | SettingsScope;

export const ROLES = ["viewer", "analyst", "approver", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

const VIEWER: readonly Permission[] = [
  "runs:read",
  "recommendations:read",
  "alerts:read",
  "catalog:read",
  "reports:read",
  "workspace:read",
  "schedules:read",
  "policies:read",
];
const ANALYST = [...VIEWER, "runs:trigger", "recommendations:write", "alerts:write"] as const;
const APPROVER = [...ANALYST, "recommendations:approve"] as const;
const ADMIN = [
  ...APPROVER,
  "catalog:write",
  "schedules:write",
  "webhooks:read",
  "webhooks:write",
  "rehearsals:read",
  "rehearsals:write",
  "policies:write",
  "settings:read",
  "settings:tokens",
  "settings:members",
  "settings:integrations",
  "settings:policy",
] as const;
const OWNER = [...ADMIN, "settings:workspace"] as const;

/** The single table of roles × permissions: the server, the token form and the pages read it. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(VIEWER),
  analyst: new Set(ANALYST),
  approver: new Set(APPROVER),
  admin: new Set(ADMIN),
  owner: new Set(OWNER),
};

/** Roles that may approve and reject. */
const APPROVER_ROLES: readonly Role[] = ["approver", "admin", "owner"];

/** The scope of each decision on a recommendation, and its roles if not every role with the scope may take it. */
export const DECISION_PERMISSIONS = {
  accept: { scope: "recommendations:write" },
  dismiss: { scope: "recommendations:write" },
  snooze: { scope: "recommendations:write" },
  resolve: { scope: "recommendations:write" },
  approve: { scope: "recommendations:approve", roles: APPROVER_ROLES },
  reject: { scope: "recommendations:approve", roles: APPROVER_ROLES },
} as const satisfies Readonly<Record<string, { readonly scope: Scope; readonly roles?: readonly Role[] }>>;

/**
 * The same for what a batch does; taking a price back needs what approving one needs, putting decisions back what
 * taking them needed.
 */
const BATCH_PERMISSIONS = {
  ...DECISION_PERMISSIONS,
  revert: DECISION_PERMISSIONS.approve,
  restore: DECISION_PERMISSIONS.accept,
  edit: { scope: "catalog:write" },
} as const;

/** What a batch of reverts needs. */
export const REVERT_PERMISSION = BATCH_PERMISSIONS.revert;

/** Returns the permission that a batch needs by what it is about and what it does. */
export const batchPermission = ({
  of,
  action,
}: {
  readonly of: "recommendations" | "alerts" | "items";
  readonly action: keyof typeof BATCH_PERMISSIONS;
}): { readonly scope: Scope; readonly roles?: readonly Role[] } => {
  if (of === "items") return BATCH_PERMISSIONS.edit;
  return of === "alerts" ? { scope: "alerts:write" } : BATCH_PERMISSIONS[action];
};

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** What an actor may do: their role, and the scopes of a token or grant, which are null for a person. */
export interface Authority {
  readonly role: Role | null;
  readonly scopes: ReadonlySet<string> | null;
}

/** Returns the code of the error for an actor who may not do what needs the scope and one of the roles, or null. */
export function permissionGap(
  { role, scopes }: Authority,
  { scope, roles }: { readonly scope: Permission; readonly roles?: readonly Role[] },
): "insufficient_scope" | "forbidden_role" | null {
  if (scopes !== null && !scopes.has(scope)) return "insufficient_scope";
  if (roles) return role !== null && roles.includes(role) ? null : "forbidden_role";
  return role !== null && ROLE_PERMISSIONS[role].has(scope) ? null : "insufficient_scope";
}
