"use client";

import { BellOff } from "lucide-react";
import Link from "next/link";
import { Fragment, useState } from "react";
import { useSelectAllKey } from "@/app/_components/keyboard/select-all-key";
import { formatCount } from "@/app/_components/pricing/format";
import { KeyHints } from "@/app/_components/pricing/key-hints";
import { useLocale } from "@/app/_components/pricing/locale";
import { Count } from "@/app/_components/pricing/price";
import { useSelection } from "@/app/_components/selection/use-selection";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { PageHeader } from "@/app/_components/ui/page-header";
import { whenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import { asChosen, useAllThatMatch } from "../_batches/use-list-batch";
import { SnoozeDialog } from "../_decisions/snooze-dialog";
import { subjectOf, useAlertActions } from "./alert-actions";
import { AlertFilters, useAlertFilters } from "./alert-filters";
import { type Alert, AlertRow } from "./alert-row";
import { AlertSelectionBar } from "./alert-selection-bar";
import { alertText } from "./alert-text";
import { MOST_ALERTS, useAlertKeys } from "./use-alert-keys";
import { useAlerts } from "./use-alerts";

const MatchingAlertsBar = whenOpened(async () => (await import("./matching-alerts-bar")).MatchingAlertsBar);
const BatchProgress = whenOpened(async () => (await import("../_batches/batch-progress")).BatchProgress);

const HINTS = [
  { keys: ["J", "K"], label: "move" },
  { keys: ["X"], label: "select" },
  { keys: ["S"], label: "snooze" },
  { keys: ["E"], label: "resolve" },
  { keys: ["?"], label: "keys" },
];

/** The workspace's alerts that pass the filters of the address. */
export function AlertsPage() {
  const { may } = useWorkspace();
  const locale = useLocale();
  const [{ status, kind, severity, sort, q }] = useAlertFilters();
  const { query, hasLeft, guard, markOwn, counts, followed, ...alerts } = useAlerts();
  const actions = useAlertActions(markOwn);
  const [snoozing, setSnoozing] = useState<Alert | null>(null);
  const rows = alerts.rows.filter(({ id }) => !actions.hidden.has(id));
  const mayAct = may("alerts:write");
  const resolvable = (alert: Alert) => mayAct && alert.status !== "resolved" && !hasLeft(alert);
  const snooze = (alert: Alert) => guard.guarded(() => resolvable(alert) && setSnoozing(alert));
  const resolve = (alert: Alert) => guard.guarded(() => resolvable(alert) && actions.resolve([alert]));
  const selectable = rows.filter(resolvable);
  const selection = useSelection(selectable, MOST_ALERTS);
  const all = useAllThatMatch(alerts.filter);
  const chosen = all.isOn ? asChosen(selection, selectable, all.turnOff) : selection;
  const selectAll =
    mayAct && status !== "resolved" && selectable.length > 1
      ? () => {
          selection.clear();
          all.turnOn();
        }
      : undefined;
  useSelectAllKey(() => selectAll?.());
  const list = useAlertKeys(rows, {
    onSelect: (alert) => resolvable(alert) && chosen.toggle(alert.id),
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
        filtersBelow
        filters={<AlertFilters />}
        actions={
          <>
            {selectAll ? (
              <Button size="sm" variant="quiet" onClick={selectAll}>
                {counts ? `Select all ${formatCount(counts.total, locale)}` : "Select all"} that match
              </Button>
            ) : null}
            <KeyHints hints={HINTS} className="max-2xl:hidden" />
            <KeyHints hints={HINTS.slice(-1)} className="2xl:hidden" />
          </>
        }
      />
      {followed.batch ? <BatchProgress followed={followed} /> : null}
      <PagedView
        query={query}
        noun="alerts"
        others={rows.length}
        empty={<NoAlerts open={status === "open" && !kind && !severity && q === ""} />}
      >
        {() => (
          <ul aria-label="Alerts">
            {rows.map((alert, at) => (
              <Fragment key={alert.id}>
                {sort === "kind" && alert.kind !== rows[at - 1]?.kind ? (
                  <KindTitle kind={alert.kind} counts={counts} />
                ) : null}
                <AlertRow
                  alert={alert}
                  focused={alert.id === list.focusedId}
                  left={hasLeft(alert)}
                  onPoint={() => list.focus(alert.id)}
                  selected={chosen.ids.has(alert.id)}
                  onSelect={resolvable(alert) ? (on, range) => chosen.select(alert.id, on, range) : undefined}
                  onSnooze={resolvable(alert) ? snooze(alert) : undefined}
                  onResolve={resolvable(alert) ? resolve(alert) : undefined}
                />
              </Fragment>
            ))}
          </ul>
        )}
      </PagedView>
      {all.isOn ? (
        <MatchingAlertsBar
          all={all}
          criteria={alerts.criteria}
          count={counts?.total ?? null}
          onConfirmed={followed.follow}
        />
      ) : selection.rows.length > 0 ? (
        <AlertSelectionBar
          selection={selection}
          shown={selectable}
          actions={actions}
          onSelectAll={query.hasNextPage ? selectAll : undefined}
        />
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

/** The title above the first alert of a kind, with how many of it match. */
function KindTitle({
  kind,
  counts,
}: {
  kind: Alert["kind"];
  counts: Outputs["alerts"]["counts"] | undefined;
}) {
  const count = counts?.kinds.find((each) => each.kind === kind)?.count;
  return (
    <li className="px-5 pt-3 pb-1.5 max-md:px-4">
      <h2 className="text-xs text-ink-dim">
        {alertText(kind)}{" "}
        {count === undefined ? null : (
          <span className="num ml-1.5">
            <Count value={count} />
          </span>
        )}
      </h2>
    </li>
  );
}

function NoAlerts({ open }: { open: boolean }) {
  const { href } = useWorkspace();
  if (!open)
    return (
      <EmptyState icon={<BellOff />} title="Nothing matches">
        No alert has this status, kind and severity for an item that the search finds.
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
