export const RUN_STATUSES = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_TRIGGERS = ["manual", "schedule", "api", "mcp"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** Stored with each run; rises when the engine would decide the same input differently. */
export const ENGINE_VERSION = "1";
