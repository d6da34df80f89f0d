"use client";

import { Popover } from "radix-ui";
import { Button } from "@/app/_components/ui/button";
import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { COLUMN_DEFINITIONS } from "./columns";
import type { CatalogState } from "./use-catalog";

/** The choice of columns, which are part of the address as the filters are. */
export function ColumnMenu({ catalog: { address, toggleColumn } }: { catalog: CatalogState }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button size="sm" variant="quiet" className="max-md:hidden">
          Columns
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Columns"
          align="start"
          sideOffset={6}
          className="z-50 min-w-44 animate-appear rounded-xl bg-raised px-3 py-2 shadow-float"
        >
          {COLUMN_DEFINITIONS.map(({ name, label }) => (
            <CheckboxRow
              key={name}
              label={label}
              checked={!address.hide.includes(name)}
              onCheckedChange={(isShown) => toggleColumn(name, isShown === true)}
            />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
