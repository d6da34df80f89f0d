"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Badge } from "@/app/_components/ui/badge";
import { CopyButton } from "@/app/_components/ui/copy-field";
import { OnlyFor } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { type NewSecret, SecretOfWebhook } from "../secret-of-webhook";
import type { Webhook } from "../webhook";
import { kindsText, kindTitle, nameOf, stateText } from "../webhook-text";
import { DeliveryLog } from "./delivery-log";
import { WebhookActions } from "./webhook-actions";
import { WebhookNotices } from "./webhook-notices";

const RELOAD_MS = 5_000;

/** One webhook: its state, what can be done with it, and its delivery log. */
export function WebhookPage({ id }: { id: string }) {
  return (
    <OnlyFor permission="webhooks:read">
      <WebhookById id={id} />
    </OnlyFor>
  );
}

function WebhookById({ id }: { id: string }) {
  const { href } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.webhooks.get.queryOptions({ webhook_id: id }),
    refetchInterval: RELOAD_MS,
  });
  const [shown, setShown] = useState<NewSecret | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <Link
        href={href("/settings/webhooks")}
        className="-ml-1 inline-flex items-center gap-1 self-start text-ink-soft hover:text-ink max-md:min-h-11"
      >
        <ChevronLeft aria-hidden className="size-4" /> All webhooks
      </Link>
      <QueryView query={query} what="the webhook">
        {(webhook) => (
          <>
            <Heading webhook={webhook} onSecret={setShown} />
            <WebhookNotices webhook={webhook} />
            <Facts webhook={webhook} />
            <DeliveryLog webhook={webhook} />
          </>
        )}
      </QueryView>
      <SecretOfWebhook shown={shown} onClose={() => setShown(null)} />
    </div>
  );
}

function Heading(props: { webhook: Webhook; onSecret: (secret: NewSecret) => void }) {
  const { webhook } = props;
  const { label, tone } = stateText(webhook);
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2.5">
          <h2 className="min-w-0 truncate text-[15px] leading-5 font-[620]">{nameOf(webhook)}</h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <div className="flex min-w-0 items-center gap-1">
          <span className="min-w-0 font-mono text-[13px] break-all text-ink-soft">{webhook.url}</span>
          <CopyButton value={webhook.url} label="Copy the address" className="shrink-0" />
        </div>
      </div>
      <WebhookActions webhook={webhook} onSecret={props.onSecret} />
    </div>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const kinds = webhook.event_kinds;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink-soft [&_dd]:text-ink">
      <dt>Receives</dt>
      <dd>{kinds.length > 1 ? kinds.map(kindTitle).join(", ") : kindsText(kinds)}</dd>
      <dt>Events so far</dt>
      <dd className="num">{webhook.last_number}</dd>
      <dt>Last accepted</dt>
      <dd>{webhook.last_success_at ? <Age at={webhook.last_success_at} phrase /> : "Never"}</dd>
    </dl>
  );
}
