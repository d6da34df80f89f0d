"use client";

import { Banner } from "@/app/_components/ui/banner";
import type { Failure } from "@/app/_trpc/failure";

/** The paths of the price settings' fields. */
export const PRICING_FIELDS = ["pricing.currency", "pricing.prices_include_vat", "pricing.vat_rate"];

/**
 * Shows an error, unless its fields are on the page and show it themselves.
 * @param fields the paths of the fields on the page
 */
export function Problem({ failure, fields }: { failure: Failure | null; fields: readonly string[] }) {
  if (!failure) return null;
  const rest = failure.issues.filter(({ path }) => !fields.includes(path));
  if (failure.issues.length > 0 && rest.length === 0) return null;
  return <Banner tone="bad">{rest[0]?.message ?? failure.message}</Banner>;
}
