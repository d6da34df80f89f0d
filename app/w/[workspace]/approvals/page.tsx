import type { Metadata } from "next";
import { Inbox } from "./_inbox/inbox";
import { servedInbox } from "./_inbox/served-inbox";

export const metadata: Metadata = { title: "Approvals" };

export default async function Approvals(props: {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { workspace } = await props.params;
  return <Inbox served={await servedInbox(workspace, await props.searchParams)} />;
}
