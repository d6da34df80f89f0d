"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Age } from "@/app/_components/pricing/age";
import { Count, Unknown } from "@/app/_components/pricing/price";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { PagedView, rowsOf } from "@/app/_trpc/query-view";
import { isRunFinished } from "@/server/domain/runs/run";
import { usePollInterval } from "../_live/live-provider";
import { FailingSchedules } from "./failing-schedules";
import { askedRuns, durationText, RUN_FILTERS, runBadge, scopeText, triggerText } from "./run-text";
import { TriggerRun } from "./trigger-dialog";

const RELOAD_INTERVAL_MS = 2_000;

export type Run = Outputs["runs"]["list"]["data"][number];

/** The runs of the workspace, newest first; those in progress are reloaded regularly. */
export function RunsPage() {
  const trpc = useTRPC();
  const [status, setStatus] = useQueryState("status", parseAsStringLiteral(RUN_FILTERS).withDefault("all"));
  const interval = usePollInterval(RELOAD_INTERVAL_MS);
  const query = useInfiniteQuery(
    trpc.runs.list.infiniteQueryOptions(askedRuns(status), {
      getNextPageParam: (page) => page.next_cursor,
      refetchInterval: ({ state }) =>
        state.data && rowsOf({ data: state.data }).some((run) => !isRunFinished(run.status))
          ? interval
          : false,
    }),
  );
  return (
    <>
      <PageHeader
        title="Runs"
        filters={
          <FilterChips
            label="Status"
            value={status}
            onValueChange={(value) => void setStatus(RUN_FILTERS.find((known) => known === value) ?? "all")}
            options={[
              { value: "all", label: "All" },
              { value: "running", label: "Running" },
              { value: "held", label: "Held back" },
              { value: "succeeded", label: "Finished" },
              { value: "failed", label: "Failed" },
              { value: "canceled", label: "Canceled" },
            ]}
          />
        }
        actions={<TriggerRun />}
      />
      <FailingSchedules />
      <PagedView query={query} noun="runs" empty={<NoRuns filtered={status !== "all"} />}>
        {(runs) => <RunsTable runs={runs} />}
      </PagedView>
    </>
  );
}

function RunsTable({ runs }: { runs: readonly Run[] }) {
  const router = useRouter();
  const { href } = useWorkspace();
  return (
    <Table caption="Runs">
      <TableHead>
        <tr>
          <Th>Run</Th>
          <Th>Status</Th>
          <Th numeric wideOnly>
            Items
          </Th>
          <Th numeric wideOnly>
            Recommendations
          </Th>
          <Th numeric wideOnly>
            Alerts
          </Th>
          <Th numeric wideOnly>
            Took
          </Th>
          <Th numeric>Requested</Th>
        </tr>
      </TableHead>
      <TableBody>
        {runs.map((run) => (
          <TableRow
            key={run.id}
            className="cursor-pointer"
            onClick={() => router.push(href(`/runs/${run.id}`))}
          >
            <Td className="w-full max-w-0">
              <Link
                href={href(`/runs/${run.id}`)}
                onClick={(event) => event.stopPropagation()}
                className="block truncate font-[520] hover:underline max-md:py-2"
              >
                {scopeText(run)}
              </Link>
              <span className="block text-xs text-ink-dim">{triggerText(run.trigger)}</span>
            </Td>
            <Td>
              <RunState run={run} />
            </Td>
            <Td numeric wideOnly>
              <Counted value={run.counts?.items} />
            </Td>
            <Td numeric wideOnly>
              <Counted value={run.counts?.recommendations} />
            </Td>
            <Td numeric wideOnly>
              <Counted value={run.counts?.alerts} />
            </Td>
            <Td numeric wideOnly className="text-ink-soft">
              {durationText(run.started_at, run.finished_at) ?? <Unknown word="not finished" />}
            </Td>
            <Td numeric className="text-ink-dim">
              <Age at={run.created_at} />
            </Td>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function RunState({ run }: { run: Run }) {
  const { done, total } = run.progress;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <StatusBadge of="run" status={runBadge(run)} />
      {run.status === "running" && total ? (
        <span className="num text-xs text-ink-dim">{Math.floor((done * 100) / total)} %</span>
      ) : null}
    </span>
  );
}

function Counted({ value }: { value: number | undefined }) {
  return value === undefined ? <Unknown /> : <Count value={value} />;
}

function NoRuns({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState icon={<Play />} title="No such run">
        No run has this status.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Play />} title="No runs yet">
      A run compares every item with its cost, its market and the policy, and proposes the prices to change.
    </EmptyState>
  );
}
