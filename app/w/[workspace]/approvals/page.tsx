import type { Metadata } from "next";
import { Inbox } from "./_inbox/inbox";

export const metadata: Metadata = { title: "Approvals" };

export default function Approvals() {
  return <Inbox />;
}
