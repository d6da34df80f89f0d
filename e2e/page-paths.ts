/** The pages of a workspace below its own address. */
export const WORKSPACE_PAGES = [
  "",
  "/approvals",
  "/recommendations",
  "/alerts",
  "/catalog",
  "/catalog/import",
  "/runs",
  "/policy",
  "/reports",
] as const;

/** The pages of its settings, below `/settings`. */
export const SETTINGS_PAGES = [
  "workspace",
  "integrations",
  "lanes",
  "schedules",
  "freezes",
  "webhooks",
  "keys",
  "grants",
  "members",
  "notifications",
  "mails",
  "plan",
  "support",
  "audit",
  "deletion",
] as const;
