import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { authenticate, type Principal } from "@/server/auth/authenticate";
import { resourceNamed } from "@/server/auth/resources";
import { DomainError } from "@/server/domain/errors";
import { grantBlocker, requestedScopes } from "@/server/domain/grants/grant";
import { redirectTarget } from "@/server/domain/grants/redirect-uri";
import type { HttpRequest } from "@/server/http/message";
import type { Services } from "@/server/usecases/services";
import { listWorkspacesOf } from "@/server/usecases/workspaces/list";
import { consentProof } from "./consent-proof";
import type { Library } from "./library";
import type { parseConsentPath } from "./paths";
import type { ConsentRequest } from "./schemas";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** One request of a consent page, with its Node request and response: the provider reads its cookie from them. */
export interface ConsentCall {
  readonly services: Services;
  readonly provider: Provider;
  readonly library: Library;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly route: NonNullable<ReturnType<typeof parseConsentPath>>;
}

/** Returns the authorization request with this id that was begun in this browser. Throws not_found without one. */
export async function findPendingInteraction(
  { provider, library, incoming, response }: ConsentCall,
  id: string,
): Promise<Interaction> {
  const notFound = () =>
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
  throw notFound();
}

/** Authenticates the person of that browser, as a member of the workspace if one is given. */
export const requireSignedIn = (
  services: Services,
  request: HttpRequest,
  workspaceId?: string,
): Promise<Principal> =>
  authenticate(services, {
    authorization: undefined,
    cookie: request.header("cookie") ?? undefined,
    workspaceHeader: workspaceId,
    via: "web",
  });

/** Returns the authorization request's parameters. Reads the application again, since it may have been removed. */
export async function readAuthorizationRequest({ services, provider }: ConsentCall, { params }: Interaction) {
  const text = (name: string): string => {
    const value = params[name];
    return typeof value === "string" ? value : "";
  };
  const redirectUri = text("redirect_uri");
  const client = await provider.Client.find(text("client_id")).catch(() => undefined);
  const target = redirectTarget(redirectUri);
  if (!client?.redirectUriAllowed(redirectUri) || !target)
    throw new DomainError("not_found", "This application is not registered here any more.");
  const values = Array.isArray(params["resource"]) ? params["resource"] : [params["resource"]];
  const resources = values.filter((each) => typeof each === "string");
  const kinds = resources.flatMap((each) => resourceNamed(services.settings.publicUrl, each) ?? []);
  const kind = client.clientId.startsWith("https:") ? ("document" as const) : ("registered" as const);
  return {
    client: { id: client.clientId, name: client.clientName ?? client.clientId, kind },
    redirectUri,
    target,
    resources,
    kinds,
    includesMcp: kinds.includes("mcp"),
    asked: requestedScopes(text("scope")),
  };
}

/** Returns the consent page's content for the signed-in person. */
export async function describeRequest(
  call: ConsentCall,
  request: HttpRequest,
  id: string,
): Promise<ConsentRequest> {
  const { services } = call;
  const principal = await requireSignedIn(services, request);
  const requested = await readAuthorizationRequest(call, await findPendingInteraction(call, id));
  const { client, includesMcp } = requested;
  const workspaces = await listWorkspacesOf(services, principal.userId);
  const { emailConfirmed } = principal;
  return {
    proof: consentProof(services, id, principal.userId),
    client: { ...client, host: client.kind === "document" ? new URL(client.id).host : null },
    redirect: requested.target,
    resources: requested.kinds,
    scopes: requested.asked,
    person: principal.label,
    workspaces: workspaces.map((workspace) => ({
      id: workspace.id,
      name: workspace.name,
      role: workspace.role,
      plan: workspace.plan,
      blocker: grantBlocker(workspace, { emailConfirmed, includesMcp }),
    })),
  };
}
