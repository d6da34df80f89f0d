import type { Metadata } from "next";
import { PageHeader } from "@/app/_components/ui/page-header";
import { ServedQueries } from "@/app/_session/served-queries";
import { PolicyPage } from "./policy-page";

export const metadata: Metadata = { title: "Policy" };

export default async function Page(props: { params: Promise<{ workspace: string }> }) {
  return (
    <>
      <PageHeader title="Policy" />
      <div className="max-w-6xl p-5 max-md:p-4">
        <ServedQueries
          workspaceId={(await props.params).workspace}
          ask={({ policy }) => [policy.get.queryOptions({})]}
        >
          <PolicyPage />
        </ServedQueries>
      </div>
    </>
  );
}
