import { z } from "zod";
import type { MarginFactors } from "@/server/domain/margin";
import { compileMarginFactors } from "@/server/domain/pricing/engine/compile";

const StoredPricing = z.object({
  includes_vat: z.boolean(),
  vat_rate: z.string(),
  fee_rate: z.string(),
  fee_base: z.enum(["gross", "net"]),
});

/**
 * Reads the VAT and fee terms of a stored policy document's `pricing`, which is complete because documents are stored
 * with every default filled in.
 * @throws ZodError or RangeError when it is not
 */
export const parseMarginFactors = (pricing: unknown): MarginFactors =>
  compileMarginFactors(StoredPricing.parse(pricing));
