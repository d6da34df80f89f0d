import type { Metadata } from "next";
import { DeletionPage } from "./deletion-page";

export const metadata: Metadata = { title: "Delete the workspace" };

export default function Page() {
  return <DeletionPage />;
}
