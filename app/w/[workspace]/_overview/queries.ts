import type { useTRPC } from "@/app/_trpc/client";

/** The queries of the overview, for its parts and for its document. */
export const overviewQueries = ({ alerts, runs, workspace }: ReturnType<typeof useTRPC>) => ({
  firstSteps: workspace.firstSteps.queryOptions({}),
  latestRuns: runs.list.queryOptions({ limit: 4 }),
  openAlerts: alerts.list.queryOptions({ status: "open", limit: 8 }),
  status: workspace.status.queryOptions({}),
});
