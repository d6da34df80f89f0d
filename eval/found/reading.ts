import { formatAmount } from "@/server/domain/money";
import { offerOfBody } from "@/server/market/page-reader/offer-of-body";
import { toCheckResult } from "@/server/usecases/offers/read-page";

/** What a check of a page comes to: its price such as `16.75 USD`, null where none became an observation. */
export interface Reading {
  readonly price: string | null;
  readonly availability: string | null;
}

/**
 * Reads a page as a check of an offer does, without storing it.
 * @param currency the offer's
 */
export async function readingOf(html: string, url: string, currency: string): Promise<Reading> {
  const page = {
    ok: true,
    url,
    status: 200,
    contentType: "text/html; charset=utf-8",
    headers: { get: () => null },
    body: Buffer.from(html),
  } as const;
  const read = await toCheckResult(page, { currency, priceSelector: null }, null, offerOfBody);
  const price = read.outcome === "price" ? read.price : null;
  return {
    price: price === null ? null : `${formatAmount(price, currency)} ${currency}`,
    availability: read.availability,
  };
}
