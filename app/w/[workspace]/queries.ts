import { createLoader, parseAsStringLiteral } from "nuqs/server";
import type { useTRPC } from "@/app/_trpc/client";

export const PERIODS = ["7", "30", "365"] as const;

/** The parameters of the overview in the address, for the browser and for the server that draws the page. */
export const OVERVIEW_PARAMETERS = { days: parseAsStringLiteral(PERIODS).withDefault("30") };
export const readOverviewParameters = createLoader(OVERVIEW_PARAMETERS);

/** The queries of the overview, for its parts and for its document. */
export const overviewQueries = (
  { alerts, overview, runs, workspace }: ReturnType<typeof useTRPC>,
  days: (typeof PERIODS)[number],
) => ({
  firstSteps: workspace.firstSteps.queryOptions({}),
  latestRuns: runs.list.queryOptions({ limit: 4 }),
  openAlerts: alerts.list.queryOptions({ status: "open", limit: 5 }),
  days: overview.days.queryOptions({ days: Number(days) }),
  work: overview.work.queryOptions({}),
});
