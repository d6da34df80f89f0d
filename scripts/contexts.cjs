/**
 * The contexts of the use cases, from the ground up, and their resources, which are folders of `server/usecases`. A
 * resource may import resources of its own context and of those before it; `npm run structure` holds that.
 */
module.exports = [
  ["platform", ["audit", "changes", "mails", "requests", "retention"]],
  ["identity", ["accounts", "grants", "sessions"]],
  ["terms", ["connections", "freezes", "policy", "shop-pricing"]],
  ["workspace", ["invitations", "members", "notifications", "plan", "support", "tokens", "webhooks"]],
  ["catalog", ["imports", "items"]],
  ["market", ["offers"]],
  ["pricing", ["alerts", "observations", "runs", "trials"]],
  [
    "decisions",
    [
      "approvals",
      "decision-batches",
      "integrations",
      "lanes",
      "recommendations",
      "rehearsals",
      "write-backs",
    ],
  ],
  ["routine", ["schedules"]],
  ["operation", ["traces"]],
  ["lifecycle", ["deletion", "identities", "sample-shop", "sign-up", "workspaces"]],
];
