"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { SelectBox } from "@/app/_components/selection/select-box";
import type { Selection } from "@/app/_components/selection/use-selection";
import { Badge } from "@/app/_components/ui/badge";
import { SortButton, SortHeading } from "@/app/_components/ui/sort-heading";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { leaveFor, returnToPlace } from "./catalog-place";
import { type CatalogItem, COLUMN_DEFINITIONS, type ColumnDefinition } from "./columns";
import { STATE_LABELS } from "./state-text";
import type { CatalogState } from "./use-catalog";

/**
 * Items in rows, under headings that sort them. Amounts in the most frequent currency are shown without its code.
 * @param props.selection null for people who may not edit items
 */
export function ItemTable(props: {
  catalog: CatalogState;
  items: readonly CatalogItem[];
  selection: Selection<CatalogItem> | null;
}) {
  const { catalog, items, selection } = props;
  const currency = items.find(({ price }) => price)?.price?.currency;
  const columns = COLUMN_DEFINITIONS.filter(({ name }) => !catalog.address.hide.includes(name));
  useReturn();
  return (
    <Table caption="Catalog items" aria-busy={catalog.isTurning}>
      <Headings {...props} columns={columns} currency={currency} />
      <TableBody>
        {items.map((item) => (
          <ItemRow key={item.id} {...{ item, columns, currency, selection }} />
        ))}
      </TableBody>
    </Table>
  );
}

/** Shows the row that was opened where it was, when somebody comes back from its item. */
function useReturn(): void {
  // After the layout effects, in which the router scrolls to the top.
  useEffect(() => void returnToPlace(), []);
}

function Headings(props: {
  catalog: CatalogState;
  items: readonly CatalogItem[];
  selection: Selection<CatalogItem> | null;
  columns: readonly ColumnDefinition[];
  currency: string | undefined;
}) {
  const { catalog, items, selection, columns, currency } = props;
  const sorted = { sort: catalog.address.sort, order: catalog.order };
  const isByItem = sorted.sort === "title" || sorted.sort === "sku";
  return (
    <TableHead>
      <tr>
        {selection ? (
          <Th className="w-px pr-0">
            <SelectBox
              label="Select all items of this page"
              selected={items.every(({ id }) => selection.ids.has(id))}
              onSelect={(on) => selection.put(items, on)}
            />
          </Th>
        ) : null}
        <Th aria-sort={isByItem ? (sorted.order === "asc" ? "ascending" : "descending") : "none"}>
          <span className="inline-flex items-center gap-1">
            <SortButton sort="title" sorted={sorted} onSort={catalog.sortBy}>
              Item
            </SortButton>
            ·
            <SortButton sort="sku" sorted={sorted} onSort={catalog.sortBy}>
              SKU
            </SortButton>
          </span>
        </Th>
        {columns.map(({ name, label, sort, wideOnly = false }) => {
          const text = name === "price" && currency ? `${label}, ${currency}` : label;
          return sort ? (
            <SortHeading key={name} {...{ sort, sorted, wideOnly }} numeric onSort={catalog.sortBy}>
              {text}
            </SortHeading>
          ) : (
            <Th key={name} numeric wideOnly={wideOnly}>
              {text}
            </Th>
          );
        })}
      </tr>
    </TableHead>
  );
}

function ItemRow(props: {
  item: CatalogItem;
  columns: readonly ColumnDefinition[];
  currency: string | undefined;
  selection: Selection<CatalogItem> | null;
}) {
  const { item, columns, currency, selection } = props;
  const router = useRouter();
  const { href } = useWorkspace();
  const page = href(`/catalog/${item.id}`);
  const open = () => {
    leaveFor(item.id);
    router.push(page);
  };
  const display = (money: CatalogItem["price"]) => (money?.currency === currency ? "none" : "code");
  return (
    <TableRow className="cursor-pointer" onClick={open} selected={selection?.ids.has(item.id) ?? false}>
      {selection ? (
        <Td className="w-px cursor-default pr-0" onClick={(event) => event.stopPropagation()}>
          <SelectBox
            label={`Select ${item.title}`}
            selected={selection.ids.has(item.id)}
            onSelect={(on, range) => selection.select(item.id, on, range)}
          />
        </Td>
      ) : null}
      <Td className="w-full max-w-0">
        <Link
          href={page}
          prefetch={false}
          data-item={item.id}
          onClick={(event) => {
            event.stopPropagation();
            leaveFor(item.id);
          }}
          className="block truncate font-[520] hover:underline max-md:py-1"
        >
          {item.title}
        </Link>
        {item.state === "active" ? null : <Badge>{STATE_LABELS[item.state]}</Badge>}
        <span className="num block truncate text-xs text-ink-dim">
          {[item.sku, item.brand, item.category].filter(Boolean).join(" · ")}
        </span>
      </Td>
      {columns.map(({ name, wideOnly = false, className, cell }) => (
        <Td key={name} numeric wideOnly={wideOnly} className={className}>
          {cell(item, display)}
        </Td>
      ))}
    </TableRow>
  );
}
