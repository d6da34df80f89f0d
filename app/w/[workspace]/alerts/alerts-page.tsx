"use client";

import { BellOff } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { KeyHints } from "@/app/_components/pricing/key-hints";
import { useSelection } from "@/app/_components/selection/use-selection";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useWorkspace } from "@/app/_session/workspace";
import { PagedView } from "@/app/_trpc/query-view";
import { SnoozeDialog } from "../_decisions/snooze-dialog";
import { subjectOf, useAlertActions } from "./alert-actions";
import { AlertFilters, useAlertFilters } from "./alert-filters";
import { type Alert, AlertRow } from "./alert-row";
import { AlertSelectionBar } from "./alert-selection-bar";
import { MOST_ALERTS, useAlertKeys } from "./use-alert-keys";
import { useAlerts } from "./use-alerts";

/** The workspace's alerts that pass the filters of the address. */
export function AlertsPage() {
  const { may } = useWorkspace();
  const [{ status, kind, severity, q }] = useAlertFilters();
  const { query, hasLeft, guard, markOwn, ...alerts } = useAlerts();
  const actions = useAlertActions(markOwn);
  const [snoozing, setSnoozing] = useState<Alert | null>(null);
  const rows = alerts.rows.filter(({ id }) => !actions.hidden.has(id));
  const mayAct = may("alerts:write");
  const resolvable = (alert: Alert) => mayAct && alert.status !== "resolved" && !hasLeft(alert);
  const snooze = (alert: Alert) => guard.guarded(() => resolvable(alert) && setSnoozing(alert));
  const resolve = (alert: Alert) => guard.guarded(() => resolvable(alert) && actions.resolve([alert]));
  const selectable = rows.filter(resolvable);
  const selection = useSelection(selectable, MOST_ALERTS);
  const list = useAlertKeys(rows, {
    onSelect: (alert) => resolvable(alert) && selection.toggle(alert.id),
    onMove: guard.acted,
    onSnooze: (alert) => snooze(alert)(),
    onResolve: (alert) => resolve(alert)(),
    onUndo: actions.undo,
  });
  const dialogAlert = snoozing && (rows.find(({ id }) => id === snoozing.id) ?? snoozing);
  return (
    <>
      <PageHeader
        title="Alerts"
        filters={<AlertFilters />}
        actions={
          <KeyHints
            hints={[
              { keys: ["J", "K"], label: "move" },
              { keys: ["X"], label: "select" },
              { keys: ["S"], label: "snooze" },
              { keys: ["E"], label: "resolve" },
            ]}
          />
        }
      />
      <PagedView
        query={query}
        noun="alerts"
        others={rows.length}
        empty={<NoAlerts open={status === "open" && !kind && !severity && q === ""} />}
      >
        {() => (
          <ul aria-label="Alerts">
            {rows.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                focused={alert.id === list.focusedId}
                left={hasLeft(alert)}
                onPoint={() => list.focus(alert.id)}
                selected={selection.ids.has(alert.id)}
                onSelect={
                  resolvable(alert) ? (on, range) => selection.select(alert.id, on, range) : undefined
                }
                onSnooze={resolvable(alert) ? snooze(alert) : undefined}
                onResolve={resolvable(alert) ? resolve(alert) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedView>
      {selection.rows.length > 0 ? (
        <AlertSelectionBar selection={selection} shown={selectable} actions={actions} />
      ) : null}
      {dialogAlert ? (
        <SnoozeDialog
          what={subjectOf(dialogAlert)}
          notice={
            hasLeft(dialogAlert) ? (
              <Banner tone="warn" className="mb-4" title="Changed while you were here.">
                {dialogAlert.decided_by ? `${dialogAlert.decided_by} decided it.` : "It left the list."}{" "}
                Nothing is left to decide.
              </Banner>
            ) : undefined
          }
          blocked={hasLeft(dialogAlert)}
          onClose={() => setSnoozing(null)}
          onSnooze={(until) => {
            actions.snooze([dialogAlert], until);
            setSnoozing(null);
          }}
        />
      ) : null}
    </>
  );
}

function NoAlerts({ open }: { open: boolean }) {
  const { href } = useWorkspace();
  if (!open)
    return (
      <EmptyState icon={<BellOff />} title="Nothing matches">
        No alert has this status, kind and severity, of an item that the search finds.
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
      A run raises an alert here when an item is below its floor, undercut, or has an old cost.
    </EmptyState>
  );
}
