import type { Expected } from "./conformance";

/** The scenarios a server can pass without the suite's own tools, resources and prompts. */
export const OF_ANY_SERVER = {
  "2026-07-28": [
    "server-stateless",
    "completion-complete",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "input-required-result-unsupported-methods",
    "http-header-validation",
  ],
  "2025-11-25": [
    "server-initialize",
    "ping",
    "completion-complete",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "server-session-lifecycle",
  ],
} as const;

export const STABLE_OF_ANY_SERVER = [
  "server-initialize",
  "ping",
  "completion-complete",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
] as const;

/** Known failures on the product's own address. */
export const EXPECTED_OF_PRODUCT: Expected = {
  "server-stateless": {
    checks: [
      "sep-2575-server-rejects-undeclared-capability",
      "sep-2575-missing-capability-http-400",
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-server-no-log-without-loglevel",
    ],
    why: "these four checks call the suite's own diagnostic tools, which a product has no use for; they pass with the fixtures",
  },
};

const TASKS = {
  why: "the extension of long tasks, optional by definition and not scored: no answer here takes longer than a request",
} as const;

/** Known failures with the fixtures behind the same handler. */
export const EXPECTED_OF_FIXTURES: Expected = {
  "tasks-lifecycle": TASKS,
  "tasks-capability-negotiation": TASKS,
  "tasks-wire-fields": TASKS,
  "tasks-request-state-removal": TASKS,
  "tasks-mrtr-input": TASKS,
  "tasks-request-headers": TASKS,
  "tasks-dispatch-and-envelope": TASKS,
  "tasks-required-task-error": TASKS,
  "tasks-mrtr-composition": TASKS,
};
