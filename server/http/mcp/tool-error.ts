import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { errorEnvelope, type PublicError } from "@/server/api/error-response";
import type { ErrorCode } from "@/server/domain/errors";
import { plainJson, plainText } from "./plain-text";

/** The error form of a tool's answer, besides its regular output. */
const ToolError = z.object({
  error: z.string().meta({ description: "The code of the error." }),
  message: z.string(),
  next: z.string().meta({ description: "What to do about it." }),
  request_id: z.string(),
  docs_url: z.string(),
  required: z.string().optional().meta({ description: "The scope that is missing." }),
  issues: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  current_status: z.string().optional(),
  changed: z.array(z.string()).optional().meta({ description: "What moved since it was seen." }),
  current_version: z.int().optional(),
  limit: z.union([z.string(), z.number()]).optional(),
  used: z.number().optional(),
  plan: z.string().optional(),
  resets_at: z.string().optional(),
});

const ASK_A_PERSON = "Tell the person you work for; only they can change this.";
const LATER = "Try the same call again in a minute; if it fails again, stop and say so.";

const NEXT: Readonly<Record<ErrorCode, string>> = {
  bad_request: "Send the arguments as a JSON object.",
  unauthorized: "Ask the person you work for to connect this client again.",
  plan_limit: ASK_A_PERSON,
  email_not_confirmed: "The person you work for has to confirm their e-mail address first.",
  run_budget_exceeded: "Do not try again before `resets_at`.",
  check_budget_exceeded: "Do not try again before `resets_at`.",
  insufficient_scope: "Ask the person you work for a credential that carries the scope in `required`.",
  forbidden_role:
    "Do not try again. Give the person you work for the address in the message, if there is one.",
  token_unusable: "Reading still works. For changes the person you work for has to make a new token.",
  workspace_forbidden: ASK_A_PERSON,
  not_found: "Look the id up with the tool that lists these; do not guess ids.",
  method_not_allowed: "Use one of the listed tools.",
  request_timeout: LATER,
  conflict: "Read it again and decide on what it shows now; do not repeat this call unchanged.",
  payload_too_large: "Send less at once.",
  unsupported_media_type: "Send JSON.",
  validation_error: "Correct the arguments named in `issues` and call again.",
  tier_ineligible: ASK_A_PERSON,
  no_commerce_integration: "The person you work for has to connect a store in the settings first.",
  headers_too_large: "Ask the person you work for: their client sends too many headers.",
  rate_limited: LATER,
  internal_error: LATER,
  unavailable: LATER,
};

/** Converts an error of the contract to a tool's answer: `structuredContent` for programs, text for models. */
export function toolError(
  error: PublicError,
  facts: { requestId: string; publicUrl: string },
): CallToolResult {
  const next = NEXT[error.code];
  const envelope = { ...errorEnvelope(error, facts), next };
  const issues = (error.extra.issues ?? []).map(
    ({ path, message }) => `\n- ${path || "arguments"}: ${message}`,
  );
  const errorText = `${error.code}: ${error.message}${issues.join("")}\n${next}`;
  return {
    isError: true,
    content: [
      { type: "text", text: plainText(errorText) },
      { type: "text", text: JSON.stringify(plainJson(envelope)) },
    ],
    structuredContent: ToolError.parse(plainJson(envelope)),
  };
}
