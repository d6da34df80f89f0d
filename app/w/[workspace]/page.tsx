import type { Metadata } from "next";
import { ServedQueries } from "@/app/_session/served-queries";
import { Overview } from "./overview";
import { overviewQueries, readOverviewParameters } from "./queries";

export const metadata: Metadata = { title: "Overview" };

export default async function Page(props: {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { days } = readOverviewParameters(await props.searchParams);
  return (
    <ServedQueries
      workspaceId={(await props.params).workspace}
      ask={(queries) => Object.values(overviewQueries(queries, days))}
    >
      <Overview />
    </ServedQueries>
  );
}
