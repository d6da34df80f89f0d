import { offerOfPage } from "@/server/market/extract/offer-of-page";
import type { PageOffer } from "@/server/market/extract/page-offer";

/** Reads a shop's page with this name and main part. @param head what the page's head has besides its title */
export const readProductPage = (lang: string, name: string, main: string, head = ""): PageOffer =>
  offerOfPage({
    url: "https://shop.example/artikel/4711",
    html: `<!doctype html><html lang="${lang}"><head><title>${name} | Shop</title>${head}</head><body>
      <header><nav><a href="/">Start</a></nav></header><main><h1>${name}</h1>${main}</main></body></html>`,
  });

/** Returns the one price that was found, as "34.9 EUR"; null when there is none, or only the lowest of several. */
export const exactPriceOf = (offer: PageOffer): string | null =>
  offer.found && offer.form === "exact" ? `${Number(offer.price.amount)} ${offer.price.currency}` : null;
