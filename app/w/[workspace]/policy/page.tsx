import type { Metadata } from "next";
import { PageHeader } from "@/app/_components/ui/page-header";
import { PolicyPage } from "./policy-page";

export const metadata: Metadata = { title: "Policy" };

export default function Page() {
  return (
    <>
      <PageHeader title="Policy" />
      <div className="relative max-w-6xl p-5 2xl:max-w-none max-md:p-4">
        <PolicyPage />
      </div>
    </>
  );
}
