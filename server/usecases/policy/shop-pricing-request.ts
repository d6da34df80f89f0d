import { z } from "zod";
import { isCurrency } from "@/server/domain/currency";
import type { DomainError } from "@/server/domain/errors";
import type { PriceSettingsInput } from "@/server/domain/pricing/shop-pricing";
import { isRatioText, parseRatio } from "@/server/domain/ratio";
import { checked, fieldError } from "../input";

const isVatRate = (text: string): boolean => {
  if (!isRatioText(text)) return false;
  const { num, den } = parseRatio(text);
  return num >= 0n && num <= den;
};

/** Price settings from a request; an omitted field stays as it is, or is read from the store. */
export const PricingRequest = z.object({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine(isCurrency, "This is not a currency we know; give an ISO 4217 code such as USD.")
    .optional(),
  prices_include_vat: z.boolean().optional(),
  vat_rate: z
    .string()
    .trim()
    .refine(isVatRate, "Give a rate from 0 to 100 %; as a fraction 19 % is 0.19.")
    .optional(),
});
export type PricingRequest = z.input<typeof PricingRequest>;

/**
 * Converts a request to the domain's type.
 * @throws DomainError validation_error naming the field
 */
export function givenPricing(request: PricingRequest): PriceSettingsInput {
  const {
    currency,
    prices_include_vat: pricesIncludeVat,
    vat_rate: vatRate,
  } = checked(PricingRequest, request);
  return { currency, pricesIncludeVat, vatRate };
}

/** Returns the error for prices that include VAT at an unknown rate. */
export const vatRateRequired = (path: string): DomainError =>
  fieldError(path, "required", "The prices include VAT: say at which rate, for example 0.19 for 19 %.");
