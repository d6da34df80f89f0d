"use client";

import { Banner } from "@/app/_components/ui/banner";
import type { Failure } from "@/app/_trpc/failure";

const PLACED = [
  ...["pricing.currency", "pricing.prices_include_vat", "pricing.vat_rate", "kind", "url"],
  ...["credentials.username", "credentials.password", "credentials.apiKey"],
];

/** What is wrong beside the fields that say it themselves. */
export function Trouble({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  const rest = failure.issues.filter(({ path }) => !PLACED.includes(path));
  if (failure.issues.length > 0 && rest.length === 0) return null;
  return <Banner tone="bad">{rest[0]?.message ?? failure.message}</Banner>;
}
