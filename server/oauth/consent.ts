import { z } from "zod";
import { apiHeaders, errorResponse, type PublicError } from "@/server/api/error-response";
import type { Principal } from "@/server/auth/authenticate";
import { hashToken } from "@/server/credentials/token";
import { tenantOf } from "@/server/db/database/tenant";
import { DomainError } from "@/server/domain/errors";
import { SCOPES } from "@/server/domain/permissions";
import { isJson, jsonOf } from "@/server/http/json-body";
import type { HttpRequest, HttpResponse } from "@/server/http/message";
import { isSameOrigin } from "@/server/http/same-origin";
import { createGrant } from "@/server/usecases/grants/create";
import { checked } from "@/server/usecases/input";
import type { RequestContext } from "@/server/usecases/request-context";
import { consentProof, isConsentProof } from "./consent-proof";
import {
  type ConsentCall,
  describeRequest,
  findPendingInteraction,
  readAuthorizationRequest,
  requireSignedIn,
} from "./consent-request";

const MAX_BODY = 16 * 1024;
/** Lifetime of a grant until the application fetches its first token, which extends it. */
const UNUSED_GRANT_TTL_MS = 5 * 60 * 1_000;

const Decision = z.object({
  proof: z.string().max(200),
  allow: z.boolean(),
  workspace_id: z.string().max(100).default(""),
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).default([]),
});

/**
 * Answers the consent page. `GET …/request` returns the authorization request and the signed-in person's workspaces;
 * `POST …/decision` records the decision and returns the address to redirect to. Both are bound to the browser that
 * began the request and to the person who was shown the page, and work once.
 * Error responses: unauthorized, not_found, workspace_forbidden (from another site), validation_error, conflict,
 * email_not_confirmed, plan_limit.
 */
export async function handleConsent(call: ConsentCall, request: HttpRequest): Promise<HttpResponse> {
  const { services, requestId } = call;
  const { id, action } = call.route;
  const method = action === "decision" ? "POST" : "GET";
  try {
    if (request.method !== method) throw new DomainError("method_not_allowed");
    const { publicUrl } = services.settings;
    if (!isSameOrigin(method, request.header, publicUrl))
      throw new DomainError("workspace_forbidden", "This address answers Pricecheck's own pages only.");
    const response =
      action === "decision" ? await decide(call, request, id) : await describeRequest(call, request, id);
    return { status: 200, headers: apiHeaders(requestId), body: JSON.stringify(response) };
  } catch (thrown) {
    const headers = ({ code }: PublicError) =>
      code === "method_not_allowed" ? { allow: method } : undefined;
    return errorResponse(services, thrown, { requestId, headers });
  }
}

async function decide(call: ConsentCall, request: HttpRequest, id: string): Promise<{ location: string }> {
  const { services, provider, incoming, response } = call;
  const decision = checked(Decision, await readJson(request));
  const principal = await requireSignedIn(services, request, decision.workspace_id);
  if (!isConsentProof(decision.proof, consentProof(services, id, principal.userId)))
    throw new DomainError("conflict", "Somebody else has signed in meanwhile; open this page again.");
  const interaction = await findPendingInteraction(call, id);
  if (!decision.allow) {
    const denied = { error: "access_denied", error_description: "the person did not allow it" };
    return { location: await provider.interactionResult(incoming, response, denied) };
  }
  const grantId = await createGrant(contextFor(call, principal, request.ip), {
    ...(await readAuthorizationRequest(call, interaction)),
    chosen: decision.scopes,
    request: { model: "Interaction", idHash: hashToken(id) },
    expiresAt: new Date(services.now() + UNUSED_GRANT_TTL_MS),
  });
  const login = { accountId: principal.userId, remember: false };
  return {
    location: await provider.interactionResult(incoming, response, { login, consent: { grantId } }),
  };
}

async function readJson(request: HttpRequest): Promise<unknown> {
  if (!isJson(request.header("content-type"))) throw new DomainError("unsupported_media_type");
  return jsonOf(request, MAX_BODY);
}

function contextFor(
  { services, requestId }: ConsentCall,
  principal: Principal,
  ip: string | null,
): RequestContext {
  const { workspaceId, role, plan, lifecycle } = principal;
  const member = role !== null && !principal.support;
  if (!member || workspaceId === null || plan === null || lifecycle === null)
    throw new DomainError("workspace_forbidden");
  return {
    services,
    tenant: tenantOf(workspaceId),
    actor: { kind: "user", id: principal.userId, label: principal.label, userId: principal.userId },
    role,
    plan,
    lifecycle,
    emailConfirmed: principal.emailConfirmed,
    via: "web",
    requestId,
    ip,
  };
}
