import { offerOfPage } from "@/server/market/extract/offer-of-page";
import type { PageOffer } from "@/server/market/extract/page-offer";
import { pageText } from "@/server/market/page-text";

/** A page as its server sent it. */
export interface PageBody {
  /** The address that answered, after redirects. */
  readonly url: string;
  /** The address that was asked for; null where it is not known. */
  readonly requested: string | null;
  readonly body: Uint8Array;
  readonly contentType: string | null;
  readonly contentLanguage: string | null;
  /** The selector of the element with the price, when a person has given one. */
  readonly selector: string | null;
}

/** Decodes a page and returns the offer on it. Takes about a second of processor time for the largest pages. */
export const offerOfBody = ({
  url,
  requested,
  body,
  contentType,
  contentLanguage,
  selector,
}: PageBody): PageOffer =>
  offerOfPage({ url, requested, html: pageText(body, contentType), contentLanguage, selector });
