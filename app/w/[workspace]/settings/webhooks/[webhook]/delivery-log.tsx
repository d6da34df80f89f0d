"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Dialog } from "@/app/_components/ui/dialog";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useTRPC } from "@/app/_trpc/client";
import { PagedView, rowsOf } from "@/app/_trpc/query-view";
import type { Delivery, Webhook } from "../webhook";
import { answerText, attemptsText, deliveryState, kindTitle, reloadAfterMs } from "../webhook-text";
import { DeliveryDetails } from "./delivery-details";
import { SendAgain } from "./send-again";

const PAGE = 20;
const ALL = "all";
const FILTERS = [
  { value: ALL, label: "All" },
  { value: "pending", label: "Waiting" },
  { value: "delivered", label: "Delivered" },
  { value: "given_up", label: "Given up" },
] as const satisfies readonly { value: Delivery["status"] | typeof ALL; label: string }[];

type Filter = (typeof FILTERS)[number]["value"];
const isFilter = (text: string): text is Filter => FILTERS.some(({ value }) => value === text);

/** The deliveries of a webhook, the latest first. While one is about to be sent, the log is loaded often. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const trpc = useTRPC();
  const [filter, setFilter] = useState<Filter>(ALL);
  const [openId, setOpenId] = useState<string | null>(null);
  const query = useInfiniteQuery({
    ...trpc.webhooks.listDeliveries.infiniteQueryOptions(
      { webhook_id: webhook.id, limit: PAGE, ...(filter === ALL ? {} : { status: filter }) },
      { getNextPageParam: (page) => page.next_cursor },
    ),
    refetchInterval: ({ state }) =>
      reloadAfterMs(state.data?.pages.flatMap(({ data }) => data) ?? [], Date.now()),
  });
  const open = rowsOf(query).find(({ id }) => id === openId);
  return (
    <Section title="Deliveries">
      <FilterChips
        label="Status of deliveries"
        options={FILTERS}
        value={filter}
        onValueChange={(value) => (isFilter(value) ? setFilter(value) : undefined)}
        className="mb-2"
      />
      <PagedView
        query={query}
        noun="deliveries"
        empty={
          <p className="py-6 text-ink-dim">
            {filter === ALL ? "Nothing was sent yet. Send a test to see what arrives." : "None."}
          </p>
        }
      >
        {(rows) => <LogTable rows={rows} webhook={webhook} onOpen={setOpenId} />}
      </PagedView>
      <Dialog open={open !== undefined} onOpenChange={(isOpen) => (isOpen ? undefined : setOpenId(null))}>
        {open ? <DeliveryDetails delivery={open} webhook={webhook} /> : null}
      </Dialog>
    </Section>
  );
}

function LogTable(props: { rows: readonly Delivery[]; webhook: Webhook; onOpen: (id: string) => void }) {
  return (
    <Table caption="Delivery log">
      <TableHead>
        <tr>
          <Th>Event</Th>
          <Th>Status</Th>
          <Th wideOnly numeric>
            Attempts
          </Th>
          <Th wideOnly>Answer</Th>
          <Th wideOnly numeric>
            Next try
          </Th>
          <Th wideOnly>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </TableHead>
      <TableBody>
        {props.rows.map((row) => (
          <LogRow key={row.id} row={row} webhook={props.webhook} onOpen={() => props.onOpen(row.id)} />
        ))}
      </TableBody>
    </Table>
  );
}

function LogRow({ row, webhook, onOpen }: { row: Delivery; webhook: Webhook; onOpen: () => void }) {
  const { label, tone } = deliveryState(row);
  return (
    <TableRow>
      <Td className="w-full max-w-0 md:w-auto md:max-w-64">
        <button
          type="button"
          onClick={onOpen}
          className="block max-w-full rounded text-left hover:underline max-md:min-h-11"
        >
          <span className="block truncate font-[520]">{kindTitle(row.kind)}</span>
          <span className="num block truncate text-xs text-ink-dim">
            Number {row.number} · <Age at={row.created_at} phrase="short" />
          </span>
        </button>
      </Td>
      <Td>
        <Badge tone={tone}>{label}</Badge>
      </Td>
      <Td wideOnly numeric>
        {attemptsText(row)}
      </Td>
      <Td wideOnly className="max-w-56 truncate text-ink-soft" title={answerText(row) ?? undefined}>
        {answerText(row) ?? "–"}
      </Td>
      <Td wideOnly numeric className="text-ink-soft">
        {row.next_attempt_at ? <Age at={row.next_attempt_at} phrase="short" /> : "–"}
      </Td>
      <Td wideOnly className="w-px">
        <SendAgain delivery={row} webhook={webhook} />
      </Td>
    </TableRow>
  );
}
