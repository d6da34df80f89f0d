import type { Metadata } from "next";
import { ServedQueries } from "@/app/_session/served-queries";
import { RunPage } from "./run-page";

export const metadata: Metadata = { title: "Run" };

export default async function Page({ params }: { params: Promise<{ workspace: string; run: string }> }) {
  const { workspace, run: id } = await params;
  const run_id = id;
  return (
    <ServedQueries
      workspaceId={workspace}
      ask={({ runs }) => [runs.get.queryOptions({ run_id }), runs.findings.queryOptions({ run_id })]}
    >
      <RunPage id={id} />
    </ServedQueries>
  );
}
