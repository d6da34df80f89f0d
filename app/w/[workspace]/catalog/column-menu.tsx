"use client";

import { Button } from "@/app/_components/ui/button";
import { useLate } from "@/app/_components/ui/use-late";
import type { CatalogState } from "./use-catalog";

const loadList = async () => (await import("./column-list")).ColumnList;

/** The choice of columns, which are part of the address as the filters are. Its list comes with the first sign of use. */
export function ColumnMenu({ catalog }: { catalog: CatalogState }) {
  const { code: List, loading, ahead, open } = useLate(loadList, "The choice of columns");
  const look = { size: "sm", variant: "quiet", className: "max-md:hidden" } as const;
  if (List) return <List catalog={catalog} button={<Button {...look}>Columns</Button>} />;
  return (
    <Button
      {...look}
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-busy={loading || undefined}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={({ currentTarget }) => void open(currentTarget)}
    >
      Columns
    </Button>
  );
}
