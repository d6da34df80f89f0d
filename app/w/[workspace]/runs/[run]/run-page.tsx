"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { isRunFinished } from "@/server/domain/runs/run";
import { usePollInterval } from "../../_live/live-provider";
import { durationText, inputsText, runBadge, scopeText, triggerText } from "../run-text";
import { Findings } from "./findings";
import { Progress } from "./progress";
import { RunActions } from "./run-actions";
import { RunNotices } from "./run-notices";

const RELOAD_INTERVAL_MS = 1_000;

type Run = Outputs["runs"]["get"];

/** One run: its progress, its findings and what became of them, and buttons to cancel or release it. */
export function RunPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const interval = usePollInterval(RELOAD_INTERVAL_MS);
  const query = useQuery({
    ...trpc.runs.get.queryOptions({ run_id: id }),
    refetchInterval: ({ state }) => (state.data && !isRunFinished(state.data.status) ? interval : false),
  });
  const run = query.data;
  return (
    <>
      <PageHeader
        title={run ? scopeText(run) : "Run"}
        back={{ href: href("/runs"), label: "the runs" }}
        meta={run ? <Age at={run.created_at} phrase /> : undefined}
        actions={run ? <RunActions run={run} /> : undefined}
      />
      <QueryView query={query} what="the run">
        {(found) => <RunDetails run={found} />}
      </QueryView>
    </>
  );
}

function RunDetails({ run }: { run: Run }) {
  const { href } = useWorkspace();
  return (
    <div className="flex max-w-4xl flex-col gap-5 p-5 max-md:p-4 wide:max-w-none">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
        <StatusBadge of="run" status={runBadge(run)} />
        <span>{triggerText(run.trigger)}</span>
        <Link
          href={href(`/policy?version=${run.policy_version}`)}
          className="underline-offset-4 hover:underline"
        >
          Policy version {run.policy_version}
        </Link>
        {durationText(run.started_at, run.finished_at) ? (
          <span className="num">Took {durationText(run.started_at, run.finished_at)}</span>
        ) : null}
      </p>
      {inputsText(run.inputs) ? <p className="text-ink-soft">{inputsText(run.inputs)}</p> : null}
      <RunNotices run={run} />
      {isRunFinished(run.status) ? null : <Progress run={run} />}
      {run.counts ? <Findings run={run} counts={run.counts} /> : null}
    </div>
  );
}
