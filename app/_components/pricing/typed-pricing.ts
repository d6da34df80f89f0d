export const VAT_ANSWERS = ["none", "included"] as const;

/** A shop's price settings as typed: `percent` is the VAT rate in percent, `vat` is null until it is chosen. */
export type TypedPricing = {
  readonly currency: string;
  readonly vat: (typeof VAT_ANSWERS)[number] | null;
  readonly percent: string;
};

/** Builds the API input. A rate that is no decimal is sent unchanged, so that the API's validation reports it. */
export function pricingRequest({ currency, vat, percent }: TypedPricing) {
  return {
    currency,
    ...(vat === null ? {} : { prices_include_vat: vat === "included" }),
    ...(vat === "included" && percent.trim() !== "" ? { vat_rate: fractionOf(percent) } : {}),
  };
}

/** Builds a form's initial values from the stored settings; `vat` stays unchosen if it was never confirmed. */
export function initialPricing(known: {
  currency: string;
  prices_include_vat: boolean | null;
  vat_rate: string;
}): TypedPricing {
  const { prices_include_vat: included } = known;
  return {
    currency: known.currency,
    vat: included === null ? null : included ? "included" : "none",
    percent: included ? percentOf(known.vat_rate) : "",
  };
}

/** Converts a percentage to a fraction: "7.5" or "7,5" becomes "0.075". Other text is returned unchanged. */
export function fractionOf(percent: string): string {
  const text = percent.trim().replace(",", ".");
  return shift(text, -2);
}

/** Converts a fraction to a percentage: "0.075" becomes "7.5". */
export const percentOf = (fraction: string): string => shift(fraction, 2);

/** Moves the decimal point within the text, so that no digit is lost. */
function shift(text: string, places: number): string {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text);
  if (match === null) return text;
  const [, whole = "", rest = ""] = match;
  const digits = places < 0 ? whole.padStart(1 - places, "0") + rest : whole + rest.padEnd(places, "0");
  const point = places < 0 ? Math.max(whole.length, 1 - places) + places : whole.length + places;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = digits.slice(point).replace(/0+$/, "");
  return right === "" ? left : `${left}.${right}`;
}
