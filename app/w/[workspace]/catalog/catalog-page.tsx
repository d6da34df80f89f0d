"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Package, Search, Upload } from "lucide-react";
import Link from "next/link";
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { Input } from "@/app/_components/ui/input";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Select } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import { ITEM_STATES } from "@/server/domain/items/item-state";
import { ItemTable } from "./item-table";
import { STATE_LABELS } from "./state-text";

const TYPING_PAUSE_MS = 250;

const ANY = "any";
const STATES = [
  ...ITEM_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
  { value: ANY, label: "Every state" },
];

/** The catalog: search by sku, title or tag, and one row per item with its price, cost, margin and market. */
export function CatalogPage() {
  const trpc = useTRPC();
  const { href, may } = useWorkspace();
  const [{ q, tag, state }, setFilters] = useQueryStates({
    q: parseAsString.withDefault(""),
    tag: parseAsString.withDefault(""),
    state: parseAsStringLiteral([...ITEM_STATES, ANY]).withDefault("active"),
  });
  const query = useInfiniteQuery(
    trpc.catalog.list.infiniteQueryOptions(
      {
        q: q.trim() || undefined,
        tag: tag.trim() || undefined,
        state: state === ANY ? undefined : state,
      },
      { getNextPageParam: (page) => page.next_cursor, placeholderData: keepPreviousData },
    ),
  );
  const filtered = q.trim() !== "" || tag.trim() !== "" || state !== "active";
  const type = (change: { q: string } | { tag: string }) =>
    void setFilters(change, { limitUrlUpdates: debounce(TYPING_PAUSE_MS) });
  return (
    <>
      <PageHeader
        title="Catalog"
        filters={
          <div className="flex flex-wrap gap-2">
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
            <Select
              aria-label="State"
              className="w-48 max-md:w-full"
              options={STATES}
              value={state}
              onValueChange={(value) =>
                void setFilters({
                  state: [...ITEM_STATES, ANY as typeof ANY].find((each) => each === value) ?? null,
                })
              }
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
        No item of this state has this in its sku or title, or carries this tag.
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
