"use client";

import { clsx } from "clsx";
import { AlarmClock, Check } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Price, Stated } from "@/app/_components/pricing/price";
import { SeverityBadge } from "@/app/_components/pricing/severity-badge";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { SelectBox } from "@/app/_components/selection/select-box";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { alertFix, alertPage } from "@/server/domain/alerts/kinds";
import { alertText } from "./alert-text";

export type Alert = Outputs["alerts"]["list"]["data"][number];

/** One alert: its message, item, age and possible cost, and its actions. */
export function AlertRow(props: {
  alert: Alert;
  focused?: boolean;
  /** Whether it left the list while it was displayed. */
  left: boolean;
  selected: boolean;
  onPoint?: () => void;
  /** Undefined for an alert that cannot be selected. */
  onSelect: ((on: boolean, range: boolean) => void) | undefined;
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
      className={clsx(
        "grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-1 border-b border-line-soft px-5 py-2 last:border-0 max-lg:grid-cols-1 max-md:px-4",
        focused ? "bg-selected shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
      )}
    >
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-x-2 max-md:flex-wrap">
          {props.onSelect ? (
            <SelectBox
              label={`Select ${alert.item?.title ?? alertText(alert.kind)}: ${alertText(alert.kind)}`}
              selected={props.selected}
              onSelect={props.onSelect}
            />
          ) : null}
          <SeverityBadge severity={alert.severity} />
          <Subject alert={alert} />
          {alert.status === "open" ? null : <StatusBadge of="alert" status={alert.status} />}
        </div>
        <p className="mt-0.5 text-pretty">
          {alert.item ? <span className="text-ink-soft">{alertText(alert.kind)}. </span> : null}
          <Stated text={alert.message} />
          <Remarks alert={alert} left={props.left} />
        </p>
      </div>
      <div className="num text-right text-xs text-ink-dim max-lg:flex max-lg:gap-3 max-lg:text-left">
        {alert.money_at_risk ? (
          <div className="text-ink">
            <Price money={alert.money_at_risk} /> at risk
          </div>
        ) : null}
        <div>
          {alert.status === "resolved" ? "resolved " : ""}
          <Age at={alert.status === "resolved" ? alert.resolved_at : alert.first_seen} phrase />
          {alert.occurrences > 1 ? `, seen ${alert.occurrences} times` : ""}
        </div>
      </div>
      <div
        className={clsx(
          "flex items-center gap-2 max-lg:mt-1 max-md:flex-wrap [&>*]:max-md:flex-1",
          // As wide as the widest of them, so that the figures of the rows stand in one column.
          alert.status !== "resolved" && "lg:min-w-[23.5rem] lg:justify-end",
        )}
      >
        {alert.status === "resolved" || props.left ? null : <Fix alert={alert} />}
        {props.onSnooze ? (
          <Button size="sm" onClick={props.onSnooze} aria-label={`Snooze: ${alertText(alert.kind)}`}>
            <AlarmClock aria-hidden /> Snooze
          </Button>
        ) : null}
        {props.onResolve ? (
          <Button size="sm" onClick={props.onResolve} aria-label={`Resolve: ${alertText(alert.kind)}`}>
            <Check aria-hidden /> Resolve
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** The alert's item or run, or its title if it has neither. */
function Subject({ alert }: { alert: Alert }) {
  const { href } = useWorkspace();
  const { item, run_id: runId } = alert;
  const page = alertPage(alert.kind, { itemId: item?.id ?? null, runId });
  const name = item?.title ?? alertText(alert.kind);
  return (
    <>
      {page ? (
        <Link href={href(page)} className="min-w-0 truncate font-[560] hover:underline max-md:py-1">
          {name}
        </Link>
      ) : (
        <span className="min-w-0 truncate font-[560]">{name}</span>
      )}
      {item ? <span className="num shrink-0 text-xs text-ink-dim">{item.sku}</span> : null}
    </>
  );
}

/** The way to what remedies the alert. */
function Fix({ alert }: { alert: Alert }) {
  const { href } = useWorkspace();
  const { item, run_id: runId, recommendation_id: recommendationId } = alert;
  const fix = alertFix(alert.kind, { itemId: item?.id ?? null, runId, recommendationId });
  if (fix === null) return null;
  return (
    <Button asChild size="sm" variant="quiet">
      <Link href={href(fix.page)}>{fix.label}</Link>
    </Button>
  );
}

/** Who decided it and why, and when a snooze ends. */
function Remarks({ alert, left }: { alert: Alert; left: boolean }) {
  const { reader } = useWorkspace();
  const by = alert.decided_by === reader ? "you" : alert.decided_by;
  if (alert.status === "open") return left ? <span className="text-ink-dim"> It left this list.</span> : null;
  return (
    <span className="text-ink-dim">
      {by === null ? null : ` ${alert.status === "snoozed" ? "Snoozed" : "Resolved"} by ${by}.`}
      {alert.snooze_until ? (
        <>
          {" "}
          Back <Age at={alert.snooze_until} phrase />
          {alert.snooze_reason ? `: ${alert.snooze_reason}` : "."}
        </>
      ) : null}
      {alert.resolution ? ` ${alert.resolution}` : null}
    </span>
  );
}
