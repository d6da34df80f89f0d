import type { GuardedFetchOptions, GuardedResponse } from "@/server/outbound/guarded-fetch";
import { robotsRules } from "@/server/outbound/robots-rules";

/** Our name in a site's robots.txt. */
const ROBOT = "Pricecheck";
const ACCEPT = ["text/plain", "*/*"] as const;
/** RFC 9309 asks for five at least, also to other hosts. */
const MAX_REDIRECTS = 5;

/** Requests a site's robots.txt, with the signature of guardedFetch. */
export type RobotsFetch = (url: string, options: GuardedFetchOptions) => Promise<GuardedResponse>;

/** The rules of a site's robots.txt. */
export interface Robots {
  /** Whether the rules could be read; when they could not, nothing is allowed for now. */
  readonly readable: boolean;
  /** Whether the address may be requested; never for another origin. */
  allows(url: string): boolean;
  /** The site's requested pause between two requests; null when it states none. */
  readonly crawlDelaySeconds: number | null;
}

/**
 * Requests the rules of an origin by RFC 9309: a missing file allows everything; a site that does not answer, or
 * answers with a server error or 429, allows nothing for now. The caller decides how long the rules are cached.
 */
export async function robotsFor(origin: string, fetch: RobotsFetch): Promise<Robots> {
  const url = new URL("/robots.txt", origin).href;
  const response = await fetch(url, { accept: ACCEPT, maxRedirects: MAX_REDIRECTS });
  if (!response.ok || response.status >= 500 || response.status === 429) return EVERYTHING_CLOSED;
  const rules = robotsRules(response.status === 200 ? response.body.toString("utf8") : "", ROBOT);
  return {
    readable: true,
    allows: (page) => {
      const { origin: ownOrigin, pathname, search } = new URL(page);
      return ownOrigin === new URL(origin).origin && rules.allows(pathname + search);
    },
    crawlDelaySeconds: rules.crawlDelaySeconds,
  };
}

const EVERYTHING_CLOSED: Robots = { readable: false, allows: () => false, crawlDelaySeconds: null };
