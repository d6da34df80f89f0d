"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Selection } from "@/app/_components/selection/use-selection";
import { useTRPCClient } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { MAX_EDITED_ITEMS } from "@/server/domain/items/item-edit";
import { listRequest } from "../catalog-parameters";
import type { CatalogItem } from "../columns";
import type { CatalogState } from "../use-catalog";

/** Selecting everything that matches the filters. */
interface SelectingAll {
  readonly isPending: boolean;
  /** Ends a wait without selecting anything, as when it fails, or when filters or selection change meanwhile. */
  select(callbacks: { onNothing: () => void }): void;
}

/** Selects everything that matches the filters, page by page, up to as many items as one edit takes. */
export function useAllThatMatch({ address }: CatalogState, selection: Selection<CatalogItem>): SelectingAll {
  const client = useTRPCClient();
  const asked = JSON.stringify([listRequest(address), [...selection.ids]]);
  const present = useRef(asked);
  useEffect(() => {
    present.current = asked;
  }, [asked]);
  const mutation = useMutation({
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
    onError: notifyFailure("The items could not be selected"),
  });
  return {
    isPending: mutation.isPending,
    select: ({ onNothing }) =>
      // Not called once the bar is gone, as after the selection was cleared.
      mutation.mutate(undefined, {
        onSuccess: (found) => {
          if (present.current === asked) selection.put(found, true);
          else onNothing();
        },
        onError: onNothing,
      }),
  };
}
