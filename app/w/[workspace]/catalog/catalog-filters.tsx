"use client";

import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { SearchField } from "@/app/_components/ui/search-field";
import { Select } from "@/app/_components/ui/select";
import { ITEM_STATES } from "@/server/domain/items/item-state";
import { ANY, moreFiltersOf } from "./catalog-parameters";
import { ColumnMenu } from "./column-menu";
import { MoreFilters } from "./more-filters";
import { STATE_LABELS } from "./state-text";
import type { CatalogState } from "./use-catalog";

const STATES = [
  ...ITEM_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
  { value: ANY, label: "Every state" },
];

/** The search, the state, the further filters and the choice of columns. */
export function CatalogFilters({ catalog }: { catalog: CatalogState }) {
  const { address, setFilter } = catalog;
  const active = moreFiltersOf(address);
  const [open, setOpen] = useState(active > 0);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField value={address.q} onValueChange={(q) => setFilter({ q })} />
      <Select
        aria-label="State"
        className="w-44 max-md:flex-1"
        options={STATES}
        value={address.state}
        onValueChange={(value) =>
          setFilter({ state: [...ITEM_STATES, ANY as typeof ANY].find((each) => each === value) ?? "active" })
        }
      />
      <Button size="sm" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {active > 0 ? `Filters (${active})` : "Filters"}
      </Button>
      <ColumnMenu catalog={catalog} />
      {open ? <MoreFilters catalog={catalog} /> : null}
    </div>
  );
}
