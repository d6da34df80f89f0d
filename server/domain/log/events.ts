/** What a field of a line means; a name means the same in every line. */
export const LOG_FIELDS = {
  workspace: "id of the workspace",
  request: "id of the request that the work belongs to, the `x-request-id` of its answer",
  job: "id of the worker's job that the work belongs to; one job's lines belong together",
  ms: "duration in whole milliseconds; of a sync that of this job's part",
  method: "HTTP method",
  route: "path template, or `page`; never the address itself",
  status:
    "HTTP status; of a store call the last one that the store answered, of a mail the code of the mail server's reply",
  credential: "`session`, `token` or `grant`",
  broken_off: "true where the answer was not received whole",
  run: "id of the run",
  trigger: "what asked for the run, as in the API",
  outcome: "how it ended, with the values beside each line",
  counts: "number of `items`, `recommendations`, `alerts` and `skipped` items by reason",
  integration: "id of the store's connection; none while a store is being connected",
  kind: "kind of store, or of the webhook's event",
  items: "number of variants that were listed",
  changes: "number of items that were created, updated, linked or marked as missing",
  tries: "number of failed attempts at the present page",
  operation: "function of the connector that was called",
  retry_after_ms: "for how long the store asks to wait, in milliseconds",
  write_back: "id of the write-back",
  recommendation:
    "id of the recommendation; beside `batch` of what the batch was about to change, such as an item",
  state: "state in which it waits, as in the API",
  reason:
    "why it waits: `freeze`, `quarantine`, `outcome_unknown`, `read_again`, or the outcome of the store call; of a mail the code of the error",
  until: "time of the next attempt",
  sends: "number of times the price was sent",
  attempts: "number of attempts by now, this one included",
  pages: "number of pages",
  outcomes: "number of pages by outcome, as in the API",
  mail: "id of the mail",
  template: "which mail it is; null for one stored by an earlier version",
  to: "the address, masked: its first character and its domain",
  delivery: "id of the delivery",
  webhook: "id of the webhook endpoint",
  disabled: "true where the endpoint was disabled by this",
  schedule: "id of the schedule",
  occurrence: "id of the schedule's occurrence",
  missed: "number of slots before this one that nobody began at their time",
  late: "true where it begins later than its time",
  step: "step at which it ended",
  offer: "id of the competitor's page",
  trial: "id of the trial",
  batch: "id of the decision batch",
  error: "class of the error; never its text, which may quote a price, a page or an address",
  code: "code of the error, of the database (SQLSTATE) or of the operating system",
  at: "where in the code it was thrown, the innermost function first",
} as const;

export type LogField = keyof typeof LOG_FIELDS;

export interface LogEvent {
  /** When the line is written, as a sentence. */
  readonly when: string;
  /** When its level is not info, as a sentence; levels above info are for what needs a person. */
  readonly levels?: string;
  readonly fields: readonly LogField[];
}

/**
 * The lines of the log that every installation may rely on, by their text (`msg`). No field holds a price, a secret, an
 * address or a text that a store or a site wrote.
 */
export const LOG_EVENTS = {
  request: {
    when: "A request was answered or broken off. Probes, metrics and scripts of pages have a line only when they fail.",
    fields: ["method", "route", "status", "ms", "request", "workspace", "credential", "broken_off"],
  },
  "run ended": {
    when: "A run ended: `succeeded`, `held`, `failed`, `canceled` or `refused`.",
    levels: "warn: `held`, `failed`, `refused`.",
    fields: ["workspace", "run", "job", "request", "outcome", "trigger", "counts", "ms"],
  },
  "sync ended": {
    when: "A sync ended: `ok` or `failed`; or it waits for its next attempt: `waiting`.",
    levels: "warn: `failed`.",
    fields: [
      "workspace",
      "integration",
      "job",
      "request",
      "kind",
      "outcome",
      "items",
      "changes",
      "pages",
      "tries",
      "until",
      "ms",
    ],
  },
  "store call": {
    when: "A call of a store ended: `ok`, or the reason for which it failed or has to wait.",
    levels: "debug: `ok`. warn: `unauthorized`, `sign_in_ended`, `address_refused`. error: `internal_error`.",
    fields: [
      "workspace",
      "integration",
      "job",
      "request",
      "kind",
      "operation",
      "outcome",
      "status",
      "retry_after_ms",
      "ms",
    ],
  },
  "write-back ended": {
    when: "A write-back ended: `applied`, `conflict`, `failed` or `canceled`. `ms` counts from its approval.",
    levels: "warn: `conflict`. error: `failed`.",
    fields: [
      "workspace",
      "write_back",
      "recommendation",
      "integration",
      "job",
      "request",
      "outcome",
      "sends",
      "attempts",
      "ms",
    ],
  },
  "write-back waits": {
    when: "A write-back waits for its next attempt.",
    levels: "warn: the store has to be signed in to again, or the outcome has been unknown for an hour.",
    fields: [
      "workspace",
      "write_back",
      "recommendation",
      "job",
      "request",
      "state",
      "reason",
      "attempts",
      "until",
    ],
  },
  "page checks": {
    when: "Once a minute for each workspace with checks of competitors' pages since the last such line of this process. `ms` is the sum of their durations.",
    fields: ["workspace", "pages", "outcomes", "ms"],
  },
  mail: {
    when: "An attempt at a mail ended: `sent`, `retried` later, `kept` because there is no mail server, or `given_up` because its recipient has left.",
    levels: "warn: `retried`.",
    fields: [
      "workspace",
      "mail",
      "job",
      "request",
      "template",
      "to",
      "outcome",
      "reason",
      "status",
      "attempts",
    ],
  },
  "webhook delivery": {
    when: "An attempt at a webhook delivery ended: `delivered`, `retry` or `give_up`.",
    levels: "warn: `give_up`.",
    fields: [
      "workspace",
      "delivery",
      "webhook",
      "job",
      "kind",
      "outcome",
      "status",
      "attempts",
      "disabled",
      "ms",
    ],
  },
  schedule: {
    when: "A schedule's slot came: `fired`, or `skipped` because the one before was still under way; later its occurrence ended: `succeeded`, `skipped`, `failed`, or `refused` where its run was.",
    levels: "warn: `failed`, `refused`, and `fired` with `missed` slots.",
    fields: ["workspace", "schedule", "occurrence", "job", "outcome", "missed", "late", "step", "run"],
  },
  "unexpected error": {
    when: "An error that nothing foresaw ended or left out the work that the line names.",
    levels: "error.",
    fields: [
      "workspace",
      "job",
      "request",
      "run",
      "integration",
      "offer",
      "trial",
      "batch",
      "recommendation",
      "mail",
      "error",
      "code",
      "at",
    ],
  },
} as const satisfies Readonly<Record<string, LogEvent>>;

export type LogEventName = keyof typeof LOG_EVENTS;
export type LogLevel = "debug" | "info" | "warn" | "error";

type Value = string | number | boolean | Date | object | null | undefined;
/** The fields of a line; null and undefined are left out. */
export type LogFields<E extends LogEventName> = {
  readonly [F in (typeof LOG_EVENTS)[E]["fields"][number]]?: Value;
};

/** Whether the text of a line is that of an event which tells what work came to, and not of an error. */
export const tellsOfEndedWork = (text: string): boolean =>
  Object.hasOwn(LOG_EVENTS, text) && text !== "unexpected error";

/** A log: one function for each level. */
export type EventLog = Readonly<Record<LogLevel, (fields: object, message: string) => void>>;

/** Writes the line of an event. */
export function logEvent<E extends LogEventName>(
  log: EventLog,
  event: E,
  fields: LogFields<E>,
  level: LogLevel = "info",
): void {
  const known = Object.entries<Value>(fields).filter(([, value]) => value !== null && value !== undefined);
  log[level](Object.fromEntries(known), event);
}
