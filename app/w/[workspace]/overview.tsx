"use client";

import { useQuery } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Figures } from "./figures";
import { FirstSteps } from "./first-steps";
import { Freshness } from "./freshness";
import { HeldRun } from "./held-run";
import { IndexByCategory } from "./index-by-category";
import { LatestRuns } from "./latest-runs";
import { MarginChart } from "./margin-chart";
import { OpenAlerts } from "./open-alerts";
import { PeriodChips } from "./period-chips";
import { TriggerRun } from "./runs/trigger-dialog";
import { useOverview } from "./use-overview";
import { WhatWaits } from "./what-waits";

/** The start page of a workspace: how the catalog does, what waits, and what needs a look. */
export function Overview() {
  return (
    <>
      <PageHeader
        title="Overview"
        meta={<LastRun />}
        filters={<PeriodChips />}
        actions={<TriggerRun variant="secondary" />}
      />
      <div className="flex max-w-6xl flex-col gap-7 p-5 max-md:p-4 wide:max-w-none">
        <HeldRun />
        <FirstSteps />
        <Figures />
        <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-x-10 gap-y-7 max-lg:grid-cols-1 wide:grid-cols-[minmax(0,1fr)_400px]">
          <div className="grid min-w-0 content-start gap-x-10 gap-y-7 wide:grid-cols-2">
            <MarginChart />
            <IndexByCategory />
            <div className="min-w-0 wide:col-span-2">
              <OpenAlerts />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-7">
            <WhatWaits />
            <Freshness />
            <LatestRuns />
          </div>
        </div>
      </div>
    </>
  );
}

function LastRun() {
  const newest = useQuery(useOverview().queries.latestRuns).data?.data[0];
  if (!newest) return null;
  return (
    <span className="text-xs text-ink-dim">
      run <Age at={newest.created_at} phrase />
    </span>
  );
}
