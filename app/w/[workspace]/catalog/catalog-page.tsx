"use client";

import { Package, Search, Upload } from "lucide-react";
import Link from "next/link";
import { useSelectAllKey } from "@/app/_components/keyboard/select-all-key";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { useSelection } from "@/app/_components/selection/use-selection";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { PageHeader } from "@/app/_components/ui/page-header";
import { whenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import { QueryView } from "@/app/_trpc/query-view";
import { MAX_EDITED_ITEMS } from "@/server/domain/items/item-edit";
import { asChosen, useAllThatMatch } from "../_batches/use-list-batch";
import { EditBar } from "./_edit/edit-bar";
import { CatalogFilters } from "./catalog-filters";
import { isFiltered } from "./catalog-parameters";
import { ItemTable } from "./item-table";
import { PageTurns } from "./page-turns";
import { useCatalog } from "./use-catalog";
import { useCatalogKeys } from "./use-catalog-keys";

const MatchingItemsBar = whenOpened(
  async () => (await import("./_edit/matching-items-bar")).MatchingItemsBar,
);
const BatchProgress = whenOpened(async () => (await import("../_batches/batch-progress")).BatchProgress);

/** The catalog: a page of items in the order and under the filters of the address. */
export function CatalogPage() {
  const { href, may } = useWorkspace();
  const locale = useLocale();
  const catalog = useCatalog();
  const selection = useSelection(catalog.page?.data ?? [], MAX_EDITED_ITEMS);
  const mayEdit = may("catalog:write");
  const all = useAllThatMatch(JSON.stringify(catalog.criteria));
  const items = catalog.page?.data ?? [];
  const chosen = all.isOn ? { ...asChosen(selection, items, all.turnOff), put: all.turnOff } : selection;
  const selectAll = () => {
    selection.clear();
    all.turnOn();
  };
  useSelectAllKey(() => mayEdit && items.length > 0 && selectAll());
  useCatalogKeys(catalog, mayEdit ? chosen : null);
  return (
    <>
      <PageHeader
        title="Catalog"
        meta={catalog.counts ? formatCount(catalog.counts.total, locale) : undefined}
        filters={<CatalogFilters catalog={catalog} />}
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
      {catalog.followed.batch ? <BatchProgress followed={catalog.followed} /> : null}
      <QueryView query={catalog.query} what="the items">
        {({ data }) =>
          data.length === 0 ? (
            <NoItems filtered={isFiltered(catalog.address)} />
          ) : (
            <>
              <ItemTable catalog={catalog} items={data} selection={mayEdit ? chosen : null} />
              <PageTurns catalog={catalog} />
            </>
          )
        }
      </QueryView>
      {all.isOn ? (
        <MatchingItemsBar catalog={catalog} all={all} />
      ) : selection.rows.length > 0 ? (
        <EditBar catalog={catalog} selection={selection} onSelectAll={selectAll} />
      ) : null}
    </>
  );
}

function NoItems({ filtered }: { filtered: boolean }) {
  const { href, may } = useWorkspace();
  if (filtered)
    return (
      <EmptyState icon={<Search />} title="No item matches">
        No item in this state matches all of these filters.
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
      Items come from the connected store, or from a file.
    </EmptyState>
  );
}
