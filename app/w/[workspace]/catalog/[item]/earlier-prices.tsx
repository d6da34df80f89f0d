"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Day } from "@/app/_components/pricing/age";
import { Count, Price } from "@/app/_components/pricing/price";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";

type Earlier = Outputs["catalog"]["earlierPrices"]["data"][number];

/** So many prices are listed, the newest. */
const LISTED = 50;

/** What is stated of an item's prices from before they were recorded, once it is opened. */
export function EarlierPrices({ itemId }: { itemId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="mt-3 border-t border-line-soft pt-2"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer">Earlier prices</summary>
      {open ? <Stated itemId={itemId} /> : null}
    </details>
  );
}

function Stated({ itemId }: { itemId: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.catalog.earlierPrices.queryOptions({ item_id: itemId }));
  const { href, may } = useWorkspace();
  return (
    <QueryView query={query} what="the earlier prices">
      {({ data: prices, time_zone: timeZone }) =>
        prices.length === 0 ? (
          <p className="text-ink-soft">
            Nothing is stated of the time before prices were recorded.{" "}
            {may("catalog:write") ? (
              <Link
                className="underline underline-offset-4"
                href={href("/catalog/import?kind=earlier_prices")}
              >
                Import a file
              </Link>
            ) : null}
          </p>
        ) : (
          <>
            <EarlierTable prices={prices.slice(0, LISTED)} timeZone={timeZone} />
            {prices.length > LISTED ? (
              <p className="text-xs text-ink-dim">
                The newest {LISTED} of <Count value={prices.length} />.
              </p>
            ) : null}
            {may("catalog:write") ? <Removal itemId={itemId} /> : null}
          </>
        )
      }
    </QueryView>
  );
}

function EarlierTable({ prices, timeZone }: { prices: readonly Earlier[]; timeZone: string }) {
  return (
    <Table caption="Earlier prices">
      <TableHead>
        <tr>
          <Th>From</Th>
          <Th>Until</Th>
          <Th numeric>Price</Th>
          <Th numeric>Struck through</Th>
        </tr>
      </TableHead>
      <TableBody>
        {prices.map(({ valid_from: from, valid_until: until, price, compare_at_price: beside }, index) => (
          <TableRow key={from} dense>
            <Td>
              <Day at={from} timeZone={timeZone} />
            </Td>
            <Td>
              {until ? (
                <Day at={until} timeZone={timeZone} last />
              ) : index === 0 ? (
                "it was recorded"
              ) : (
                "the next one"
              )}
            </Td>
            <Td numeric>
              <Price money={price} />
            </Td>
            <Td numeric>
              <Price money={beside} />
            </Td>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Removal({ itemId }: { itemId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const remove = useMutation(
    trpc.catalog.removeEarlierPrices.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.catalog.pathFilter()),
    }),
  );
  return (
    <>
      <Button size="sm" className="mt-2" onClick={() => setOpen(true)}>
        Remove them
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove the earlier prices of this item?"
        description="The prior price counts what was recorded alone then. A file can be imported again."
        confirmLabel="Remove them"
        onConfirm={async () => {
          await remove.mutateAsync({ item_id: itemId });
        }}
      />
    </>
  );
}
