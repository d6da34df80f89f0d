import type { Metadata } from "next";
import { RunPage } from "./run-page";

export const metadata: Metadata = { title: "Run" };

export default async function Page({ params }: { params: Promise<{ run: string }> }) {
  return <RunPage id={(await params).run} />;
}
