"use client";

import type { ReactNode } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Badge } from "@/app/_components/ui/badge";
import { DialogContent } from "@/app/_components/ui/dialog";
import type { Delivery, Webhook } from "../webhook";
import { attemptsText, deliveryState, kindTitle, readablePayload } from "../webhook-text";
import { SendAgain } from "./send-again";

/** One delivery: its attempts, the last answer, and the body that the receiver gets. */
export function DeliveryDetails({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const { label, tone } = deliveryState(delivery);
  return (
    <DialogContent
      width="lg"
      title={`${kindTitle(delivery.kind)}, number ${delivery.number}`}
      description={`Its header webhook-id is ${delivery.message_id}.`}
    >
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 text-ink-soft [&_dd]:min-w-0 [&_dd]:text-ink">
          <dt>Status</dt>
          <dd>
            <Badge tone={tone}>{label}</Badge>
          </dd>
          <dt>Attempts</dt>
          <dd className="num">{attemptsText(delivery)}</dd>
          <Line label="Last attempt" at={delivery.last_attempt_at} />
          <Line label="Next attempt" at={delivery.next_attempt_at} />
          <dt>Answer</dt>
          <dd>
            <Answer delivery={delivery} />
          </dd>
        </dl>
        {delivery.response?.body ? <Code title="Answer’s text">{delivery.response.body}</Code> : null}
        <Code title="Body">{readablePayload(delivery.payload)}</Code>
        {delivery.status === "pending" ? null : (
          <div>
            <SendAgain delivery={delivery} webhook={webhook} />
          </div>
        )}
      </div>
    </DialogContent>
  );
}

function Line({ label, at }: { label: string; at: string | null }) {
  if (at === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Age at={at} phrase />
      </dd>
    </>
  );
}

function Answer({ delivery: { response, error, took_ms: took } }: { delivery: Delivery }) {
  if (response === null) return <span>{error ?? "None yet"}</span>;
  return (
    <span className="num">
      Status {response.status}
      {took === null ? "" : `, after ${took} ms`}
    </span>
  );
}

function Code({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-[600] text-ink-soft">{title}</h3>
      <pre
        // Reachable by keyboard, because it scrolls.
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-xl bg-chip px-4 py-3 font-mono text-[13px] break-words whitespace-pre-wrap"
      >
        {children}
      </pre>
    </div>
  );
}
