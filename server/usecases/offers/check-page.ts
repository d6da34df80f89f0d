import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { getWorkspace } from "@/server/db/members/memberships";
import {
  beginCheck,
  type CountedOffer,
  dueHost,
  leaseOffer,
  releaseOffer,
} from "@/server/db/offers/check-leases";
import { leaseHost, releaseHost } from "@/server/db/offers/hosts";
import { findCheck } from "@/server/db/offers/page-checks";
import { workspacePricing } from "@/server/db/policy/shop-pricing";
import { QUOTA_RETRY_MS, retryAfterMs } from "@/server/domain/offers/check-schedule";
import type { ComparedPricing } from "@/server/domain/offers/comparable-price";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { openPageReader, READING_LIMIT_MS } from "@/server/market";
import { guardedFetch } from "@/server/outbound/guarded-fetch";
import { reportUnexpected } from "../report";
import type { Services } from "../services";
import { type CheckResult, failedCheck, refusedCheck, toCheckResult } from "./read-page";
import { saveCheck } from "./save-check";
import { fetchOptions, loadSiteRules } from "./site-rules";
import { takeScheduledCheck } from "./take-scheduled-check";

const FETCH_TIMEOUT_MS = 10_000;
/** One for all checks of this process. */
const pageReader = openPageReader();
const PAGE_TYPES = ["text/html", "application/xhtml+xml"] as const;
const UNREADABLE_RULES = "The site's robots.txt could not be read, so the page was not requested.";
const UNREADABLE_PAGE = "Something went wrong on our side while the page was read.";
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/**
 * Checks a competitor's page when it is due, its host is free and the month's checks are not used up, and stores the
 * result. A host gets one request at a time and a pause after each, across all processes. Does nothing otherwise; the
 * page stays due. A check that a killed worker left is resumed after its lease has expired, and is not counted again.
 * @throws the database's error when it cannot be reached
 */
export async function checkPage(services: Services, tenant: Tenant, offerId: string): Promise<void> {
  const { db } = services;
  const nowMs = services.now();
  const host = await dueHost(db, tenant, offerId, new Date(nowMs));
  if (host === null) return;
  const lease = await leaseHost(db, host, { nowMs, leaseMs: leaseOf(services) });
  if (lease === null) return;
  let pauseMs = 0;
  try {
    const offer = await inTenant(db, tenant, (tx) => leaseAndCount(services, tx, offerId));
    if (offer === null) return;
    pauseMs = services.settings.pageDelayMs;
    pauseMs = await requestFromHost(services, tenant, offer);
  } finally {
    await releaseHost(db, lease, services.now() + pauseMs);
  }
}

/** Returns the lease duration in milliseconds; it outlasts the fetch and the reading of a page. */
const leaseOf = ({ settings }: Services): number => settings.runLeaseMs + FETCH_TIMEOUT_MS + READING_LIMIT_MS;

/** Leases the page and counts its check, in one transaction; null when it may not be checked now. */
async function leaseAndCount(services: Services, tx: Tx, id: string): Promise<CountedOffer | null> {
  const now = services.now();
  const workspace = await getWorkspace(tx);
  if (!acceptsMutations(workspace.lifecycle)) return null;
  const lease = { at: new Date(now), leaseUntil: new Date(now + leaseOf(services)) };
  const offer = await leaseOffer(tx, id, lease);
  if (offer === null) return null;
  if (offer.checkId !== null) return { ...offer, checkId: offer.checkId };
  if (!(await takeScheduledCheck(services, tx, workspace))) {
    await releaseOffer(tx, offer, new Date(now + QUOTA_RETRY_MS));
    return null;
  }
  const checkId = services.newId("check");
  await beginCheck(tx, id, checkId);
  return { ...offer, checkId };
}

/**
 * Makes one request to the host: for its robots.txt, or for the page.
 * @returns the pause until the next request to it, in milliseconds
 */
async function requestFromHost(services: Services, tenant: Tenant, offer: CountedOffer): Promise<number> {
  const { db } = services;
  const begunAt = performance.now();
  await services.checkpoint("page-check:claimed");
  const { rules, fetched } = await loadSiteRules(services, new URL(offer.url).origin);
  if (fetched) {
    // This request fetched robots.txt; the next one fetches the page.
    const next = new Date(services.now() + rules.pauseMs);
    await inTenant(db, tenant, (tx) => releaseOffer(tx, offer, next));
    return rules.pauseMs;
  }
  if (!rules.allows(offer.url)) {
    const result = rules.readable ? refusedCheck() : failedCheck(UNREADABLE_RULES);
    await saveCheck(services, tenant, offer, { result, begunAt, retryAfterMs: null });
    return 0;
  }
  const { retryAfter, ...read } = await readPage(services, tenant, offer);
  await services.checkpoint("page-check:answered");
  await saveCheck(services, tenant, offer, { ...read, begunAt, retryAfterMs: retryAfter });
  return Math.max(rules.pauseMs, retryAfter ?? 0);
}

interface PageRead {
  readonly result: CheckResult;
  readonly pricing?: ComparedPricing;
  readonly validators?: { readonly etag: string | null; readonly lastModified: string | null };
  readonly retryAfter: number | null;
}

async function readPage(services: Services, tenant: Tenant, offer: CountedOffer): Promise<PageRead> {
  const { answerCheckId } = offer;
  const conditional = answerCheckId !== null && Object.keys(conditions(offer)).length > 0;
  const { previousCheck, pricing } = await inTenant(services.db, tenant, async (tx) => ({
    previousCheck: conditional ? await findCheck(tx, answerCheckId) : null,
    pricing: await workspacePricing(tx),
  }));
  let refusal = refusedCheck();
  const options = fetchOptions(services, offer.url, {
    accept: PAGE_TYPES,
    timeoutMs: FETCH_TIMEOUT_MS,
    headers: previousCheck ? conditions(offer) : {},
    mayFollow: async (url) => {
      const { rules } = await loadSiteRules(services, url.origin);
      if (!rules.readable) refusal = failedCheck(UNREADABLE_RULES);
      return rules.allows(url.href);
    },
  });
  const result = await guardedFetch(offer.url, options);
  if (!result.ok) {
    const isRefused = result.reason === "redirect_refused";
    return { result: isRefused ? refusal : failedCheck(result.message), retryAfter: null };
  }
  const { status, headers } = result;
  const asksToWait = status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
  const retryAfter = asksToWait ? retryAfterMs(headers.get("retry-after"), services.now()) : null;
  const validators =
    status === 200
      ? {
          etag: sendableHeader(headers.get("etag")),
          lastModified: sendableHeader(headers.get("last-modified")),
        }
      : undefined;
  return {
    result: await parseSafely(services, tenant, offer, () =>
      toCheckResult(result, offer, { before: previousCheck, pricing }, (page) => pageReader.read(page)),
    ),
    pricing,
    retryAfter,
    ...(validators ? { validators } : {}),
  };
}

/**
 * Parses the page; an error of the parser, or its time limit, becomes a failed check, which is retried at its next
 * time.
 */
async function parseSafely(
  services: Services,
  { workspaceId }: Tenant,
  { id }: CountedOffer,
  parse: () => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await parse();
  } catch (error) {
    reportUnexpected(services, workspaceId, { offer: id }, error);
    return failedCheck(UNREADABLE_PAGE);
  }
}

const MAX_HEADER_LENGTH = 500;

/** Returns a validator header that may be sent back; null for any other. */
const sendableHeader = (header: string | null): string | null =>
  header !== null && header.length <= MAX_HEADER_LENGTH && /^[\x20-\x7e]+$/.test(header) ? header : null;

const conditions = ({ etag, lastModified }: CountedOffer): Record<string, string> => ({
  ...(etag === null ? {} : { "if-none-match": etag }),
  ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
});
