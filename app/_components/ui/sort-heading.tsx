"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import type { SortOrder } from "@/server/domain/items/item-list";
import { Th } from "./table";

/** What a table is sorted by; null is an order that no heading stands for. */
type Sorted<Sort> = { readonly sort: Sort | null; readonly order: SortOrder };

/** A heading that sorts the table: in the column's usual order, the other way round, and then by the newest again. */
export function SortHeading<Sort extends string>(props: {
  sort: Sort;
  sorted: Sorted<Sort>;
  onSort: (sort: Sort) => void;
  numeric?: boolean;
  wideOnly?: boolean;
  children: ReactNode;
}) {
  const { sort, sorted, onSort, numeric = false, wideOnly = false, children } = props;
  return (
    <Th
      numeric={numeric}
      wideOnly={wideOnly}
      aria-sort={sorted.sort === sort ? (sorted.order === "asc" ? "ascending" : "descending") : "none"}
    >
      <SortButton {...{ sort, sorted, onSort, numeric }}>{children}</SortButton>
    </Th>
  );
}

/** The button within a heading; several may stand in one. */
export function SortButton<Sort extends string>(props: {
  sort: Sort;
  sorted: Sorted<Sort>;
  onSort: (sort: Sort) => void;
  numeric?: boolean;
  children: ReactNode;
}) {
  const { sort, sorted, onSort, numeric, children } = props;
  const isSorted = sorted.sort === sort;
  const Arrow = sorted.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSort(sort)}
      className={clsx(
        "inline-flex h-8 items-center gap-1 hover:text-ink max-md:h-11",
        numeric && "flex-row-reverse",
        isSorted && "font-[560] text-ink",
      )}
    >
      {children}
      {isSorted ? <Arrow aria-hidden className="size-3" /> : null}
    </button>
  );
}
