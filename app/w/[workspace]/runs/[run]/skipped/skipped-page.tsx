"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { PackageSearch } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { Price } from "@/app/_components/pricing/price";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import { skipText } from "../../skip-text";
import { Advice } from "../advice";

type Item = Outputs["runs"]["skipped"]["data"][number];

/** The items that a run gave no new price for the reason in the address, as they are now. */
export function SkippedPage({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const [reason] = useQueryState("reason", parseAsString.withDefault(""));
  const query = useInfiniteQuery(
    trpc.runs.skipped.infiniteQueryOptions(
      { run_id: runId, reason },
      { getNextPageParam: (page) => page.next_cursor, enabled: reason !== "" },
    ),
  );
  const text = skipText(reason);
  const back = { href: href(`/runs/${runId}`), label: "the run" };
  if (reason === "")
    return (
      <>
        <PageHeader title="Items without a new price" back={back} />
        <EmptyState icon={<PackageSearch />} title="No reason is chosen">
          The run lists why items got no new price, each reason with its items.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title={text.label} meta={text.advice ? <Advice of={text} /> : undefined} back={back} />
      <PagedView query={query} noun="items" empty={<NoItems />}>
        {(items) => <Items items={items} />}
      </PagedView>
    </>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  const { href } = useWorkspace();
  return (
    <Table caption="Items that the run gave no new price">
      <TableHead>
        <tr>
          <Th>Item</Th>
          <Th numeric>Price now</Th>
          <Th numeric>Cost now</Th>
        </tr>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <TableRow key={item.id}>
            <Td className="w-full max-w-0">
              <Link
                href={href(`/catalog/${item.id}`)}
                className="block truncate font-[520] hover:underline max-md:py-2"
              >
                {item.title}
              </Link>
              <span className="block truncate text-xs text-ink-dim">{item.sku}</span>
            </Td>
            <Td numeric>
              <Price money={item.price} />
            </Td>
            <Td numeric>
              <Price money={item.cost} />
            </Td>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function NoItems() {
  return (
    <EmptyState icon={<PackageSearch />} title="No such item">
      The run skipped no item for this reason, or its results were deleted because of their age.
    </EmptyState>
  );
}
