/** Context of a text that helps to parse its prices. */
export type PriceHints = {
  /** ISO 4217, as declared by the page or the offer. */
  readonly currency?: string | null;
  /** BCP 47, such as `de` or `en-AU`. */
  readonly language?: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null;
  /** When the source states which character separates decimals. */
  readonly decimalSeparator?: "." | "," | null;
  /** Another text near the price that may contain its currency, such as a table heading. */
  readonly nearbyText?: string | null;
};

/**
 * The form of a price in a text: `exact` is the product's price; `from` and `up_to` one end of it, `range` both;
 * `per_unit` a price per kilogram, litre or other measure; `bundle` a price for several products; `was` a former
 * price or a price elsewhere; `instalment` a part or a monthly payment; `saving` a difference between prices; `extra`
 * something in addition to the product, such as its delivery; `free` a word instead of a number.
 */
export type PriceForm =
  | "exact"
  | "from"
  | "up_to"
  | "range"
  | "per_unit"
  | "bundle"
  | "was"
  | "instalment"
  | "saving"
  | "extra"
  | "free";

export type ParsedPrice = {
  /** Major units, as a decimal with exactly the decimals of the text: "1299.00". The low end of a range. */
  readonly amount: string;
  /** The high end of a range. */
  readonly highAmount: string | null;
  /** ISO 4217, or null when the text and the hints leave it open. */
  readonly currency: string | null;
  /** The name of the currency in the text, or in the text beside it. */
  readonly currencyText: string | null;
  /** Position of amount and currency in the text, half-open. */
  readonly start: number;
  readonly end: number;
  readonly form: PriceForm;
  /** False when the number has two interpretations and the more likely one was chosen. */
  readonly certain: boolean;
};
