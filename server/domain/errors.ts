/**
 * The single table of error codes: REST bodies, tRPC codes, the OpenAPI document and the docs page derive from it.
 */
export const ERRORS = {
  bad_request: { status: 400, title: "The request body could not be read as JSON." },
  unauthorized: { status: 401, title: "The credential is missing, unknown, revoked or expired." },
  plan_limit: { status: 402, title: "The workspace's plan does not allow this." },
  email_not_confirmed: { status: 402, title: "The e-mail address has to be confirmed first." },
  run_budget_exceeded: { status: 402, title: "The plan's runs for today are used up." },
  check_budget_exceeded: { status: 402, title: "The plan's competitor checks for this month are used up." },
  insufficient_scope: { status: 403, title: "The credential lacks the scope this operation needs." },
  forbidden_role: { status: 403, title: "Only approvers, admins and owners may do this." },
  token_unusable: { status: 403, title: "The user who minted this token was deleted; mint a new one." },
  workspace_forbidden: { status: 403, title: "This session has no access to that workspace." },
  not_found: { status: 404, title: "There is no such resource in this workspace." },
  method_not_allowed: { status: 405, title: "This path does not answer that method." },
  request_timeout: { status: 408, title: "The request took too long to arrive." },
  conflict: { status: 409, title: "The resource's current state does not allow this." },
  payload_too_large: { status: 413, title: "The request body is larger than this operation accepts." },
  unsupported_media_type: { status: 415, title: "Send the body as application/json." },
  validation_error: { status: 422, title: "A body or query parameter failed validation." },
  tier_ineligible: { status: 422, title: "Writing prices to the store needs the Max or Enterprise plan." },
  no_commerce_integration: { status: 422, title: "No store is connected to this workspace." },
  headers_too_large: {
    status: 431,
    title: "The headers of the request are larger than the service accepts.",
  },
  rate_limited: { status: 429, title: "The request budget is used up; try again after Retry-After seconds." },
  internal_error: { status: 500, title: "Something went wrong on our side." },
  unavailable: { status: 503, title: "The service is not ready; try again shortly." },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One invalid field: `path` dotted (`subset_tags.0`), `code` the rule, `message` for a person. */
export interface FieldIssue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Additional fields of an error beside code and message; the keys are those of the wire. */
export interface ErrorExtra {
  readonly required?: string;
  readonly issues?: readonly FieldIssue[];
  readonly current_status?: string;
  readonly changed?: readonly string[];
  readonly current_version?: number;
  readonly limit?: string | number;
  readonly used?: number;
  readonly plan?: string;
  readonly resets_at?: string;
  readonly retry_after?: number;
}

/**
 * The only error that use cases throw. `message` is public and one sentence for people; `cause` goes to the log only.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code].title,
    readonly extra: ErrorExtra = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "DomainError";
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Builds the 403 of an actor without permission. */
export const notPermitted = (gap: "insufficient_scope" | "forbidden_role", scope: string): DomainError =>
  gap === "forbidden_role"
    ? new DomainError("forbidden_role")
    : new DomainError("insufficient_scope", `This needs the scope ${scope}.`, { required: scope });

export const notFound = (resource: string): DomainError =>
  new DomainError("not_found", `There is no such ${resource} in this workspace.`);
