import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import { internalCause, publicError } from "@/server/api/middleware/errors";
import { type Caller, authenticate } from "@/server/auth/authenticate";
import { resourceNamed } from "@/server/auth/resources";
import { hashToken } from "@/server/auth/token";
import { tenantOf } from "@/server/db/tenant";
import { DomainError } from "@/server/domain/errors";
import { askedScopes, grantHindrance } from "@/server/domain/grant";
import { SCOPES } from "@/server/domain/permissions";
import { redirectTarget } from "@/server/domain/redirect-uri";
import { apiHeaders, errorAnswer } from "@/server/http/error-answer";
import type { HttpAnswer, HttpRequest } from "@/server/http/message";
import { isOwnSite } from "@/server/http/own-site";
import { checked } from "@/server/usecases/accounts/fields";
import { listWorkspacesOf } from "@/server/usecases/accounts/list-workspaces";
import type { Acting, Services } from "@/server/usecases/acting";
import { createGrant } from "@/server/usecases/grants/create";
import type { Library } from "./library";
import type { consentCall } from "./paths";
import type { ConsentRequest } from "./wire";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** One request of a consent page, with the connection it came over: the provider reads its own cookie there. */
export interface ConsentCall {
  readonly services: Services;
  readonly provider: Provider;
  readonly library: Library;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly about: NonNullable<ReturnType<typeof consentCall>>;
}

const MOST_BODY = 16 * 1024;
/** Until the application fetches its first token, which lets the grant live on. */
const UNUSED_MS = 5 * 60 * 1_000;

const Decision = z.object({
  proof: z.string().max(200),
  allow: z.boolean(),
  workspace_id: z.string().max(100).default(""),
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).default([]),
});

/**
 * `GET …/request`: what an application asks for, and the workspaces of the signed-in person. `POST …/decision`: what
 * the person decided, answered with the address to go on to. Both hold for the browser the request was begun in, for
 * the person the page was shown to, and once. Errors: unauthorized, not_found, workspace_forbidden (from another site),
 * validation_error, conflict, email_not_confirmed, plan_limit.
 */
export async function answerConsent(call: ConsentCall, request: HttpRequest): Promise<HttpAnswer> {
  const { services, requestId } = call;
  const { id, what } = call.about;
  const method = what === "decision" ? "POST" : "GET";
  try {
    if (request.method !== method) throw new DomainError("method_not_allowed");
    const { publicUrl } = services.settings;
    if (!isOwnSite(method, request.header, publicUrl))
      throw new DomainError("workspace_forbidden", "This address answers the product's own pages only.");
    const answer = what === "decision" ? await decide(call, request, id) : await describe(call, request, id);
    return { status: 200, headers: apiHeaders(requestId), body: JSON.stringify(answer) };
  } catch (thrown) {
    const cause = internalCause(thrown);
    if (cause) services.log.error({ err: cause, request_id: requestId }, "request failed");
    const facts = { requestId, publicUrl: services.settings.publicUrl, credentialSent: false };
    const told = publicError(thrown);
    return errorAnswer(told, facts, told.code === "method_not_allowed" ? { allow: method } : {});
  }
}

/** The request that was begun in this browser under this id. */
async function pending(
  { provider, library, incoming, response }: ConsentCall,
  id: string,
): Promise<Interaction> {
  const gone = () =>
    new DomainError(
      "not_found",
      "This request has expired, or was begun in another browser. Start again in the application.",
    );
  try {
    const interaction = await provider.interactionDetails(incoming, response);
    if (interaction.uid === id && !interaction.result) return interaction;
  } catch (error) {
    if (!(error instanceof library.errors.SessionNotFound)) throw error;
  }
  throw gone();
}

const signedIn = (services: Services, request: HttpRequest, workspaceId?: string): Promise<Caller> =>
  authenticate(services, {
    authorization: undefined,
    cookie: request.header("cookie") ?? undefined,
    workspaceHeader: workspaceId,
    via: "web",
  });

/** What the request asks for, read anew: the application may have been removed since. */
async function askedFor({ services, provider }: ConsentCall, { params }: Interaction) {
  const text = (name: string): string => {
    const value = params[name];
    return typeof value === "string" ? value : "";
  };
  const redirectUri = text("redirect_uri");
  const client = await provider.Client.find(text("client_id")).catch(() => undefined);
  const target = redirectTarget(redirectUri);
  if (!client?.redirectUriAllowed(redirectUri) || !target)
    throw new DomainError("not_found", "This application is not registered here any more.");
  const named = Array.isArray(params["resource"]) ? params["resource"] : [params["resource"]];
  const resources = named.filter((each) => typeof each === "string");
  const kinds = resources.flatMap((each) => resourceNamed(services.settings.publicUrl, each) ?? []);
  const kind = client.clientId.startsWith("https:") ? ("document" as const) : ("registered" as const);
  return {
    client: { id: client.clientId, name: client.clientName ?? client.clientId, kind },
    redirectUri,
    target,
    resources,
    kinds,
    toAgents: kinds.includes("mcp"),
    asked: askedScopes(text("scope")),
  };
}

async function describe(call: ConsentCall, request: HttpRequest, id: string): Promise<ConsentRequest> {
  const { services } = call;
  const caller = await signedIn(services, request);
  const wanted = await askedFor(call, await pending(call, id));
  const { client, toAgents } = wanted;
  const workspaces = await listWorkspacesOf(services, caller.userId);
  const { emailConfirmed } = caller;
  return {
    proof: proofOf(services, id, caller.userId),
    client: { ...client, host: client.kind === "document" ? new URL(client.id).host : null },
    redirect: wanted.target,
    resources: wanted.kinds,
    scopes: wanted.asked,
    person: caller.label,
    workspaces: workspaces.map((place) => ({
      id: place.id,
      name: place.name,
      role: place.role,
      plan: place.plan,
      hindrance: grantHindrance(place, { emailConfirmed, toAgents }),
    })),
  };
}

async function decide(call: ConsentCall, request: HttpRequest, id: string): Promise<{ location: string }> {
  const { services, provider, incoming, response } = call;
  const decision = checked(Decision, await readJson(request));
  const caller = await signedIn(services, request, decision.workspace_id);
  if (!isProof(decision.proof, proofOf(services, id, caller.userId)))
    throw new DomainError("conflict", "Somebody else has signed in meanwhile; open this page again.");
  const interaction = await pending(call, id);
  if (!decision.allow) {
    const denied = { error: "access_denied", error_description: "the person did not allow it" };
    return { location: await provider.interactionResult(incoming, response, denied) };
  }
  const grantId = await createGrant(actingFor(call, caller, request.ip), {
    ...(await askedFor(call, interaction)),
    chosen: decision.scopes,
    request: { model: "Interaction", idHash: hashToken(id) },
    expiresAt: new Date(services.now() + UNUSED_MS),
  });
  const login = { accountId: caller.userId, remember: false };
  return {
    location: await provider.interactionResult(incoming, response, { login, consent: { grantId } }),
  };
}

async function readJson(request: HttpRequest): Promise<unknown> {
  if (!/^application\/json(;|$)/i.test(request.header("content-type") ?? ""))
    throw new DomainError("unsupported_media_type");
  const body = Buffer.from(await request.body(MOST_BODY)).toString("utf8");
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new DomainError("bad_request", undefined, {}, { cause });
  }
}

/** Ties a decision to the person its page was shown to; nobody else can make one, and a page of one cannot speak for another. */
const proofOf = (services: Services, id: string, userId: string): string =>
  createHmac("sha256", services.settings.authSecret).update(`consent|${id}|${userId}`).digest("base64url");

const isProof = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));

function actingFor({ services, requestId }: ConsentCall, caller: Caller, ip: string | null): Acting {
  const { workspaceId, role, plan, lifecycle } = caller;
  const member = role !== null && !caller.support;
  if (!member || workspaceId === null || plan === null || lifecycle === null)
    throw new DomainError("workspace_forbidden");
  return {
    services,
    tenant: tenantOf(workspaceId),
    actor: { kind: "user", id: caller.userId, label: caller.label, userId: caller.userId },
    role,
    plan,
    lifecycle,
    emailConfirmed: caller.emailConfirmed,
    via: "web",
    requestId,
    ip,
  };
}
