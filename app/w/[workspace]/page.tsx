import type { Metadata } from "next";
import { ServedQueries } from "@/app/_session/served-queries";
import { Overview } from "./_overview/overview";
import { LATEST_RUNS, NEWEST_RUN, OPEN_ALERTS } from "./_overview/queries";

export const metadata: Metadata = { title: "Overview" };

export default async function Page(props: { params: Promise<{ workspace: string }> }) {
  return (
    <ServedQueries
      workspaceId={(await props.params).workspace}
      ask={({ alerts, runs, workspace }) => [
        runs.list.queryOptions(NEWEST_RUN),
        runs.list.queryOptions(LATEST_RUNS),
        alerts.list.queryOptions(OPEN_ALERTS),
        workspace.pricing.queryOptions({}),
        workspace.status.queryOptions({}),
      ]}
    >
      <Overview />
    </ServedQueries>
  );
}
