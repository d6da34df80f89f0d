/**
 * The steps of every request to an endpoint, in the order of the contract, whether it came by REST, from the browser
 * or from an agent:
 *
 *   authenticate → limit rate → resolve workspace → authorize → parse → handle → present
 *
 * The first four are `admit` below; they fail with 401 → 429 → 403 workspace_forbidden → 403 or token_unusable, and read
 * nothing of the body, unless the declaration needs it to say which permission the request needs. `query` and `mutation` add the rest: the declaration's schema parses the input (422), the use
 * case handles it, once per Idempotency-Key, and the declaration's presenter makes the answer.
 */
import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { z } from "zod";
import { authenticate, type Principal, UnauthorizedError } from "@/server/auth/authenticate";
import { demoPrincipal, findDemoVisit, visitorsPerMinute } from "@/server/auth/demo-visit";
import { DomainError, notPermitted } from "@/server/domain/errors";
import { type Authority, type Permission, permissionGap } from "@/server/domain/permissions";
import { addressKey } from "@/server/network/network";
import { limitRate } from "@/server/rate-limit/rate-limiter";
import { isAgent, requireAgentsMayApprove } from "@/server/usecases/agents-may-approve";
import { withOrigin } from "@/server/usecases/report";
import type { RequestContext } from "@/server/usecases/request-context";
import { recordSupportView } from "@/server/usecases/support/view";
import { type ApiContext, type AuthorizedContext, requestContextOf, type WorkspaceScope } from "./context";
import {
  type Declared,
  type EndpointMeta,
  endpointMeta,
  isPublished,
  type NeededPermission,
} from "./declaration";
import { runOnce } from "./idempotency";
import { recordUse } from "./record-use";
import { StreamedResponse } from "./streamed-response";
import { procedure } from "./trpc";
import { withoutAddresses } from "./without-addresses";

/** The scope of every decision on a price: to approve, reject or revert, and to release a held run. */
const APPROVAL_SCOPE: Permission = "recommendations:approve";

/** The arguments of a handler: the parsed input, the request context and the principal. */
interface Call<I extends z.ZodObject> {
  readonly context: AuthorizedContext["context"];
  readonly principal: AuthorizedContext["principal"];
  readonly input: z.output<I>;
}

interface QueryCall<I extends z.ZodObject> extends Call<I> {
  /** Authenticates and authorizes the request again, for an answer that goes on for longer. Throws if it is refused by now. */
  readonly recheck: () => Promise<void>;
}

/** Declares an endpoint that reads. */
export function query<I extends z.ZodObject, O extends z.ZodType>(
  declaration: Declared<I, O>,
  handle: (call: QueryCall<I>) => Promise<z.input<O>> | z.input<O>,
) {
  const { input, output }: { input: z.ZodObject; output: z.ZodType } = declaration;
  const meta = endpointMeta("query", declaration);
  const endpoint = withAdmission(meta)
    .input(input)
    .output(declaration.presented ? asPresented : output)
    .query(({ ctx, input: parsed }) =>
      handle({
        input: checkedAs<z.output<I>>(parsed),
        context: ctx.context,
        principal: ctx.principal,
        recheck: async () => void authorize(await authenticateRequest(ctx), meta, null),
      }),
    );
  return checkedAs<TRPCQueryProcedure<{ input: z.input<I>; output: z.output<O>; meta: EndpointMeta }>>(
    endpoint,
  );
}

/**
 * Declares an endpoint that changes something.
 * @param handle the use case
 * @param present converts the result of the use case's transaction to the response
 */
export function mutation<I extends z.ZodObject, O extends z.ZodType, R>(
  declaration: Declared<I, O>,
  handle: (call: Call<I>) => Promise<R>,
  present: (result: R, nowMs: number) => z.input<O>,
) {
  const { input, output }: { input: z.ZodObject; output: z.ZodType } = declaration;
  const endpoint = withAdmission(endpointMeta("mutation", declaration))
    .input(input)
    .output(output)
    .mutation(({ ctx, input: parsed }) =>
      runOnce(
        ctx,
        declaration.repeats ?? "replay",
        parsed,
        (result: R) => present(result, ctx.services.now()),
        (context) => handle({ input: checkedAs<z.output<I>>(parsed), context, principal: ctx.principal }),
      ),
    );
  return checkedAs<TRPCMutationProcedure<{ input: z.input<I>; output: z.output<O>; meta: EndpointMeta }>>(
    endpoint,
  );
}

/** The steps before parsing may look at the input too, and a body can be read once only. */
const inputReadOnce = procedure.use(({ next, getRawInput }) => {
  let input: Promise<unknown> | null = null;
  return next({ getRawInput: () => (input ??= getRawInput()) });
});

/** A procedure whose requests are admitted before their input is parsed. */
const withAdmission = (meta: EndpointMeta) =>
  inputReadOnce.meta(meta).use(async ({ ctx, next, path, getRawInput }) => {
    const admitted = await admit(ctx, meta, path, getRawInput);
    const { context, principal } = admitted;
    if (principal.support)
      await recordSupportView(context, principal.support.id, { operation: path, input: await getRawInput() });
    const result = await withOrigin({ request: ctx.request.id }, () => next({ ctx: admitted }));
    if (!ctx.admitted) recordUse(ctx.services, principal);
    if (!principal.readsDemo || !result.ok) return result;
    // A stream holds a connection, and would pass what hides people.
    if (result.data instanceof StreamedResponse) throw notForVisitors(meta.declaration.scope);
    return { ...result, data: withoutAddresses(result.data) };
  });

/**
 * Runs the steps before the input is parsed, for procedures and uploads alike.
 * @param path names the operation when it has no method and route of its own
 * @param getRawInput reads the input, for an endpoint whose permission depends on it
 * @throws DomainError of the failed step, in the order of the contract
 */
export async function admit(
  ctx: ApiContext,
  meta: EndpointMeta,
  path: string,
  getRawInput: () => Promise<unknown>,
): Promise<AuthorizedContext> {
  const principal = ctx.admitted ?? (await authenticateRequest(ctx));
  if (!ctx.admitted) await limitRequests(ctx, principal);
  const { perMinute } = meta.declaration;
  if (perMinute !== undefined)
    await limitRate(ctx.rateLimiter, `${path}:${principal.rateLimitKey}`, perMinute);
  const context = requestContextOf(ctx, principal, resolveWorkspace(principal));
  ctx.request.admittedAs?.({
    workspace: context.tenant.workspaceId,
    credential: principal.credential,
  });
  const needed = await neededPermission(context, meta, getRawInput);
  authorize(principal, meta, needed);
  const { scope } = needed ?? meta.declaration;
  if (scope === APPROVAL_SCOPE && isAgent(context)) await requireAgentsMayApprove(context);
  const operation = meta.openapi ? `${meta.openapi.method} ${meta.openapi.path}` : path;
  return { ...ctx, principal, context, operation };
}

/** Throws workspace_forbidden, or what permission the principal lacks. */
function authorize(principal: Principal, meta: EndpointMeta, needed: NeededPermission | null): void {
  resolveWorkspace(principal);
  const refusal = permissionRefusal(principal, meta, needed);
  if (refusal) throw refusal;
}

/** Returns the permission that this very request needs; null if the declaration alone decides, or the input is invalid. */
async function neededPermission(
  context: RequestContext,
  { declaration }: EndpointMeta,
  getRawInput: () => Promise<unknown>,
): Promise<NeededPermission | null> {
  if (!isPublished(declaration) || declaration.permissionFor === undefined) return null;
  // An input that cannot be read is refused where it is parsed.
  const input = await getRawInput().catch(() => null);
  return declaration.permissionFor(context, input);
}

/**
 * Returns the error for a principal that may not make this very call, or null, like `permissionRefusal`.
 * @param input not parsed yet
 */
export async function callRefusal(
  ctx: ApiContext,
  principal: Principal,
  meta: EndpointMeta,
  input: unknown,
): Promise<DomainError | null> {
  const context = requestContextOf(ctx, principal, resolveWorkspace(principal));
  const needed = await neededPermission(context, meta, () => Promise.resolve(input));
  return permissionRefusal(principal, meta, needed);
}

/**
 * Authenticates the request. Throws UnauthorizedError (401) without a valid credential, and rate_limited (429) when
 * its address has sent too many invalid ones.
 */
export async function authenticateRequest(ctx: ApiContext): Promise<Principal> {
  const { authorization, cookie, workspaceHeader, via, ip } = ctx.request;
  const { credentials } = ctx.rateLimiter;
  const address = authorization === null || ip === null ? null : addressKey(ip);
  const seconds =
    authorization === null || address === null ? null : credentials.waitSeconds(address, authorization);
  if (seconds !== null) throw new DomainError("rate_limited", TOO_MANY_REFUSED, { retry_after: seconds });
  try {
    const principal = await authenticate(ctx.services, {
      authorization: authorization ?? undefined,
      cookie: cookie ?? undefined,
      workspaceHeader: workspaceHeader ?? undefined,
      via,
    });
    if (authorization !== null) credentials.accepted(authorization);
    return principal;
  } catch (error) {
    if (address !== null && error instanceof UnauthorizedError)
      await credentials.refused(address, ctx.services.settings.http.refusedPerMinute);
    const visit = isWithoutSession(error, ctx) ? await findDemoVisit(ctx.services, cookie) : null;
    if (visit && (workspaceHeader ?? visit.workspace.id) === visit.workspace.id)
      return demoPrincipal(visit, ip);
    throw error;
  }
}

/** Whether a page's own request has no session that counts: then it may be a visitor's of the demo. */
const isWithoutSession = (error: unknown, { request }: ApiContext): boolean =>
  error instanceof UnauthorizedError && request.via === "web" && request.authorization === null;

const TOO_MANY_REFUSED = "This address has shown too many credentials that do not hold; wait a minute.";

/** Counts one request against the principal's limit. Throws rate_limited (429) with `retry_after` in seconds. */
export function limitRequests({ services, rateLimiter, request }: ApiContext, principal: Principal) {
  const { perMinute, browserPerMinute } = services.settings;
  const ofBrowser = principal.readsDemo ? visitorsPerMinute(browserPerMinute) : browserPerMinute;
  return limitRate(rateLimiter, principal.rateLimitKey, request.via === "web" ? ofBrowser : perMinute);
}

/**
 * Returns the workspace of the request. Throws workspace_forbidden (403) without a workspace that the principal
 * belongs to.
 */
export function resolveWorkspace(principal: Principal): WorkspaceScope {
  const { workspaceId, plan, lifecycle, credential, role } = principal;
  const member = credential !== "session" || role !== null;
  if (workspaceId !== null && plan !== null && lifecycle !== null && member)
    return { workspaceId, plan, lifecycle };
  throw new DomainError("workspace_forbidden");
}

/**
 * Returns the error for a principal that lacks permission (insufficient_scope, token_unusable or forbidden_role), or
 * null. Does not check whether the workspace lets agents approve.
 * @param needed the permission that the request needs; null if any scope of the declaration suffices for now
 */
export function permissionRefusal(
  principal: Principal,
  meta: EndpointMeta,
  needed: NeededPermission | null = null,
): DomainError | null {
  const { scope, roles } = needed ?? meta.declaration;
  const isOpen = needed === null && isPublished(meta.declaration);
  const alternatives = isOpen ? (meta.declaration.alternativeScopes ?? []) : [];
  const authority: Authority = { role: principal.role, scopes: principal.tokenScopes };
  const gaps = [scope, ...alternatives].map((each) =>
    permissionGap(authority, { scope: each, ...(roles ? { roles } : {}) }),
  );
  const [first] = gaps;
  const gap = !first || gaps.includes(null) ? null : first;
  const tokenLacksScope = [scope, ...alternatives].every((each) => authority.scopes?.has(each) === false);
  if (gap && tokenLacksScope) return notPermitted(gap, scope);
  if (principal.support && meta.kind === "mutation")
    return new DomainError("insufficient_scope", "A support session only reads.", { required: scope });
  if (principal.readsDemo && meta.kind === "mutation") return notForVisitors(scope);
  // The token of a deleted person still reads: by contract only its changes are refused.
  if (principal.userDeleted) return meta.kind === "mutation" ? new DomainError("token_unusable") : null;
  return gap && notPermitted(gap, scope);
}

const notForVisitors = (required: Permission): DomainError =>
  new DomainError(
    "insufficient_scope",
    "The demo is to be looked at; nothing in it can be changed, downloaded or followed.",
    { required },
  );

/**
 * Casts a value that the schemas of a declaration have validated at run time: the types of the generic declaration
 * cannot be carried through the procedure builder's conditional types.
 */
const checkedAs = <T>(value: unknown): T => value as T;

const asPresented = (value: unknown): unknown => value;
