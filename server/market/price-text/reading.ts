/** What the surroundings of a text say about its prices. */
export type PriceHints = {
  /** ISO 4217, as the page or the offer declares it. */
  readonly currency?: string | null;
  /** BCP 47, such as `de` or `en-AU`. */
  readonly language?: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | null;
  /** Where the source says which character separates decimals. */
  readonly decimalSeparator?: "." | "," | null;
  /** Another text close to the price that may name its currency, such as a table heading. */
  readonly nearbyText?: string | null;
};

/**
 * What a price in a text is: `exact` what is asked for the thing; `from` and `up_to` one end of what is asked, `range`
 * both; `per_unit` for a kilogram, litre or other measure; `bundle` for several things; `was` what is not asked any more, or elsewhere; `instalment` a part or
 * a month; `saving` a difference between prices; `extra` something beside the thing, such as its delivery; `free` said
 * in a word.
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

export type PriceReading = {
  /** Major units, as a decimal with exactly the decimals that the text carries: "1299.00". The low end of a range. */
  readonly amount: string;
  /** The high end of a range. */
  readonly highAmount: string | null;
  /** ISO 4217, or null where the text and the hints leave it open. */
  readonly currency: string | null;
  /** How the text, or the text beside it, names the currency. */
  readonly currencyText: string | null;
  /** Where amount and currency lie in the text, `end` excluded. */
  readonly start: number;
  readonly end: number;
  readonly form: PriceForm;
  /** False where the number can be read in two ways and the likelier one was taken. */
  readonly certain: boolean;
};
