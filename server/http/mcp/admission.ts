import { isCheckedLongAgo } from "@/server/api/admission";
import { authenticateRequest, limitRequests } from "@/server/api/authentication";
import { resolveWorkspace } from "@/server/api/authorization";
import type { ApiContext } from "@/server/api/context";
import { recordUse } from "@/server/api/record-use";
import { type Principal, UnauthorizedError } from "@/server/auth/authenticate";
import { agentsNotInPlan } from "@/server/domain/plan/agents";
import type { HttpRequest } from "../message";
import { type ReceivedMessages, readMessages } from "./body";
import type { RequestId } from "./refusal";
import type { Session } from "./session";

/**
 * Runs the checks that precede the handling of a message, in the order of the contract: 401 → 429 → 413, 415, 400 →
 * 403 workspace_forbidden → 402. A body that cannot be parsed counts as one request.
 * @param onMessageId called with the message's id once it is known, so that an error can carry it
 * @throws DomainError with the code of the check that failed
 */
export async function admitted(
  sessionOf: (ctx: Session["ctx"]) => Session,
  ctx: ApiContext,
  request: HttpRequest,
  onMessageId: (id: RequestId) => void,
): Promise<{ session: Session; received: ReceivedMessages }> {
  const first = await agentPrincipal(ctx);
  const checkedAtMs = performance.now();
  let received: ReceivedMessages;
  try {
    received = await readMessages(request);
  } catch (error) {
    await limitRequests(ctx, first);
    throw error;
  }
  const principal = isCheckedLongAgo(checkedAtMs) ? await agentPrincipal(ctx) : first;
  onMessageId(received.id);
  for (let counted = 0; counted < received.requests; counted++) await limitRequests(ctx, principal);
  const refusal = agentsNotInPlan(resolveWorkspace(principal).plan);
  if (refusal) throw refusal;
  recordUse(ctx.services, principal);
  return { session: sessionOf({ ...ctx, admitted: principal }), received };
}

/** A session's bearer is for an app in front of a person; agents use a token or an OAuth grant. */
async function agentPrincipal(ctx: ApiContext): Promise<Principal> {
  const principal = await authenticateRequest(ctx);
  if (principal.credential !== "session") return principal;
  throw new UnauthorizedError(
    "invalid",
    "Agents come with an API token or with a grant, not with a session.",
  );
}
