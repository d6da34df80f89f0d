"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { UNKNOWN_SHIPPING } from "@/server/domain/pricing/lint-delivery";
import { LOST_CODES } from "@/server/domain/pricing/lint-overlaps";
import { UNKNOWN_SELLER } from "@/server/domain/pricing/lint-sellers";
import { UNKNOWN_SKU } from "@/server/domain/pricing/lint-skus";
import { type Draft, readDraftText } from "./draft";
import { useSettled } from "./use-scope-counts";

const OF_CATALOG: ReadonlySet<string> = new Set([
  ...LOST_CODES,
  UNKNOWN_SELLER,
  UNKNOWN_SHIPPING,
  UNKNOWN_SKU,
]);

/**
 * Returns the draft with its findings, and those about constraints that items of the catalog lose, sellers without a
 * known price, skus that no item has and delivery that is not known, which the service looks for once nothing more is
 * typed.
 */
export function useLintedDraft(text: string): Draft {
  const trpc = useTRPC();
  const draft = readDraftText(text);
  const settled = readDraftText(useSettled(text));
  const { data } = useQuery({
    ...trpc.policy.lint.queryOptions({ document: settled.json ?? {} }),
    enabled: settled.document !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (draft.document === null || settled.document === null || data === undefined) return draft;
  const ofCatalog = data.findings.filter(({ code }) => OF_CATALOG.has(code));
  return { ...draft, findings: [...draft.findings, ...ofCatalog] };
}
