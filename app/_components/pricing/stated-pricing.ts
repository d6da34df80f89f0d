export const VAT_ANSWERS = ["none", "included"] as const;

/** How a shop states its prices, as it is typed: the rate in percent, `vat` null while nobody has said. */
export type StatedPricing = {
  readonly currency: string;
  readonly vat: (typeof VAT_ANSWERS)[number] | null;
  readonly percent: string;
};

/** What the service is told; a rate that is no decimal is sent as it stands, so that the service names it. */
export function pricingRequest({ currency, vat, percent }: StatedPricing) {
  return {
    currency,
    ...(vat === null ? {} : { prices_include_vat: vat === "included" }),
    ...(vat === "included" && percent.trim() !== "" ? { vat_rate: fractionOf(percent) } : {}),
  };
}

/** What a form begins with: what is known, and nothing chosen where nobody has said. */
export function statedPricing(known: {
  currency: string;
  prices_include_vat: boolean | null;
  vat_rate: string;
}): StatedPricing {
  const { prices_include_vat: included } = known;
  return {
    currency: known.currency,
    vat: included === null ? null : included ? "included" : "none",
    percent: included ? percentOf(known.vat_rate) : "",
  };
}

/** "7.5" or "7,5" percent as a fraction: "0.075". Anything else stays as it is. */
export function fractionOf(percent: string): string {
  const text = percent.trim().replace(",", ".");
  return shift(text, -2);
}

/** "0.075" as a percentage: "7.5". */
export const percentOf = (fraction: string): string => shift(fraction, 2);

/** Moves the point of a plain decimal by text alone, so that no digit is lost. */
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
