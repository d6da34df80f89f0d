"use client";

import { useMutation } from "@tanstack/react-query";
import type { Selection } from "@/app/_components/selection/use-selection";
import { useTRPCClient } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { MAX_EDITED_ITEMS } from "@/server/domain/items/item-edit";
import { listRequest } from "../catalog-parameters";
import type { CatalogItem } from "../columns";
import type { CatalogState } from "../use-catalog";

/** Selects everything that matches the filters, page by page, up to as many items as one edit takes. */
export function useAllThatMatch({ address }: CatalogState, selection: Selection<CatalogItem>) {
  const client = useTRPCClient();
  return useMutation({
    mutationFn: async () => {
      const found: CatalogItem[] = [];
      let cursor: string | null = null;
      do {
        const page: { data: CatalogItem[]; next_cursor: string | null } = await client.catalog.list.query(
          listRequest({ ...address, at: cursor }),
        );
        found.push(...page.data);
        cursor = page.next_cursor;
      } while (cursor !== null && found.length < MAX_EDITED_ITEMS);
      return found;
    },
    onSuccess: (found) => selection.put(found, true),
    onError: notifyFailure("The items could not be selected"),
  });
}
