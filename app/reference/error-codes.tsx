import { ERRORS, type ErrorCode } from "@/server/domain/errors";

/** What a client should do about each code. */
const ADVICE: Readonly<Record<ErrorCode, string>> = {
  bad_request: "Correct the body; it was not JSON.",
  unauthorized:
    "Send Authorization: Bearer with a token of settings → API keys that is neither revoked nor expired.",
  plan_limit:
    "Free something, change the plan, or settle what suspended the workspace: limit names what was reached.",
  email_not_confirmed: "Open the link in the mail that was sent at sign-up, then repeat the request.",
  run_budget_exceeded: "Wait until resets_at, or change the plan.",
  check_budget_exceeded: "Wait until resets_at, or change the plan.",
  insufficient_scope: "Mint a token that carries the scope named in required, or ask for a role that has it.",
  forbidden_role: "Let an approver, admin or owner do this.",
  token_unusable: "Mint a new token: the person who minted this one was deleted. Reading still works.",
  workspace_forbidden: "Send X-Workspace-Id with a workspace that this person belongs to.",
  not_found: "Check the path and the id; ids of other workspaces are not found either.",
  method_not_allowed: "Use one of the methods in the Allow header.",
  request_timeout: "Send the request again; a body has to arrive within half a minute.",
  conflict:
    "Read the resource again and decide on what it is now: current_status and changed say what moved.",
  payload_too_large: "Send less at once: 1 MiB, 4 MiB for bulk operations.",
  unsupported_media_type: "Send Content-Type: application/json.",
  validation_error: "Correct the fields that issues lists.",
  tier_ineligible:
    "Change to the Max or Enterprise plan, or change the price by hand and resolve the recommendation.",
  no_commerce_integration: "Connect a store in settings → Integrations.",
  headers_too_large: "Send fewer or shorter headers, cookies included: 16 KiB in all.",
  rate_limited: "Wait as many seconds as Retry-After says. Every token has a budget of its own.",
  internal_error:
    "Repeat the request later, with an Idempotency-Key if it changes something; report request_id if it stays.",
  unavailable: "Repeat the request in a few seconds, with an Idempotency-Key if it changes something.",
};

/** The table of error codes with meaning and remedy; an error's `docs_url` links to its row. */
export function ErrorCodes() {
  return (
    <section aria-labelledby="errors" className="mx-auto max-w-5xl px-5 py-12">
      <h2 id="errors" className="text-xl font-semibold text-ink">
        Error codes
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        Every error has <code>error</code>, <code>message</code>, <code>request_id</code> and{" "}
        <code>docs_url</code>. Decide on <code>error</code>; new codes may be added.
      </p>
      <div className="mt-5 overflow-x-auto">
        <table className="w-full border-collapse text-left text-sm">
          <thead className="text-ink-dim">
            <tr>
              {["Status", "Code", "Meaning", "What to do"].map((title) => (
                <th key={title} scope="col" className="border-b border-line py-2 pr-4 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(ERRORS).map(([code, { status, title }]) => (
              <tr key={code} id={code} className="scroll-mt-6 border-b border-line-soft target:bg-selected">
                <td className="py-2 pr-4 align-top tabular-nums text-ink-dim">{status}</td>
                <td className="py-2 pr-4 align-top">
                  <a href={`#${code}`} className="font-mono text-ink">
                    {code}
                  </a>
                </td>
                <td className="py-2 pr-4 align-top text-ink-soft">{title}</td>
                <td className="py-2 align-top text-ink-soft">{adviceFor(code)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const adviceFor = (code: string): string =>
  Object.entries(ADVICE).find(([known]) => known === code)?.[1] ?? "";
