"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Price, Unknown } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";

type Entry = Outputs["integrations"]["sandboxLog"]["data"][number];

/** The sandbox store's own log: every price written to it, in the order of arrival. */
export function SandboxLog() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: [...trpc.integrations.sandboxLog.queryKey(), "pages"],
    queryFn: ({ pageParam }) => client.integrations.sandboxLog.query({ after: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_after,
  });
  return (
    <Section
      title="Prices that the sandbox store received"
      aside={
        <Button size="sm" loading={query.isRefetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      }
    >
      <PagedView
        query={query}
        noun="prices"
        empty={<p className="text-ink-dim">No price was written to it yet.</p>}
      >
        {(entries) => <LogTable entries={entries} />}
      </PagedView>
    </Section>
  );
}

function LogTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table caption="The sandbox store's log">
      <TableHead>
        <tr>
          <Th numeric className="w-14">
            No.
          </Th>
          <Th>Item</Th>
          <Th numeric>Price</Th>
          <Th wideOnly>Written by us</Th>
          <Th numeric>When</Th>
        </tr>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <TableRow key={entry.seq} dense>
            <Td numeric className="text-ink-dim">
              {entry.seq}
            </Td>
            <Td className="font-mono text-[13px]">{entry.sku}</Td>
            <Td numeric className="font-[560]">
              <Price money={entry.price} />
            </Td>
            <Td wideOnly className="max-w-72 truncate font-mono text-xs text-ink-dim">
              {entry.marker ?? <Unknown word="no" />}
            </Td>
            <Td numeric className="text-ink-dim">
              <Age at={entry.at} />
            </Td>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
