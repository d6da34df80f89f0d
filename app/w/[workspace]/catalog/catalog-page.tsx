"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Package, Search, Upload } from "lucide-react";
import Link from "next/link";
import { debounce, parseAsString, useQueryStates } from "nuqs";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { Input } from "@/app/_components/ui/input";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import { ItemTable } from "./item-table";

const TYPING_MS = 250;

/** What is watched: search by sku, title or tag, and one row an item with its price, cost, margin and market. */
export function CatalogPage() {
  const trpc = useTRPC();
  const { href, may } = useWorkspace();
  const [{ q, tag }, setFilters] = useQueryStates({
    q: parseAsString.withDefault(""),
    tag: parseAsString.withDefault(""),
  });
  const query = useInfiniteQuery(
    trpc.catalog.list.infiniteQueryOptions(
      { q: q.trim() || undefined, tag: tag.trim() || undefined },
      { getNextPageParam: (page) => page.next_cursor, placeholderData: keepPreviousData },
    ),
  );
  const filtered = q.trim() !== "" || tag.trim() !== "";
  const type = (change: { q: string } | { tag: string }) =>
    void setFilters(change, { limitUrlUpdates: debounce(TYPING_MS) });
  return (
    <>
      <PageHeader
        title="Catalog"
        filters={
          <div className="flex gap-2">
            <div className="relative max-md:flex-1">
              <Search
                aria-hidden
                className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-dim"
              />
              <Input
                type="search"
                aria-label="Search by sku or title"
                placeholder="Sku or title"
                className="w-64 pl-8 max-md:w-full"
                maxLength={200}
                value={q}
                onChange={(event) => type({ q: event.target.value })}
              />
            </div>
            <Input
              aria-label="Tag"
              placeholder="Tag"
              className="w-36 max-md:w-28"
              maxLength={200}
              value={tag}
              onChange={(event) => type({ tag: event.target.value })}
            />
          </div>
        }
        actions={
          may("catalog:write") ? (
            <Button asChild>
              <Link href={href("/catalog/import")}>
                <Upload aria-hidden /> Import a file
              </Link>
            </Button>
          ) : undefined
        }
      />
      <PagedView query={query} noun="items" empty={<NoItems filtered={filtered} />}>
        {(items) => <ItemTable items={items} />}
      </PagedView>
    </>
  );
}

function NoItems({ filtered }: { filtered: boolean }) {
  const { href, may } = useWorkspace();
  if (filtered)
    return (
      <EmptyState icon={<Search />} title="No item matches">
        No sku or title contains this, or no item carries this tag.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Package />}
      title="The catalog is empty"
      action={
        may("catalog:write") ? (
          <div className="flex flex-wrap justify-center gap-2">
            <Button asChild variant="primary">
              <Link href={href("/settings/integrations")}>Connect a store</Link>
            </Button>
            <Button asChild>
              <Link href={href("/catalog/import")}>Import a file</Link>
            </Button>
          </div>
        ) : undefined
      }
    >
      Items come from the connected store, or from a CSV file.
    </EmptyState>
  );
}
