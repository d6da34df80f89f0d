import { z } from "zod";
import type { MarginFactors } from "@/server/domain/margin";
import { compileMarginFactors } from "@/server/domain/pricing/engine/compile";

const StoredPricing = z.object({
  includes_vat: z.boolean(),
  vat_rate: z.string(),
  fee_rate: z.string(),
  fee_base: z.enum(["gross", "net"]),
  fee_fixed: z.string().optional(),
  payment_rate: z.string().optional(),
  payment_fixed: z.string().optional(),
  shipping_cost: z.string().optional(),
});

/**
 * Reads the VAT and fee terms of a stored policy document's `pricing`, which is complete because documents are stored
 * with every default filled in; what is taken a unit is there only where a document says so.
 * @param currency the policy's, in which fixed fees are
 * @throws ZodError, RangeError or AmountError when it is not
 */
export const parseMarginFactors = (pricing: unknown, currency: string): MarginFactors =>
  compileMarginFactors(StoredPricing.parse(pricing), currency);
