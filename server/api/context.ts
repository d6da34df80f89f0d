import type { Principal } from "@/server/auth/authenticate";
import { tenantOf } from "@/server/db/database/tenant";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { RequestContext } from "@/server/usecases/request-context";
import type { Services } from "@/server/usecases/services";

/** Who was let in where: the kind of credential, and the workspace it acts in. */
export interface Admission {
  readonly workspace: string;
  readonly credential: Principal["credential"];
}

/**
 * The parts of a request that a transport passes on: the headers that the pipeline needs, and nothing else of HTTP.
 */
export interface RequestFacts {
  /** Tells the transport, for its log, who was let in. */
  readonly admittedAs?: ((admission: Admission) => void) | undefined;
  readonly id: string;
  readonly via: "web" | "api" | "mcp";
  readonly authorization: string | null;
  readonly cookie: string | null;
  readonly workspaceHeader: string | null;
  readonly idempotencyKey: string | null;
  readonly ip: string | null;
}

/** The context of a request when it enters the pipeline. */
export interface ApiContext {
  readonly services: Services;
  readonly rateLimiter: RateLimiter;
  readonly request: RequestFacts;
  /**
   * The principal, when the transport has already authenticated the request and counted it against the rate limit
   * (MCP, where one message may hold several requests). Null: the pipeline does both.
   */
  readonly admitted: Principal | null;
}

/**
 * The context of a call that the service makes for the person whose browser asks for something else, such as a page:
 * it is authenticated, counted and authorized like one that the browser sends.
 * @param request.workspaceId the workspace that the call names; null outside of workspaces
 * @param request.ip the client's address; null where it is unknown
 */
export const browserContext = (
  { services, rateLimiter }: Pick<ApiContext, "services" | "rateLimiter">,
  request: {
    readonly cookie: string | null;
    readonly workspaceId: string | null;
    readonly ip: string | null;
  },
): ApiContext => ({
  services,
  rateLimiter,
  admitted: null,
  request: {
    id: services.newId("request"),
    via: "web",
    authorization: null,
    cookie: request.cookie,
    workspaceHeader: request.workspaceId,
    idempotencyKey: null,
    ip: request.ip,
  },
});

/** The workspace of a request, with its plan and lifecycle state. */
export interface WorkspaceScope {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

/** The context of a request that is authorized in its workspace. */
export interface AuthorizedContext extends ApiContext {
  readonly principal: Principal;
  readonly context: RequestContext;
  /** When the credential was checked, by `performance.now()`. */
  readonly checkedAtMs: number;
  /** Identifies the operation for its Idempotency-Key: method and route, or the path of an internal procedure. */
  readonly operation: string;
}

/** Builds the context that the use cases receive. */
export const requestContextOf = (
  { services, request }: ApiContext,
  principal: Principal,
  { workspaceId, plan, lifecycle }: WorkspaceScope,
): RequestContext => ({
  services,
  tenant: tenantOf(workspaceId),
  actor: {
    kind: principal.credential === "session" ? "user" : principal.credential,
    id: principal.id,
    label: principal.label,
    userId: principal.userId,
    ...(principal.pseudonym === undefined ? {} : { pseudonym: principal.pseudonym }),
  },
  role: principal.role,
  plan,
  lifecycle,
  emailConfirmed: principal.emailConfirmed,
  via: request.via,
  requestId: request.id,
  ip: request.ip,
});
