"use client";

import { AlarmClock, Check } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { cn } from "@/app/_components/class-names";
import { Age } from "@/app/_components/pricing/age";
import { Price } from "@/app/_components/pricing/price";
import { SeverityBadge } from "@/app/_components/pricing/severity-badge";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { alertWords } from "./alert-words";

export type Alert = Outputs["alerts"]["list"]["data"][number];

/** One alert: what is wrong, with which item, since when, what it may cost, and what can be done about it. */
export function AlertRow(props: {
  alert: Alert;
  focused?: boolean;
  onPoint?: () => void;
  onSnooze: (() => void) | undefined;
  onResolve: (() => void) | undefined;
}) {
  const { alert, focused = false } = props;
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (focused) ref.current?.scrollIntoView({ block: "nearest" });
  }, [focused]);
  return (
    <li
      ref={ref}
      aria-current={focused || undefined}
      onMouseDown={props.onPoint}
      className={cn(
        "grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line-soft px-5 py-2.5 last:border-0 hover:bg-hover max-md:grid-cols-1 max-md:px-4",
        focused && "bg-selected shadow-[inset_2px_0_0_var(--accent)] hover:bg-selected",
      )}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <SeverityBadge severity={alert.severity} />
          <span className="font-[560]">{alertWords(alert.kind)}</span>
          {alert.status === "open" ? null : <StatusBadge of="alert" status={alert.status} />}
        </div>
        <p className="mt-0.5 text-pretty">{alert.message}</p>
        <Facts alert={alert} />
      </div>
      <div className="flex items-center gap-2 max-md:mt-1 [&>button]:max-md:flex-1">
        {props.onSnooze ? (
          <Button size="sm" onClick={props.onSnooze} aria-label={`Snooze: ${alertWords(alert.kind)}`}>
            <AlarmClock aria-hidden /> Snooze
          </Button>
        ) : null}
        {props.onResolve ? (
          <Button size="sm" onClick={props.onResolve} aria-label={`Resolve: ${alertWords(alert.kind)}`}>
            <Check aria-hidden /> Resolve
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Facts({ alert }: { alert: Alert }) {
  const { href } = useWorkspace();
  const since = alert.status === "resolved" ? alert.resolved_at : alert.first_seen;
  return (
    <p className="num mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-dim">
      {alert.item ? (
        <Link
          href={href(`/catalog/${alert.item.id}`)}
          className="max-w-full truncate text-ink-soft underline decoration-control underline-offset-4 hover:decoration-current max-md:py-2"
        >
          {alert.item.title} · {alert.item.sku}
        </Link>
      ) : alert.run_id ? (
        <Link
          href={href(`/runs/${alert.run_id}`)}
          className="text-ink-soft underline decoration-control underline-offset-4 hover:decoration-current max-md:py-2"
        >
          The run
        </Link>
      ) : null}
      {alert.money_at_risk ? (
        <span>
          <Price money={alert.money_at_risk} /> at risk
        </span>
      ) : null}
      <span>
        {alert.status === "resolved" ? "resolved " : "since "}
        <Age at={since} phrase />
      </span>
      {alert.occurrences > 1 ? <span>seen {alert.occurrences} times</span> : null}
      {alert.snooze_until ? (
        <span>
          back <Age at={alert.snooze_until} phrase />
          {alert.snooze_reason ? ` · ${alert.snooze_reason}` : ""}
        </span>
      ) : null}
      {alert.resolution ? <span>{alert.resolution}</span> : null}
    </p>
  );
}
