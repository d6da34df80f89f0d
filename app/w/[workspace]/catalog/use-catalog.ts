"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { debounce, useQueryStates } from "nuqs";
import { scrollToTop } from "@/app/_components/shell/scroll-to-top";
import { TYPING_PAUSE_MS } from "@/app/_components/ui/search-field";
import { useTRPC } from "@/app/_trpc/client";
import { type ItemSort, usualOrder } from "@/server/domain/items/item-list";
import { useFollowedBatch } from "../_batches/use-followed-batch";
import {
  CATALOG_PARAMETERS,
  type CatalogAddress,
  type Column,
  criteriaOf,
  listRequest,
  NO_FILTER,
  PAGE_ROWS,
} from "./catalog-parameters";

/** Counting reads the whole catalog; its figures stand beside filters and need not be of this second. */
const COUNTS_FRESH_MS = 30_000;
const FIRST_PAGE = { at: null, skip: null };

type FilterChange = Partial<Omit<CatalogAddress, "at" | "skip" | "hide" | "sort" | "order" | "batch">>;

/**
 * Returns the page of the catalog that the address names, the counts beside its filters, and the changes of the
 * address. While another page loads, the one from before stays.
 */
export function useCatalog() {
  const trpc = useTRPC();
  const [address, setAddress] = useQueryStates(CATALOG_PARAMETERS);
  const query = useQuery({
    ...trpc.catalog.list.queryOptions(listRequest(address)),
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({
    ...trpc.catalog.counts.queryOptions(criteriaOf(address)),
    // The rows are shown first.
    enabled: query.data !== undefined && !query.isPlaceholderData,
    staleTime: COUNTS_FRESH_MS,
    placeholderData: keepPreviousData,
  });
  const page = query.data;
  const { sort } = address;
  const order = address.order ?? usualOrder(sort);
  const turn = (cursor: string | null, skip: number) => {
    void setAddress(skip <= 0 || cursor === null ? FIRST_PAGE : { at: cursor, skip }, { history: "push" });
    scrollToTop();
  };
  return {
    address,
    /** The filters, as requests name them. */
    criteria: criteriaOf(address),
    followed: useFollowedBatch("items", address.batch, (batch) => void setAddress({ batch })),
    query,
    page,
    counts: counts.data,
    order,
    /** Whether another page than the shown one loads. */
    isTurning: query.isPlaceholderData,
    setFilter: (change: FilterChange) =>
      void setAddress(
        { ...change, ...FIRST_PAGE },
        "q" in change ? { limitUrlUpdates: debounce(TYPING_PAUSE_MS) } : {},
      ),
    clearFilter: () => void setAddress({ ...NO_FILTER, ...FIRST_PAGE }),
    /** Sorts by a column; if it is sorted by it, the other way round, and then by the newest again. */
    sortBy: (next: ItemSort) =>
      void setAddress({
        ...(next !== sort
          ? { sort: next, order: null }
          : order === usualOrder(sort)
            ? { order: order === "asc" ? "desc" : "asc" }
            : { sort: null, order: null }),
        ...FIRST_PAGE,
      }),
    toggleColumn: (column: Column, isShown: boolean) =>
      void setAddress({
        hide: isShown ? address.hide.filter((each) => each !== column) : [...address.hide, column],
      }),
    turnForward: () => turn(page?.next_cursor ?? null, address.skip + PAGE_ROWS),
    turnBack: () => turn(page?.previous_cursor ?? null, address.skip - PAGE_ROWS),
  };
}

export type CatalogState = ReturnType<typeof useCatalog>;
