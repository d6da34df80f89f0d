/**
 * The contexts, from the ground up, and their resources. A resource is a folder of that name in `server/api`,
 * `server/usecases`, `server/db` and `server/domain`, on the layers that have code for it. On each layer it may import
 * resources of its own context and of those before it. `npm run structure` holds that, and that every folder of these
 * layers has its place here.
 */
module.exports = [
  [
    "platform",
    [
      "audit",
      "changes",
      "database",
      "embedded",
      "log",
      "mails",
      "queue",
      "rate-limit",
      "requests",
      "retention",
      "run-series",
      "secrets",
    ],
  ],
  ["access", ["accounts", "agents", "grants", "oauth", "plan"]],
  ["workspace", ["invitations", "members", "support", "tokens", "webhooks"]],
  ["catalog", ["imports", "items"]],
  ["terms", ["connections", "freezes", "policy", "pricing"]],
  ["watch", ["alerts", "offers"]],
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
  ["evaluation", ["observations", "runs", "trials"]],
  ["routine", ["schedules"]],
  ["reporting", ["notifications", "overview", "reports", "search"]],
  ["operation", ["metrics", "traces"]],
  ["lifecycle", ["identities", "sample-shop", "sign-up", "workspaces"]],
];
