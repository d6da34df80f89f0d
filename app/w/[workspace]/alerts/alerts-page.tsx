"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { KeyHints } from "@/app/_components/pricing/key-hints";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { PagedView, rowsOf } from "@/app/_trpc/query-view";
import { SnoozeDialog } from "../_decisions/snooze-dialog";
import { subjectOf, useAlertActions } from "./alert-actions";
import { AlertFilters, useAlertFilters } from "./alert-filters";
import { type Alert, AlertRow } from "./alert-row";

/** The alerts of the workspace, narrowed by what stands in the address. */
export function AlertsPage() {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const [{ status, kind, severity }] = useAlertFilters();
  const query = useInfiniteQuery(
    trpc.alerts.list.infiniteQueryOptions(
      {
        status: status === "all" ? undefined : status,
        kind: kind ?? undefined,
        severity: severity ?? undefined,
      },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );
  const actions = useAlertActions();
  const [snoozing, setSnoozing] = useState<Alert | null>(null);
  const rows = rowsOf(query).filter(({ id }) => !actions.hidden.has(id));
  const mayAct = may("alerts:write");
  const resolvable = (alert: Alert) => mayAct && alert.status !== "resolved";
  const list = useKeys(rows, {
    onSnooze: (alert) => resolvable(alert) && setSnoozing(alert),
    onResolve: (alert) => resolvable(alert) && actions.resolve(alert),
    onUndo: actions.undo,
  });
  return (
    <>
      <PageHeader
        title="Alerts"
        filters={<AlertFilters />}
        actions={
          <KeyHints
            hints={[
              { keys: ["J", "K"], label: "move" },
              { keys: ["S"], label: "snooze" },
              { keys: ["E"], label: "resolve" },
            ]}
          />
        }
      />
      <PagedView
        query={query}
        noun="alerts"
        empty={<NoAlerts open={status === "open" && !kind && !severity} />}
      >
        {() => (
          <ul aria-label="Alerts">
            {rows.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                focused={alert.id === list.focusedId}
                onPoint={() => list.focus(alert.id)}
                onSnooze={resolvable(alert) ? () => setSnoozing(alert) : undefined}
                onResolve={resolvable(alert) ? () => actions.resolve(alert) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedView>
      {snoozing ? (
        <SnoozeDialog
          what={subjectOf(snoozing)}
          onClose={() => setSnoozing(null)}
          onSnooze={(snooze) => {
            actions.snooze(snoozing, snooze);
            setSnoozing(null);
          }}
        />
      ) : null}
    </>
  );
}

function useKeys(
  rows: readonly Alert[],
  act: { onSnooze: (alert: Alert) => void; onResolve: (alert: Alert) => void; onUndo: () => void },
) {
  const [focusedId, focus] = useState<string | null>(null);
  const at = rows.findIndex(({ id }) => id === focusedId);
  const focused = rows[at];
  const move = (by: number) => focus(rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.id ?? null);
  useHotkeys({
    j: { label: "Next alert", run: () => move(1) },
    k: { label: "Previous alert", run: () => move(-1) },
    s: { label: "Snooze the alert", run: () => focused && act.onSnooze(focused) },
    e: {
      label: "Resolve the alert",
      run: () => {
        if (!focused) return;
        const next = rows[at + 1] ?? rows[at - 1];
        act.onResolve(focused);
        focus(next?.id ?? null);
      },
    },
    u: { label: "Undo", run: act.onUndo },
  });
  return { focusedId, focus };
}

function NoAlerts({ open }: { open: boolean }) {
  const { href } = useWorkspace();
  if (!open)
    return (
      <EmptyState icon={<BellOff />} title="Nothing matches">
        No alert is of this status, kind and severity.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<BellOff />}
      title="No open alerts"
      action={
        <Button asChild>
          <Link href={href("/runs")}>See the runs</Link>
        </Button>
      }
    >
      When a run finds an item below its floor, undercut or with an old cost, it says so here.
    </EmptyState>
  );
}
