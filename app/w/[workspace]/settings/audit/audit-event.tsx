"use client";

import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { instantText } from "@/app/_components/pricing/age-text";
import { useLocale } from "@/app/_components/pricing/locale";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs } from "@/app/_trpc/client";
import type { AuditFilterValues } from "./audit-filters";
import { type ChangedField, changedFields } from "./changed-fields";
import { eventSentence, storedName } from "./event-sentence";
import { objectName, objectPage } from "./object-page";

export type AuditEvent = Outputs["audit"]["list"]["data"][number];

const CHANNELS: Readonly<Record<string, string>> = {
  web: "in the browser",
  api: "over REST",
  mcp: "as an agent",
  command: "on the command line",
  worker: "by the service itself",
  mail: "by the link in a mail",
};

/** Kinds whose objects need more than their name: a title, or the address that tells people of one name apart. */
const DETAILED: readonly string[] = ["item", "recommendation", "member"];

type Row = { event: AuditEvent; onFilter: (values: Partial<AuditFilterValues>) => void };

/** One audit event as a sentence with links; below it, when opened, the event as it is stored. */
export function AuditEventRow(props: Row) {
  const { event } = props;
  return (
    <li className="border-b border-line-soft px-2 py-2.5 last:border-0">
      <div className="flex items-baseline gap-3">
        <p className="min-w-0 flex-1 break-words">
          <strong className="font-[560]" title={event.actor}>
            <bdi>{event.actor_name}</bdi>
          </strong>{" "}
          {event.actor_detail === null ? null : (
            <>
              <bdi className="text-ink-dim">({event.actor_detail})</bdi>{" "}
            </>
          )}
          <Sentence event={event} />
        </p>
        <Age at={event.at} className="w-14 shrink-0 text-right text-xs text-ink-dim" />
      </div>
      <details className="group">
        <summary className="w-fit cursor-pointer py-0.5 text-xs text-ink-dim hover:text-ink max-md:py-3">
          {CHANNELS[event.via] ?? event.via}, event {event.seq}
        </summary>
        <div className="mt-2 flex flex-col gap-3 rounded-xl bg-chip px-4 py-3">
          <Facts {...props} />
          <Fields fields={changedFields(event.before, event.after)} />
        </div>
      </details>
    </li>
  );
}

function Sentence({ event }: { event: AuditEvent }) {
  const locale = useLocale();
  const time = (iso: string) => instantText(Date.parse(iso), locale);
  return eventSentence(event, { locale, time }).map((part, index) =>
    "object" in part ? (
      <EventObject key={index} event={event} />
    ) : "value" in part ? (
      <bdi key={index}>{part.value}</bdi>
    ) : (
      <span key={index}>{part.text}</span>
    ),
  );
}

function EventObject({ event }: { event: AuditEvent }) {
  const { href } = useWorkspace();
  const locale = useLocale();
  const { object } = event;
  if (object === null) return <bdi className="text-ink-soft">{storedName(event)}</bdi>;
  const title = DETAILED.includes(object.kind) && object.detail !== object.name ? object.detail : null;
  return (
    <>
      <Link className="underline decoration-control underline-offset-4" href={href(objectPage(object))}>
        <bdi>{objectName(object, locale).replace(/\.$/, "")}</bdi>
      </Link>
      {title === null ? null : <bdi className="ml-1 text-ink-dim">{title}</bdi>}
    </>
  );
}

function Facts({ event, onFilter }: Row) {
  const facts: [string, string | null][] = [
    ["Action", event.action],
    ["Time", event.at],
    ["Who", event.actor],
    ["Object", event.subject],
    ["Network", event.ip],
    ["Request", event.request_id],
  ];
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onFilter({ actor: event.actor })}>
          Only by <bdi>{event.actor_name}</bdi>
        </Button>
        <Button size="sm" onClick={() => onFilter({ subject: event.subject })}>
          Only about this object
        </Button>
      </div>
      <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 text-xs max-md:grid-cols-1">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-ink-dim">{name}</dt>
              <dd className="font-mono break-all">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}

function Fields({ fields }: { fields: readonly ChangedField[] }) {
  if (fields.length === 0) return <p className="text-xs text-ink-dim">No field differs.</p>;
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 border-t border-line-soft pt-3 text-xs max-md:grid-cols-1">
      {fields.map(({ name, before, after }) => (
        <div key={name} className="contents">
          <dt className="text-ink-dim">{name || "value"}</dt>
          <dd className="break-words">
            {before === null ? null : (
              <del className="mr-2 text-ink-dim">
                <bdi>{before}</bdi>
              </del>
            )}
            {after === null ? (
              <span className="text-ink-dim">none</span>
            ) : (
              <ins className="no-underline">
                <bdi>{after}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
