"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Day } from "@/app/_components/pricing/age";
import { Price } from "@/app/_components/pricing/price";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";

type Earlier = Outputs["catalog"]["earlier"]["data"][number];

/** What is stated of an item's prices from before they were recorded; nothing where nothing is. */
export function EarlierPrices({ itemId }: { itemId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.catalog.earlier.queryOptions({ item_id: itemId }));
  const { may } = useWorkspace();
  if (!data || data.data.length === 0) return null;
  return (
    <details className="mt-3 border-t border-line-soft pt-2">
      <summary className="cursor-pointer">Earlier prices that were imported</summary>
      <EarlierTable prices={data.data} />
      {may("catalog:write") ? <Removal itemId={itemId} /> : null}
    </details>
  );
}

function EarlierTable({ prices }: { prices: readonly Earlier[] }) {
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
        {prices.map(({ valid_from: from, valid_until: until, price, compare_at_price: beside }) => (
          <TableRow key={from} dense>
            <Td>
              <Day at={from} />
            </Td>
            <Td>{until ? <Day at={until} /> : "the next one"}</Td>
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
    trpc.catalog.forgetEarlier.mutationOptions({
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
        description="The prior price counts what was recorded alone then. They can be imported again."
        confirmLabel="Remove them"
        onConfirm={async () => {
          await remove.mutateAsync({ item_id: itemId });
        }}
      />
    </>
  );
}
