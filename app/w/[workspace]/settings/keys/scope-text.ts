import { DAY_MS } from "@/server/domain/durations";
import { ROLE_PERMISSIONS, type Role, SCOPES, type Scope } from "@/server/domain/permissions";

const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  "runs:read": "Read runs",
  "runs:trigger": "Start and cancel runs",
  "recommendations:read": "Read recommendations",
  "recommendations:write": "Accept, dismiss, snooze and resolve recommendations",
  "recommendations:approve": "Approve and reject, write prices to the store",
  "alerts:read": "Read alerts",
  "alerts:write": "Snooze and resolve alerts",
  "catalog:read": "Read the catalog",
  "catalog:write": "Change the catalog, record competitor prices",
  "reports:read": "Export reports",
  "workspace:read": "Read the workspace's state",
  "schedules:read": "Read schedules",
  "schedules:write": "Create, change and delete schedules",
  "webhooks:read": "Read webhooks and their delivery logs",
  "webhooks:write": "Create and change webhooks, send deliveries again",
  "rehearsals:read": "Read the rehearsal of a sandbox store",
  "rehearsals:write": "Make a sandbox store fail, for a rehearsal",
  "policies:read": "Read and try pricing policies",
  "policies:write": "Activate and restore pricing policies",
};

/** Returns every scope in order, with its label and whether that role may grant it. */
export function scopeChoices(role: Role): { scope: Scope; label: string; allowed: boolean }[] {
  return SCOPES.map((scope) => ({
    scope,
    label: SCOPE_LABELS[scope],
    allowed: ROLE_PERMISSIONS[role].has(scope),
  }));
}

/** Summarizes the scopes of a key in a few words. */
export function scopesInShort(scopes: readonly Scope[]): string {
  if (scopes.length === SCOPES.length) return "Everything";
  if (scopes.length > 2) return `${scopes.length} scopes`;
  return scopes.map((scope) => SCOPE_LABELS[scope]).join(", ");
}

/** The expiries to choose from; null never expires. */
export const EXPIRIES = [
  { value: "30", label: "In 30 days", days: 30 },
  { value: "90", label: "In 90 days", days: 90 },
  { value: "365", label: "In a year", days: 365 },
  { value: "never", label: "Never", days: null },
] as const;

/** Returns the time at which a key created now expires; null for never. */
export function expiryAt(value: string, nowMs: number): string | null {
  const days = EXPIRIES.find((choice) => choice.value === value)?.days ?? null;
  return days === null ? null : new Date(nowMs + days * DAY_MS).toISOString();
}
