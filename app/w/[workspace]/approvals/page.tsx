import type { Metadata } from "next";
import { ServedQueries } from "@/app/_session/served-queries";
import { Inbox } from "./inbox";
import { criteriaOf, readInboxParameters } from "./inbox-parameters";
import { servedInbox } from "./served-inbox";

export const metadata: Metadata = { title: "Approvals" };

export default async function Approvals(props: {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { workspace } = await props.params;
  const address = await props.searchParams;
  const served = servedInbox(workspace, address);
  return (
    <ServedQueries
      workspaceId={workspace}
      ask={({ recommendations }) => [
        recommendations.inboxCounts.queryOptions(criteriaOf(readInboxParameters(address))),
      ]}
    >
      <Inbox served={await served} />
    </ServedQueries>
  );
}
