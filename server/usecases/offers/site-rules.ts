import { type CachedRobots, cachedRobots, cacheRobots } from "@/server/db/offers/hosts";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import {
  type GuardedFetchOptions,
  type GuardedResponse,
  guardedFetch,
} from "@/server/outbound/guarded-fetch";
import { robotsFor } from "@/server/outbound/robots";
import type { Services } from "../services";

/**
 * How long a site's robots.txt is cached; after an unreadable one nothing is requested from the site for
 * UNREADABLE_CACHE_MS.
 */
const CACHE_TTL_MS = DAY_MS;
const UNREADABLE_CACHE_TTL_MS = HOUR_MS;
const MAX_PAUSE_MS = DAY_MS;

/** A site's robots.txt rules for our requests. */
export interface SiteRules {
  /** False when robots.txt could not be read; nothing may be requested then. */
  readonly readable: boolean;
  allows(url: string): boolean;
  /** Pause between two requests, in milliseconds. */
  readonly pauseMs: number;
}

/** Returns the fetch options for competitors' sites, the same for robots.txt and for pages. */
export function fetchOptions(
  { settings }: Services,
  url: string,
  options: Omit<GuardedFetchOptions, "ports" | "allowPrivate">,
): GuardedFetchOptions {
  const { port } = new URL(url);
  const allowPrivate = settings.allowPrivatePages;
  return {
    ...options,
    headers: { "user-agent": settings.pageUserAgent, ...options.headers },
    allowPrivate,
    ...(allowPrivate !== false && port !== "" ? { ports: [80, 443, Number(port)] } : {}),
  };
}

/**
 * Returns a site's rules from the cache, or fetches robots.txt when the cached copy is too old.
 * @returns the rules, and `asked` true when the site was fetched, which counts as a request
 */
export async function loadSiteRules(
  services: Services,
  origin: string,
): Promise<{ readonly rules: SiteRules; readonly fetched: boolean }> {
  const cached = await freshFromCache(services, origin);
  let fetched: CachedRobots | null = null;
  const robots = await robotsFor(origin, async (url, options) => {
    if (cached) return answerFrom(cached, url);
    const result = await guardedFetch(url, fetchOptions(services, url, options));
    fetched = toCached(result, services.now());
    return result;
  });
  if (fetched) await cacheRobots(services.db, origin, fetched);
  const delayMs = Math.min((robots.crawlDelaySeconds ?? 0) * 1_000, MAX_PAUSE_MS);
  return {
    rules: {
      readable: robots.readable,
      allows: robots.allows,
      pauseMs: Math.max(services.settings.pageDelayMs, delayMs),
    },
    fetched: fetched !== null,
  };
}

async function freshFromCache({ db, now }: Services, origin: string): Promise<CachedRobots | null> {
  const cached = await cachedRobots(db, origin, new Date(now() - CACHE_TTL_MS));
  const status = cached?.status ?? 500;
  const readable = status < 500 && status !== 429;
  return cached && (readable || cached.readAt.getTime() > now() - UNREADABLE_CACHE_TTL_MS) ? cached : null;
}

const toCached = (result: GuardedResponse, nowMs: number): CachedRobots => ({
  readAt: new Date(nowMs),
  status: result.ok ? result.status : null,
  body: result.ok ? result.body.toString("utf8").replaceAll("\u0000", "") : null,
});

const answerFrom = ({ status, body }: CachedRobots, url: string): GuardedResponse =>
  status === null
    ? { ok: false, reason: "network", message: "The site could not be reached." }
    : {
        ok: true,
        url,
        status,
        headers: { get: () => null },
        contentType: "text/plain",
        body: Buffer.from(body ?? ""),
      };
