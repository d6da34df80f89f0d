import robotsParser from "robots-parser";
import type { GuardedAnswer, GuardedFetchOptions } from "@/server/outbound/guarded-fetch";

/** The name that a site's rules call us by. */
const ROBOT = "Pricecheck";
const ACCEPT = ["text/plain", "*/*"] as const;

/** Asks for a site's rules, the way guardedFetch does. */
export type RobotsFetch = (url: string, options: GuardedFetchOptions) => Promise<GuardedAnswer>;

/** What a site lets us visit. */
export interface Robots {
  /** Whether the site could say anything; where it could not, nothing is allowed for now. */
  readonly readable: boolean;
  /** Whether the address may be visited; one of another origin may not. */
  allows(url: string): boolean;
  /** How long the site wants us to wait between two visits; null where it does not say. */
  readonly crawlDelaySeconds: number | null;
}

/**
 * Reads the rules of an origin as RFC 9309 has it: no such file allows everything, a site that cannot answer for itself
 * allows nothing for now. How long the rules hold is the caller's to say.
 */
export async function robotsFor(origin: string, fetch: RobotsFetch): Promise<Robots> {
  const url = new URL("/robots.txt", origin).href;
  const answer = await fetch(url, { accept: ACCEPT });
  if (!answer.ok || answer.status >= 500 || answer.status === 429) return EVERYTHING_CLOSED;
  const rules = robotsParser(url, answer.status === 200 ? answer.body.toString("utf8") : "");
  const delay = rules.getCrawlDelay(ROBOT);
  return {
    readable: true,
    allows: (page) =>
      new URL(page).origin === new URL(origin).origin && rules.isAllowed(page, ROBOT) !== false,
    crawlDelaySeconds: delay !== undefined && Number.isFinite(delay) && delay > 0 ? delay : null,
  };
}

const EVERYTHING_CLOSED: Robots = { readable: false, allows: () => false, crawlDelaySeconds: null };
