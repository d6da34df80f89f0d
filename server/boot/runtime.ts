import { readdirSync } from "node:fs";
import { join } from "node:path";
import { agentSurface } from "@/server/api/agents/surface";
import { appRouter } from "@/server/api/root";
import { uploads } from "@/server/api/uploads";
import { type Env, EnvError, readEnv, setLibraryEnv } from "@/server/boot/env";
import { installationSecrets } from "@/server/boot/installation-secrets";
import { openServices } from "@/server/boot/services";
import { appRoleUrl } from "@/server/db/database/migrate";
import { databaseReadiness } from "@/server/db/database/readiness";
import { clientIpOf, proxyTest } from "@/server/http/client-address";
import { type FileHandler, fileHandler } from "@/server/http/file-handler";
import type { Readiness } from "@/server/http/health";
import { type McpHandler, mcpHandler } from "@/server/http/mcp/handler";
import { productServer } from "@/server/http/mcp/server";
import type { HttpRequest, HttpResponse } from "@/server/http/message";
import { type RestHandler, restHandler } from "@/server/http/rest";
import { sessionJwtHandler } from "@/server/http/session-jwt";
import { type TrpcHandler, trpcHandler } from "@/server/http/trpc-handler";
import type { Metrics } from "@/server/metrics/metrics";
import { openRateLimiter } from "@/server/rate-limit/open";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";

/** What one process needs to answer requests: created once, shared by the service and its pages. */
export interface Runtime {
  readonly services: Services;
  readonly metrics: Metrics;
  /** Bearer token for the metrics at the service's own port; null when they are disabled there. */
  readonly metricsToken: string | null;
  readonly rateLimiter: RateLimiter;
  readonly rest: RestHandler;
  readonly trpc: TrpcHandler;
  readonly files: FileHandler;
  readonly mcp: McpHandler;
  readonly sessionJwt: (request: HttpRequest) => Promise<HttpResponse>;
  readonly readiness: Readiness;
  /** Returns the client's address for a request to a Next route handler; null when it is unknown. */
  clientIpOf(headers: Headers): string | null;
  /** Makes the readiness check fail from now on, so that no new requests are sent to this process. */
  drain(): void;
  /** Makes the readiness check succeed that failed while the pages were being built. */
  pagesAreOpen(): void;
  /** Ends the streams of changes; browsers open new ones at another process. */
  endStreams(): void;
  close(): Promise<void>;
}

const READY_WITHIN_MS = 2_000;

// The pages are a separate bundle in the same process, so a module-level variable would exist twice.
const SHARED = Symbol.for("pricecheck.runtime");
const shared: typeof globalThis & { [SHARED]?: Promise<Runtime> } = globalThis;

/**
 * Creates the runtime of this process and shares it with the pages' bundle.
 * @param options.embedded whether this process started the database itself
 * @param options.alone whether Next runs without our own server in front of it
 * @param options.root the project's folder, which contains the migrations
 * @param options.awaitsPages whether it is not ready until `pagesAreOpen` is called
 */
export function openRuntime(
  services: Services & { readonly meter: Metrics },
  {
    env,
    embedded,
    root,
    alone = false,
    awaitsPages = false,
  }: { env: Env; embedded: boolean; root: string; alone?: boolean; awaitsPages?: boolean },
): Runtime {
  const { db, log, now, settings } = services;
  setLibraryEnv(settings.publicUrl);
  const rateLimiter = openRateLimiter({ ...rateLimitStores(env), db, embedded, log, now });
  const migrations = migrationNames(root);
  let draining = false;
  let pages = !awaitsPages;
  const runtime: Runtime = {
    services,
    metrics: services.meter,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimiter,
    rest: restHandler(appRouter, services, rateLimiter),
    trpc: trpcHandler(appRouter, services, rateLimiter),
    files: fileHandler(appRouter, uploads, services, rateLimiter),
    mcp: mcpHandler(appRouter, services, rateLimiter, productServer(appRouter, agentSurface, { root })),
    sessionJwt: sessionJwtHandler(services, rateLimiter),
    readiness: async () => ({
      serving: !draining,
      ...(pages ? {} : { pages }),
      ...(await databaseReadiness(db, migrations, READY_WITHIN_MS)),
    }),
    clientIpOf: alone ? clientIpBehindProxies(settings.http.trustedProxies) : clientIpFromOwnServer,
    drain: () => {
      draining = true;
    },
    pagesAreOpen: () => {
      pages = true;
    },
    endStreams: () => db.changes.end(),
    close: async () => {
      await rateLimiter.close();
      await db.close();
    },
  };
  shared[SHARED] = Promise.resolve(runtime);
  return runtime;
}

/** Our own server has already replaced x-forwarded-for with the verified client address. */
const clientIpFromOwnServer = (headers: Headers): string | null => headers.get("x-forwarded-for") || null;

/**
 * Without our own server the peer address is unknown: x-forwarded-for is trusted only when the operator configured
 * proxies.
 */
function clientIpBehindProxies(proxies: readonly string[]): Runtime["clientIpOf"] {
  const isProxy = proxyTest(proxies);
  return (headers) =>
    proxies.length === 0 ? null : clientIpOf(null, headers.get("x-forwarded-for"), isProxy);
}

const rateLimitStores = (env: Env) => ({
  redisUrl: env.REDIS_URL ?? null,
  upstash:
    env.UPSTASH_REDIS_REST_URL && env.UPSTASH_REDIS_REST_TOKEN
      ? { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN }
      : null,
});

const migrationNames = (root: string): string[] =>
  readdirSync(join(root, "prisma", "migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/**
 * Returns the runtime of this process for the pages: that of the service when it runs in this process, otherwise a
 * new one from the environment, on an external database that another process has migrated.
 * @throws EnvError without DATABASE_URL when no service runs in this process
 */
export function currentRuntime(): Promise<Runtime> {
  return (shared[SHARED] ??= standaloneRuntime());
}

async function standaloneRuntime(): Promise<Runtime> {
  const env = readEnv();
  if (!env.DATABASE_URL)
    throw new EnvError("DATABASE_URL: is required where the pages run without the service");
  const secrets = await installationSecrets(env);
  const databaseUrl = appRoleUrl(env.DATABASE_URL, secrets.appDbPassword);
  const services = openServices({ env, secrets, databaseUrl, sandbox: null });
  return openRuntime(services, { env, embedded: false, root: process.cwd(), alone: true });
}
