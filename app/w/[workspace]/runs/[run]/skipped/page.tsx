import type { Metadata } from "next";
import { SkippedPage } from "./skipped-page";

export const metadata: Metadata = { title: "Items without a new price" };

export default async function Page({ params }: { params: Promise<{ run: string }> }) {
  return <SkippedPage runId={(await params).run} />;
}
