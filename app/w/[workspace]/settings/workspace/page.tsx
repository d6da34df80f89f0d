import type { Metadata } from "next";
import { WorkspacePage } from "./workspace-page";

export const metadata: Metadata = { title: "Workspace" };

export default function Page() {
  return <WorkspacePage />;
}
