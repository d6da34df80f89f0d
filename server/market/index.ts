// All that the rest of the product imports of the page reader. README.md says what it may rely on.
export { amountKey } from "@/server/market/extract/amount";
export { isAbove } from "@/server/market/extract/identity/addresses";
export {
  type NoOffer,
  type PageOffer,
  type SelectorFailure,
  SNIPPET_LENGTH,
} from "@/server/market/extract/page-offer";
export { faultOfSelector, type SelectorFault } from "@/server/market/extract/selected/select-elements";
export type { PageBody } from "@/server/market/page-reader/offer-of-body";
export { openPageReader, READING_LIMIT_MS } from "@/server/market/page-reader/page-reader";
export { readPrices } from "@/server/market/price-text/read-price";
