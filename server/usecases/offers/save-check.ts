import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { getWorkspace } from "@/server/db/members/memberships";
import { knownShipping } from "@/server/db/observations/current";
import { appendObservations } from "@/server/db/observations/observations";
import { lockObservations } from "@/server/db/observations/reported";
import { type CountedOffer, endCheck, lockLeasedOffer, releaseOffer } from "@/server/db/offers/check-leases";
import { insertCheck, wasReported } from "@/server/db/offers/page-checks";
import { checkSettings } from "@/server/db/offers/watched-offers";
import { workspacePricing } from "@/server/db/policy/shop-pricing";
import {
  checkIntervalMs,
  nextCheckMs,
  REFUSED_PAUSE_MS,
  retryMs,
} from "@/server/domain/offers/check-schedule";
import { type ComparedPricing, comparesAlike } from "@/server/domain/offers/comparable-price";
import { MARKED_ORIGINS } from "@/server/domain/pricing/evidence-origins";
import { allowanceOf } from "../plan/quota";
import type { Services } from "../services";
import { tallyCheck } from "./check-tally";
import type { CheckResult } from "./read-page";
import { alertSilentSelector } from "./selector-alert";

/** What a check of a page brought. */
export interface FetchedPage {
  readonly result: CheckResult;
  /** What the page's price was compared with; undefined where no page was read. */
  readonly pricing?: ComparedPricing;
  /** Validators of a 200 response for the next conditional request; undefined for any other response. */
  readonly validators?: { readonly etag: string | null; readonly lastModified: string | null };
  /** When the check began, by `performance.now()`. */
  readonly begunAt: number;
  /** Wait that the site asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/**
 * Stores a page check with its evidence and, when it read a price, the observation: all or nothing, and nothing when
 * the page was paused, removed or leased by another worker meanwhile. Where the workspace states its prices otherwise
 * by now, the page is due again instead; the check is counted once.
 */
export async function saveCheck(
  services: Services,
  tenant: Tenant,
  offer: CountedOffer,
  fetched: FetchedPage,
): Promise<void> {
  await inTenant(services.db, tenant, async (tx) => {
    if (!(await lockLeasedOffer(tx, offer))) return;
    const at = new Date(services.now());
    if (fetched.pricing !== undefined && !comparesAlike(fetched.pricing, await workspacePricing(tx)))
      return releaseOffer(tx, offer, at);
    const result = await unlessReported(tx, offer, fetched.result);
    const observationId = await observe(services, tx, offer, result, at);
    const { id: offerId, itemId, askedBy, checkId } = offer;
    await insertCheck(tx, { ...result, id: checkId, offerId, itemId, askedBy, at, observationId });
    await endCheck(tx, offerId, await stateAfter(services, tx, offer, { ...fetched, result }), at);
    await alertSilentSelector(services, tx, offer, result, at);
    tx.afterCommit(() => services.meter.pageChecked(result.outcome));
    tx.afterCommit(() => tallyCheck(services, tenant, result.outcome, performance.now() - fetched.begunAt));
  });
}

/** Replaces the result when the page shows a price again that a person has reported as wrong. */
async function unlessReported(tx: Tx, offer: CountedOffer, result: CheckResult): Promise<CheckResult> {
  const { price, method } = result;
  if (price === null || method === null || !(await wasReported(tx, offer, { price, method }))) return result;
  const reason = "The page shows the price again that was reported as wrong.";
  return { ...result, outcome: "reported_wrong", reason };
}

async function observe(
  services: Services,
  tx: Tx,
  offer: CountedOffer,
  { outcome, price, inStock }: CheckResult,
  at: Date,
): Promise<string | null> {
  if ((outcome !== "price" && outcome !== "unchanged") || price === null) return null;
  const id = services.newId("observation");
  const { itemId, seller, currency, packSize, url, checkId } = offer;
  // What is known of the seller's delivery is not taken away until this observation is stored.
  await lockObservations(tx);
  // The check looks for no cost of delivery: what is known of the seller from elsewhere stays known.
  const shipping = offer.shipping ?? (await knownShipping(tx, { itemId, seller, currency }));
  const values = { id, itemId, seller, price, currency, inStock, packSize, shipping, url, checkId };
  // What a page says is as good as who chose the page.
  const origin = MARKED_ORIGINS.find((each) => each === offer.origin) ?? "page_checks";
  const row = { ...values, observedAt: at, source: "check", origin } as const;
  const { added } = await appendObservations(tx, [row], at);
  return added.has(id) ? id : null;
}

async function stateAfter(
  services: Services,
  tx: Tx,
  offer: CountedOffer,
  { result, validators, retryAfterMs }: FetchedPage,
) {
  const now = services.now();
  const { outcome } = result;
  const failed = outcome === "failed" || outcome === "refused_by_robots";
  const failures = failed ? offer.failures + 1 : 0;
  const { plan } = await getWorkspace(tx);
  const { offers, everyHours } = await checkSettings(tx);
  const interval = checkIntervalMs(everyHours, offers, allowanceOf(plan, "checks"));
  const due = failed ? retryMs(failures, now, retryAfterMs) : nextCheckMs(offer.id, now, interval);
  const keepsValidators = failed || outcome === "unchanged";
  // Only a page with a price may be reported as unchanged; any other is fetched in full.
  const newValidators =
    outcome === "price" && validators ? { ...validators, answerCheckId: offer.checkId } : NO_VALIDATORS;
  return {
    lastCheckId: offer.checkId,
    failures,
    dueAt: new Date(outcome === "refused_by_robots" ? Math.max(due, now + REFUSED_PAUSE_MS) : due),
    ...(keepsValidators ? {} : { validators: newValidators }),
  };
}

const NO_VALIDATORS = { etag: null, lastModified: null, answerCheckId: null } as const;
