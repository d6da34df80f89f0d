import type { Metadata } from "next";
import { ServedQueries } from "@/app/_session/served-queries";
import { Overview } from "./_overview/overview";
import { overviewQueries } from "./_overview/queries";

export const metadata: Metadata = { title: "Overview" };

export default async function Page(props: { params: Promise<{ workspace: string }> }) {
  return (
    <ServedQueries
      workspaceId={(await props.params).workspace}
      ask={(queries) => Object.values(overviewQueries(queries))}
    >
      <Overview />
    </ServedQueries>
  );
}
