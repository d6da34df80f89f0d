"use client";

import { Popover } from "radix-ui";
import type { ReactElement } from "react";
import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { COLUMN_DEFINITIONS } from "./columns";
import type { CatalogState } from "./use-catalog";

/** The list of a `ColumnMenu`, open from the start. */
export function ColumnList(props: { button: ReactElement; catalog: CatalogState }) {
  const { button, catalog } = props;
  const { address, toggleColumn } = catalog;
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
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
