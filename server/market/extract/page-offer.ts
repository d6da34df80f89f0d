/** Whether the thing can be had, in the words of the market. `unknown` where the page does not say. */
export type Availability =
  | "in_stock"
  | "out_of_stock"
  | "preorder"
  | "backorder"
  | "discontinued"
  | "unknown";

/** Where on a page an answer was read. */
export type Layer =
  | "json_ld"
  | "microdata"
  | "rdfa"
  | "page_meta"
  | "embedded_state"
  | "page_attributes"
  | "page_text";

export type PageInput = {
  /** The address the page came from, after redirects. */
  readonly url: string;
  readonly html: string;
  /** The answer's Content-Language header. */
  readonly contentLanguage?: string | null;
};

/** What a page says about having the thing, and how sure that is (0 to 1). */
export type StockReading = {
  readonly availability: Availability;
  readonly confidence: number;
  /** The words it was read from, at most 300 characters; empty when nothing says it. */
  readonly snippet: string;
};

export type PageOffer = {
  readonly availability: Availability;
  readonly availabilityConfidence: number;
  readonly availabilitySnippet: string;
} & (
  | {
      readonly found: true;
      /** Major units as a decimal with the digits the page carries, and ISO 4217 where the page tells it. */
      readonly price: { readonly amount: string; readonly currency: string | null };
      /** `from` when the page asks this and more, by variant or seller; otherwise `exact`. */
      readonly form: "exact" | "from";
      /** The layers that agree on the price, the strongest first, joined by `+`. */
      readonly method: string;
      /** 0 to 1. */
      readonly confidence: number;
      /** What the price was read from, at most 300 characters. */
      readonly snippet: string;
      /** The line in which the page shows the price, at most 300 characters; empty where it shows it nowhere. */
      readonly shown: string;
    }
  | {
      readonly found: false;
      readonly reason: "no_price" | "unclear_price" | "not_a_product" | "not_a_page";
    }
);

/** One layer's word on the price of the page's main product. */
export type PriceClaim = {
  readonly layer: Layer;
  /** Major units, decimal. */
  readonly amount: string;
  readonly currency: string | null;
  /** `low` is the lower end of several offers; `one_of` one of several that the page does not choose between. */
  readonly kind: "exact" | "low" | "one_of";
  readonly snippet: string;
};

export const SNIPPET_LENGTH = 300;

/** Text on one line and short enough to be kept as evidence. */
export const asSnippet = (text: string): string =>
  text
    .slice(0, SNIPPET_LENGTH * 4)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SNIPPET_LENGTH);
