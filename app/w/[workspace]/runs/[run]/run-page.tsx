"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { Count, Unknown } from "@/app/_components/pricing/price";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { Banner } from "@/app/_components/ui/banner";
import { PageHeader } from "@/app/_components/ui/page-header";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { isRunFinished } from "@/server/domain/runs/run";
import { usePollInterval } from "../../_live/live-provider";
import { durationText, inputsText, isHeld, runBadge, scopeText, triggerText } from "../run-text";
import { ReleaseRun, RunActions } from "./run-actions";
import { Skipped } from "./skipped";

const RELOAD_INTERVAL_MS = 1_000;

type Run = Outputs["runs"]["get"];

/** One run: its progress, its results, the skipped items with reasons, and buttons to cancel or release it. */
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
    <div className="flex max-w-4xl flex-col gap-5 p-5 max-md:p-4">
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
      {run.error ? (
        <Banner tone="bad" title="The run failed.">
          {run.error} Nothing of it was published.
        </Banner>
      ) : null}
      <HeldNotice run={run} />
      {isRunFinished(run.status) ? null : <Progress run={run} />}
      {run.counts ? <Findings run={run} counts={run.counts} /> : null}
      {run.status === "canceled" ? <p>It was canceled; nothing of it was published.</p> : null}
    </div>
  );
}

function HeldNotice({ run }: { run: Run }) {
  if (!run.held) return null;
  if (run.held.released_at)
    return (
      <Banner title="Held back at first.">
        {run.held.reason} Released <Age at={run.held.released_at} phrase />.
      </Banner>
    );
  return (
    <Banner tone="warn" title="Held back." action={<ReleaseRun run={run} />}>
      {run.held.reason} Its recommendations wait until someone has looked and lets them go; the next run
      replaces them.
    </Banner>
  );
}

function Progress({ run }: { run: Run }) {
  const { done, total } = run.progress;
  const waiting = run.status === "queued";
  return (
    <div>
      <div className="mb-1.5 flex justify-between text-ink-soft">
        <span role="status">
          {waiting
            ? "Waits for its turn"
            : total === null
              ? "Begins"
              : done < total
                ? "Checking the items"
                : "Publishing what it found"}
        </span>
        {total === null ? null : (
          <span className="num">
            <Count value={done} /> of <Count value={total} />
          </span>
        )}
      </div>
      <progress
        aria-label="Progress"
        max={total ?? undefined}
        value={total === null ? undefined : done}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-chip [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-chip [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

function Findings({ run, counts }: { run: Run; counts: NonNullable<Run["counts"]> }) {
  const { href } = useWorkspace();
  const skipped = Object.values(counts.skipped).reduce((sum, count) => sum + count, 0);
  const link = "underline decoration-control underline-offset-4 hover:decoration-current";
  return (
    <>
      <StatStrip
        size="lg"
        stats={[
          { label: "Items checked", value: <Count value={counts.items} /> },
          {
            label: "Recommendations",
            value: <Count value={counts.recommendations} />,
            detail: (
              <Link
                className={link}
                href={href(`/recommendations?run=${run.id}${isHeld(run) ? "&status=held" : ""}`)}
              >
                See them
              </Link>
            ),
          },
          {
            label: "Alerts seen",
            value: <Count value={counts.alerts} />,
            detail: (
              <Link className={link} href={href("/alerts")}>
                Open alerts
              </Link>
            ),
          },
          {
            label: "No new price",
            value: skipped === 0 ? <Unknown word="none" /> : <Count value={skipped} />,
          },
        ]}
      />
      <Skipped skipped={counts.skipped} items={counts.items} />
    </>
  );
}
