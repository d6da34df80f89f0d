import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Env, setLibraryEnv } from "@/server/boot/env";
import { type ForPages, forPages } from "@/server/boot/for-pages";
import { type Handlers, openHandlers } from "@/server/boot/handlers";
import { databaseReadiness } from "@/server/db/database/readiness";
import { clientIpOf, proxyTest } from "@/server/http/client-address";
import type { Readiness } from "@/server/http/health";
import type { Metrics } from "@/server/metrics/metrics";
import { openRateLimiter } from "@/server/rate-limit/open";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";

/** What one process needs to answer requests: created once. */
export interface Runtime extends Handlers {
  readonly services: Services;
  readonly metrics: Metrics;
  /** Bearer token for the metrics at the service's own port; null when they are disabled there. */
  readonly metricsToken: string | null;
  readonly rateLimiter: RateLimiter;
  readonly readiness: Readiness;
  readonly forPages: ForPages;
  /** Makes the readiness check fail from now on, so that no new requests are sent to this process. */
  drain(): void;
  /** Makes the readiness check succeed that failed while the pages were being built. */
  pagesAreOpen(): void;
  /** Ends the streams of changes; browsers open new ones at another process. */
  endStreams(): void;
  close(): Promise<void>;
}

const READY_WITHIN_MS = 2_000;

/**
 * Creates the runtime of this process.
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
  const handlers = openHandlers(services, rateLimiter, root);
  const ipOf = alone ? clientIpBehindProxies(settings.http.trustedProxies) : clientIpFromOwnServer;
  return {
    services,
    metrics: services.meter,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimiter,
    ...handlers,
    forPages: forPages(services, rateLimiter, handlers, ipOf),
    readiness: async () => ({
      serving: !draining,
      ...(pages ? {} : { pages }),
      ...(await databaseReadiness(db, migrations, READY_WITHIN_MS)),
    }),
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
}

/** Our own server has already replaced x-forwarded-for with the verified client address. */
const clientIpFromOwnServer = (headers: Headers): string | null => headers.get("x-forwarded-for") || null;

/**
 * Without our own server the peer address is unknown: x-forwarded-for is trusted only when the operator configured
 * proxies.
 */
function clientIpBehindProxies(proxies: readonly string[]): (headers: Headers) => string | null {
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
