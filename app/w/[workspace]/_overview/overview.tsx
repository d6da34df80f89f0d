"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { Count, Unknown } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { PageHeader } from "@/app/_components/ui/page-header";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { useItemCount, useSummary } from "../_frame/nav-items";
import { TriggerRun } from "../runs/trigger-dialog";
import { UsageMeters } from "../settings/workspace/plan-and-usage";
import { FirstSteps } from "./first-steps";
import { LatestRuns } from "./latest-runs";
import { OpenAlerts } from "./open-alerts";
import { overviewQueries } from "./queries";

const link = "underline decoration-control underline-offset-4 hover:decoration-current";

/** The start page of a workspace: pending approvals, open alerts, the latest runs and the plan's usage. */
export function Overview() {
  const { name } = useWorkspace();
  return (
    <>
      <PageHeader title="Overview" meta={name} actions={<TriggerRun variant="secondary" />} />
      <div className="flex max-w-6xl flex-col gap-7 p-5 max-md:p-4">
        <FirstSteps />
        <Waiting />
        <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-x-10 gap-y-7 max-lg:grid-cols-1">
          <OpenAlerts />
          <div className="flex flex-col gap-7">
            <LatestRuns />
            <Usage />
          </div>
        </div>
      </div>
    </>
  );
}

function Waiting() {
  const { href, may } = useWorkspace();
  const counted = useSummary();
  const itemCount = useItemCount();
  const figure = (value: number | undefined) =>
    value === undefined ? <Unknown word="loading" /> : <Count value={value} />;
  return (
    <section aria-label="What waits" className="flex flex-col gap-3">
      <StatStrip
        size="lg"
        stats={[
          {
            label: "Waiting for approval",
            value: figure(counted?.waiting),
            detail: counted?.oldest_waiting_at ? (
              <>
                oldest <Age at={counted.oldest_waiting_at} phrase />
              </>
            ) : (
              "nothing waits"
            ),
          },
          {
            label: "New recommendations",
            value: figure(counted?.new_recommendations),
            detail:
              counted && counted.held_recommendations > 0 ? (
                <Link className={link} href={href("/recommendations?status=held")}>
                  <Count value={counted.held_recommendations} /> more held back
                </Link>
              ) : (
                <Link className={link} href={href("/recommendations")}>
                  Look at them
                </Link>
              ),
          },
          {
            label: "Open alerts",
            value: figure(counted?.open_alerts),
            detail: (
              <Link className={link} href={href("/alerts")}>
                See all
              </Link>
            ),
          },
          {
            label: "Items watched",
            value: figure(itemCount),
            detail: (
              <Link className={link} href={href("/catalog")}>
                Catalog
              </Link>
            ),
          },
        ]}
      />
      {counted && counted.waiting > 0 ? (
        <div>
          <Button asChild variant="primary">
            <Link href={href("/approvals")}>
              {may("recommendations:approve") ? "Decide" : "See"} <Count value={counted.waiting} /> waiting
            </Link>
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Usage() {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const query = useQuery(overviewQueries(trpc).status);
  return (
    <Section
      title="Used of the plan"
      aside={
        <Link className={`text-xs ${link}`} href={href("/settings/workspace")}>
          Plan
        </Link>
      }
    >
      <QueryView query={query} what="the usage" loading={<SkeletonRows rows={3} />}>
        {({ usage }) => <UsageMeters usage={usage} />}
      </QueryView>
    </Section>
  );
}
