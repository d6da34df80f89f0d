"use client";

import { Age } from "@/app/_components/pricing/age";
import { type Outputs } from "@/app/_trpc/client";
import { type ChangedField, changedFields } from "./changed-fields";

export type AuditEvent = Outputs["audit"]["list"]["data"][number];

const CHANNELS: Readonly<Record<string, string>> = {
  web: "in the browser",
  api: "over REST",
  mcp: "as an agent",
  command: "on the command line",
  worker: "by the service itself",
  mail: "by the link in a mail",
};

/** One audit event: who, what, when; expanded, also channel, origin, and each field before and after. */
export function AuditEventRow({ event, onActor }: { event: AuditEvent; onActor: (actor: string) => void }) {
  return (
    <li className="border-b border-line-soft last:border-0">
      <details>
        <summary className="flex cursor-pointer items-center gap-3 rounded-lg px-2 py-2.5 hover:bg-hover">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-[520]">{event.action}</span>
            <span className="block truncate text-xs text-ink-dim">
              {event.actor_name} {CHANNELS[event.via] ?? event.via}
            </span>
          </span>
          <code className="truncate font-mono text-xs text-ink-dim max-md:hidden">{event.subject}</code>
          <Age at={event.at} className="w-14 shrink-0 text-right text-xs text-ink-dim" />
        </summary>
        <div className="mb-3 flex flex-col gap-3 rounded-xl bg-chip px-4 py-3">
          <Facts event={event} onActor={onActor} />
          <Fields fields={changedFields(event.before, event.after)} />
        </div>
      </details>
    </li>
  );
}

function Facts({ event, onActor }: { event: AuditEvent; onActor: (actor: string) => void }) {
  const facts: [string, string | null][] = [
    ["Number", event.seq],
    ["Time", event.at],
    ["Thing", event.subject],
    ["Network", event.ip],
    ["Request", event.request_id],
  ];
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 text-xs max-md:grid-cols-1">
      <dt className="text-ink-dim">Who</dt>
      <dd>
        <button
          type="button"
          className="underline decoration-control underline-offset-4"
          onClick={() => onActor(event.actor)}
        >
          {event.actor_name}
        </button>
      </dd>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="contents">
            <dt className="text-ink-dim">{name}</dt>
            <dd className="font-mono break-all">{value}</dd>
          </div>
        ),
      )}
    </dl>
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
            {before === null ? null : <del className="mr-2 text-ink-dim">{before}</del>}
            {after === null ? (
              <span className="text-ink-dim">none</span>
            ) : (
              <ins className="no-underline">{after}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
