/** Availability in the market's terms. `unknown` when the page does not state it. */
export type Availability =
  | "in_stock"
  | "out_of_stock"
  | "preorder"
  | "backorder"
  | "discontinued"
  | "unknown";

/** The part of a page a result was read from. */
export type Layer =
  | "json_ld"
  | "microdata"
  | "rdfa"
  | "page_meta"
  | "embedded_state"
  | "page_attributes"
  | "page_options"
  | "page_text";

/** Why a page has no price; a selector that fails is never replaced by another reading. */
export type NoOffer =
  | "no_price"
  | "unclear_price"
  | "not_a_product"
  | "not_a_page"
  | "led_away"
  | SelectorFailure;

/** Why a selector gives no price. */
export type SelectorFailure =
  | "selector_matches_nothing"
  | "selector_without_price"
  | "selector_with_several_prices"
  | "selector_too_costly";

export type PageInput = {
  /** The page's address, after redirects. */
  readonly url: string;
  /** The address that was asked for; null or undefined where it is the page's own. */
  readonly requested?: string | null;
  readonly html: string;
  /** The answer's Content-Language header. */
  readonly contentLanguage?: string | null;
  /** A CSS selector of the element with the price; null or undefined reads the page by itself. */
  readonly selector?: string | null;
};

/** The availability a page states, with its confidence (0 to 1). */
export type PageStock = {
  readonly availability: Availability;
  readonly confidence: number;
  /** The source text, at most 300 characters; empty when no text states it. */
  readonly snippet: string;
};

export type PageOffer = {
  readonly availability: Availability;
  readonly availabilityConfidence: number;
  readonly availabilitySnippet: string;
} & (
  | {
      readonly found: true;
      /** Major units as a decimal with the digits of the page, and ISO 4217 when the page states it. */
      readonly price: { readonly amount: string; readonly currency: string | null };
      /** `from` when other variants or sellers cost more; otherwise `exact`. */
      readonly form: "exact" | "from";
      /** The layers that agree on the price, the strongest first, joined by `+`. */
      readonly method: string;
      /** 0 to 1. */
      readonly confidence: number;
      /** The source text of the price, at most 300 characters. */
      readonly snippet: string;
      /** What says whether the price includes tax; null where nothing does. */
      readonly tax: StatedTax | null;
      /** The line in which the page shows the price, at most 300 characters; empty when it is not visible. */
      readonly shown: string;
    }
  | {
      readonly found: false;
      readonly reason: NoOffer;
      /** What the selector selected; empty without one. */
      readonly snippet: string;
    }
);

/** What says whether a price includes tax. */
export type StatedTax = {
  readonly included: boolean;
  /** The words beside the price or about all prices, at most 300 characters. */
  readonly words: string;
  /** Whether a reader sees them: shops' data often say it of prices that are shown with tax. */
  readonly shown: boolean;
};

/** The price of the page's main product according to one layer. */
export type PriceClaim = {
  readonly format: Layer;
  /** Major units, decimal. */
  readonly amount: string;
  readonly currency: string | null;
  /** `low` is the lower end of several offers; `one_of` is one of several that the page does not select from. */
  readonly kind: "exact" | "low" | "one_of";
  /** Whether the layer says that it is without tax. */
  readonly withoutTax?: boolean;
  readonly snippet: string;
};

export const SNIPPET_LENGTH = 300;

/** Returns text on one line, short enough to store as evidence. */
export const asSnippet = (text: string): string =>
  text
    .slice(0, SNIPPET_LENGTH * 4)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SNIPPET_LENGTH);
