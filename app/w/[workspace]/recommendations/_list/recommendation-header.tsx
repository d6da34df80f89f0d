"use client";

import { X } from "lucide-react";
import { KeyHints } from "@/app/_components/pricing/key-hints";
import { Button } from "@/app/_components/ui/button";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { PageHeader } from "@/app/_components/ui/page-header";
import { SearchField } from "@/app/_components/ui/search-field";
import { Select } from "@/app/_components/ui/select";
import {
  CHANGE_OPTIONS,
  KIND_OPTIONS,
  LIST_ORDERS,
  ORDER_OPTIONS,
  OTHER_STATUSES,
  STATUS_CHIPS,
} from "./status-choices";
import type { RecommendationList } from "./use-recommendations";

const selectClass = "w-auto min-w-32 shrink-0 md:max-lg:flex-1 md:max-lg:basis-32";

/** The filters of the list; all of them are part of the address. */
export function RecommendationHeader({
  list,
  onSelectAll,
}: {
  list: RecommendationList;
  /** Selects everything that matches; undefined if that is not possible. */
  onSelectAll: (() => void) | undefined;
}) {
  const { place, narrow } = list;
  const choose =
    <K extends "status" | "kind" | "change">(key: K) =>
    (value: string) =>
      narrow({ [key]: value });
  const other = OTHER_STATUSES.some(({ value }) => value === place.status);
  return (
    <PageHeader
      title="Recommendations"
      filtersBelow
      filters={
        <div className="flex gap-1.5 max-md:flex-col md:flex-wrap md:items-center">
          <FilterChips
            label="Status"
            options={STATUS_CHIPS}
            value={place.status}
            onValueChange={choose("status")}
          />
          <div className="flex gap-1.5 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 md:contents">
            <SearchField small value={place.q} onValueChange={list.search} />
            <Select
              aria-label="Other status"
              placeholder="More statuses"
              look="pill"
              className={selectClass}
              options={OTHER_STATUSES}
              value={other ? place.status : undefined}
              onValueChange={choose("status")}
            />
            <Select
              aria-label="Kind"
              look="pill"
              className={selectClass}
              options={KIND_OPTIONS}
              value={place.kind}
              onValueChange={choose("kind")}
            />
            <Select
              aria-label="Size of the change"
              look="pill"
              className={selectClass}
              options={CHANGE_OPTIONS}
              value={place.change}
              onValueChange={choose("change")}
            />
            {list.mayOrder ? (
              <Select
                aria-label="Order"
                look="pill"
                className={selectClass}
                options={ORDER_OPTIONS}
                value={place.order}
                onValueChange={(value) =>
                  narrow({ order: LIST_ORDERS.find((each) => each === value) ?? "newest" })
                }
              />
            ) : null}
            {place.run ? <Narrowed label="one run" onWiden={() => narrow({ run: null })} /> : null}
            {place.item ? <Narrowed label="one item" onWiden={() => narrow({ item: null })} /> : null}
          </div>
        </div>
      }
      actions={
        <>
          {onSelectAll ? (
            <Button size="sm" variant="quiet" onClick={onSelectAll}>
              Select all that match
            </Button>
          ) : null}
          <KeyHints hints={[{ keys: ["?"], label: "keys" }]} />
        </>
      }
    />
  );
}

function Narrowed({ label, onWiden }: { label: string; onWiden: () => void }) {
  return (
    <Button size="sm" pill aria-label={`Of ${label} only; show all`} onClick={onWiden}>
      Of {label} <X aria-hidden />
    </Button>
  );
}
