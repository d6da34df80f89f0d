import type { oas31 } from "zod-openapi";
import { ERRORS, type ErrorCode } from "@/server/domain/errors";
import type { Route } from "./routes";

type Schema = oas31.SchemaObject;

const ALL = Object.keys(ERRORS).filter((text): text is ErrorCode => text in ERRORS);

const ALWAYS: readonly ErrorCode[] = [
  "unauthorized",
  "insufficient_scope",
  "workspace_forbidden",
  "rate_limited",
  "internal_error",
  "unavailable",
];
const OF_BODIES: readonly ErrorCode[] = [
  "bad_request",
  "payload_too_large",
  "unsupported_media_type",
  "validation_error",
];
const OF_CHANGES: readonly ErrorCode[] = ["plan_limit", "token_unusable", "conflict"];

/** Returns every error code of an operation, by status: those implied by the route and the declared ones. */
export function codesByStatus(route: Route): Map<number, ErrorCode[]> {
  const { declaration, kind, parameters, numbers } = route;
  const takesMore = Object.keys(declaration.input.shape).length > parameters.length;
  // A text in the path is an id that nothing has; a number may be none at all.
  const hasNumber = parameters.some((name) => numbers.includes(name));
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...(declaration.method === "POST" ? OF_BODIES : []),
    ...(kind === "mutation" ? OF_CHANGES : []),
    ...(takesMore || hasNumber ? (["validation_error"] as const) : []),
    ...(parameters.length > 0 ? (["not_found"] as const) : []),
    // No role is kept from reading what its scopes are for.
    ...(declaration.roles || (declaration.permissionFor && kind === "mutation")
      ? (["forbidden_role"] as const)
      : []),
    ...(declaration.errors ?? []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of ALL.filter((each) => codes.has(each))) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const BUDGET: Record<string, Schema> = {
  plan: { type: "string", description: "The workspace's plan." },
  limit: {
    type: ["string", "number"],
    description: "What was reached: a number, or the name of what the plan lacks.",
  },
  used: { type: "number", description: "How much of it is used." },
  resets_at: {
    type: "string",
    format: "date-time",
    description: "When it is free again, for budgets of a period.",
  },
};

/** Fields of a code in addition to the envelope; those in `required` are always present. */
const EXTRA: Partial<Record<ErrorCode, { required: string[]; properties: Record<string, Schema> }>> = {
  insufficient_scope: {
    required: ["required"],
    properties: {
      required: { type: "string", description: "The scope that is missing.", examples: ["runs:read"] },
    },
  },
  validation_error: {
    required: ["issues"],
    properties: {
      issues: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "code", "message"],
          properties: {
            path: { type: "string", description: "Dotted, such as `subset_tags.0`.", examples: ["limit"] },
            code: { type: "string", examples: ["too_big"] },
            message: { type: "string", examples: ["Too big: expected number to be <=100"] },
          },
        },
      },
    },
  },
  conflict: {
    required: [],
    properties: {
      current_status: {
        type: "string",
        description: "The status the resource is in.",
        examples: ["applied"],
      },
      changed: {
        type: "array",
        items: { type: "string" },
        description: "Inputs that moved since the resource was read.",
        examples: [["cost"]],
      },
      current_version: {
        type: "integer",
        description: "The version that is active now.",
        examples: [4],
      },
    },
  },
  plan_limit: { required: [], properties: BUDGET },
  email_not_confirmed: { required: [], properties: BUDGET },
  run_budget_exceeded: { required: [], properties: BUDGET },
  check_budget_exceeded: { required: [], properties: BUDGET },
};

const EXAMPLE_EXTRA: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  insufficient_scope: { required: "recommendations:write" },
  validation_error: {
    issues: [{ path: "limit", code: "too_big", message: "Too big: expected number to be <=100" }],
  },
  conflict: { current_status: "applied" },
  plan_limit: { plan: "free", limit: 250, used: 250 },
  run_budget_exceeded: { plan: "free", limit: 4, used: 4, resets_at: "2026-11-03T00:00:00.000Z" },
  check_budget_exceeded: { plan: "free", limit: 1000, used: 1000, resets_at: "2026-12-01T00:00:00.000Z" },
};

/** `rate_limited` → `RateLimitedError`. */
const schemaName = (code: ErrorCode): string =>
  `${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`;

/** Returns the schema of the error envelope, and one schema per code with its additional fields. */
export function errorSchemas(): Record<string, Schema> {
  const envelope: Schema = {
    type: "object",
    description: "What every error looks like. New codes and fields may be added.",
    required: ["error", "message", "request_id", "docs_url"],
    properties: {
      error: { type: "string", description: "The code to decide on." },
      message: { type: "string", description: "One sentence for a person." },
      request_id: {
        type: "string",
        description: "The same as in `X-Request-Id`; name it when you ask for help.",
      },
      docs_url: { type: "string", format: "uri", description: "Explains the code." },
    },
  };
  const variants = ALL.map((code): [string, Schema] => {
    const extra = EXTRA[code];
    const own: Schema = {
      type: "object",
      properties: { error: { type: "string", const: code }, ...extra?.properties },
      ...(extra && extra.required.length > 0 ? { required: extra.required } : {}),
    };
    return [
      schemaName(code),
      { description: ERRORS[code].title, allOf: [{ $ref: "#/components/schemas/Error" }, own] },
    ];
  });
  return { Error: envelope, ...Object.fromEntries(variants) };
}

/** Builds the response of one status with the codes that an operation returns under it. */
export function errorResponse(codes: readonly ErrorCode[], publicUrl: string): oas31.ResponseObject {
  const references = codes.map((code) => ({ $ref: `#/components/schemas/${schemaName(code)}` }));
  const [first] = references;
  const headers: oas31.HeadersObject = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
  if (codes.includes("unauthorized") || codes.includes("insufficient_scope"))
    headers["WWW-Authenticate"] = { $ref: "#/components/headers/WWWAuthenticate" };
  if (codes.includes("rate_limited")) headers["Retry-After"] = { $ref: "#/components/headers/RetryAfter" };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("\n\n"),
    headers,
    content: {
      "application/json": {
        schema: references.length === 1 && first ? first : { oneOf: references },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, publicUrl) }])),
      },
    },
  };
}

const exampleOf = (code: ErrorCode, publicUrl: string) => ({
  error: code,
  message: ERRORS[code].title,
  request_id: "req_01k9zq0v7k3t5m8w2x4y6z0a1b",
  docs_url: `${publicUrl}/reference#${code}`,
  ...EXAMPLE_EXTRA[code],
});
