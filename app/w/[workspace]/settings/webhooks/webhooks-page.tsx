"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook as WebhookIcon } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Badge } from "@/app/_components/ui/badge";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { TwoLines } from "@/app/_components/ui/two-lines";
import { OnlyFor } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { CreateWebhook } from "./create-webhook";
import { type NewSecret, SecretOfWebhook } from "./secret-of-webhook";
import type { Webhook } from "./webhook";
import { kindsText, nameOf, stateText } from "./webhook-text";

const RELOAD_MS = 30_000;
/** Plans permit fewer webhooks than one page of the list has. */
const LISTED = 100;

/** The webhooks of the workspace: their addresses, and whether they accept what is sent. */
export function WebhooksPage() {
  return (
    <OnlyFor permission="webhooks:read">
      <Webhooks />
    </OnlyFor>
  );
}

function Webhooks() {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.webhooks.list.queryOptions({ limit: LISTED }),
    refetchInterval: RELOAD_MS,
  });
  const [shown, setShown] = useState<NewSecret | null>(null);
  const create = <CreateWebhook onCreated={setShown} />;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-ink-soft">
          A webhook sends events to an address of yours as they happen: signed, numbered without a gap, and
          repeated for three days until the receiver accepts them. The{" "}
          <a className="underline decoration-control underline-offset-4" href="/reference">
            API reference
          </a>{" "}
          describes each event.
        </p>
        {query.data && query.data.data.length > 0 ? create : null}
      </div>
      <QueryView query={query} what="the webhooks">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<WebhookIcon />} title="No webhooks yet" action={create}>
              With one, your own systems learn of decisions, runs, alerts and written prices by themselves.
            </EmptyState>
          ) : (
            <WebhooksTable webhooks={data} />
          )
        }
      </QueryView>
      <SecretOfWebhook shown={shown} onClose={() => setShown(null)} />
    </div>
  );
}

function WebhooksTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <Table caption="Webhooks">
      <TableHead>
        <tr>
          <Th>Webhook</Th>
          <Th wideOnly>Receives</Th>
          <Th>State</Th>
          <Th wideOnly numeric>
            Events
          </Th>
          <Th wideOnly numeric>
            Last accepted
          </Th>
        </tr>
      </TableHead>
      <TableBody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </TableBody>
    </Table>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { href } = useWorkspace();
  const { label, tone } = stateText(webhook);
  return (
    <TableRow>
      <Td className="w-full max-w-0">
        <TwoLines
          title={
            <Link className="hover:underline" href={href(`/settings/webhooks/${webhook.id}`)}>
              {nameOf(webhook)}
            </Link>
          }
          detail={webhook.description ? webhook.url : null}
        />
      </Td>
      <Td wideOnly className="whitespace-nowrap">
        {kindsText(webhook.event_kinds)}
      </Td>
      <Td>
        <Badge tone={tone}>{label}</Badge>
      </Td>
      <Td wideOnly numeric>
        {webhook.last_number}
      </Td>
      <Td wideOnly numeric className="text-ink-soft">
        {webhook.last_success_at ? <Age at={webhook.last_success_at} phrase /> : "never"}
      </Td>
    </TableRow>
  );
}
