import { type CachedRobots, cachedRobots, cacheRobots } from "@/server/db/page-checks/hosts";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { robotsFor } from "@/server/market/robots";
import { type GuardedAnswer, type GuardedFetchOptions, guardedFetch } from "@/server/outbound/guarded-fetch";
import type { Services } from "../request-context";

/** How long a site's rules are kept, and how long it is left alone where they could not be read. */
const KEPT_MS = DAY_MS;
const UNREADABLE_KEPT_MS = HOUR_MS;
const MAX_PAUSE_MS = DAY_MS;

/** What a site lets be visited. */
export interface SiteRules {
  /** Whether the site could say; where it could not, nothing may be visited for now. */
  readonly readable: boolean;
  allows(url: string): boolean;
  /** How long to wait between two visits, in milliseconds. */
  readonly pauseMs: number;
}

/** How pages of competitors are asked for: the same for their rules and for themselves. */
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
 * A site's rules as they were last read; the site itself is asked where that is too long ago.
 * @returns the rules, and whether the site was asked, which is a visit of its own
 */
export async function rulesOf(
  services: Services,
  origin: string,
): Promise<{ readonly rules: SiteRules; readonly asked: boolean }> {
  const kept = await keptFresh(services, origin);
  let read: CachedRobots | null = null;
  const robots = await robotsFor(origin, async (url, options) => {
    if (kept) return answerFrom(kept, url);
    const answer = await guardedFetch(url, fetchOptions(services, url, options));
    read = keptOf(answer, services.now());
    return answer;
  });
  if (read) await cacheRobots(services.db, origin, read);
  const delayMs = Math.min((robots.crawlDelaySeconds ?? 0) * 1_000, MAX_PAUSE_MS);
  return {
    rules: {
      readable: robots.readable,
      allows: robots.allows,
      pauseMs: Math.max(services.settings.pageDelayMs, delayMs),
    },
    asked: read !== null,
  };
}

async function keptFresh({ db, now }: Services, origin: string): Promise<CachedRobots | null> {
  const kept = await cachedRobots(db, origin, new Date(now() - KEPT_MS));
  const readable = kept?.status !== null && (kept?.status ?? 500) < 500;
  return kept && (readable || kept.readAt.getTime() > now() - UNREADABLE_KEPT_MS) ? kept : null;
}

const keptOf = (answer: GuardedAnswer, nowMs: number): CachedRobots => ({
  readAt: new Date(nowMs),
  status: answer.ok ? answer.status : null,
  body: answer.ok ? answer.body.toString("utf8").replaceAll("\u0000", "") : null,
});

const answerFrom = ({ status, body }: CachedRobots, url: string): GuardedAnswer =>
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
