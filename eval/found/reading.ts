import { formatAmount } from "@/server/domain/money";
import { offerOfBody } from "@/server/market/page-reader/offer-of-body";
import { toCheckResult } from "@/server/usecases/offers/read-page";

/** What a check of a page comes to: its price such as `16.75 USD`, null where none became an observation. */
export interface Reading {
  readonly price: string | null;
  readonly availability: string | null;
}

/** What a check knows besides the page: the offer's address, if the shop led to another one, and the shop's VAT. */
interface Circumstances {
  readonly requested?: string;
  readonly pricing?: { readonly pricesIncludeVat: boolean; readonly vatRate: string };
}

/**
 * Reads a page as a check of an offer does, without storing it.
 * @param url the address that answered
 * @param currency the offer's
 */
export async function readingOf(
  html: string,
  url: string,
  currency: string,
  { requested = url, pricing = { pricesIncludeVat: false, vatRate: "0" } }: Circumstances = {},
): Promise<Reading> {
  const page = {
    ok: true,
    url,
    status: 200,
    contentType: "text/html; charset=utf-8",
    headers: { get: () => null },
    body: Buffer.from(html),
  } as const;
  const read = await toCheckResult(
    page,
    { url: requested, currency, priceSelector: null },
    { before: null, pricing: { ...pricing, confirmedAt: null } },
    offerOfBody,
  );
  const price = read.outcome === "price" ? read.price : null;
  return {
    price: price === null ? null : `${formatAmount(price, currency)} ${currency}`,
    availability: read.availability,
  };
}
