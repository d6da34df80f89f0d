"use client";

import { useRouter } from "next/navigation";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useWorkspace } from "@/app/_session/workspace";
import { RecommendationPanel } from "./recommendation-panel";

/** One recommendation on a separate page, for links to it. */
export function RecommendationPage({ id }: { id: string }) {
  const { href } = useWorkspace();
  const router = useRouter();
  return (
    <div className="flex min-h-full flex-col md:h-full">
      <PageHeader
        title="Recommendation"
        back={{ href: href("/recommendations"), label: "Recommendations" }}
      />
      <div className="mx-auto flex min-h-0 w-full max-w-2xl flex-1 flex-col md:border-x md:border-line md:bg-panel">
        <RecommendationPanel id={id} onLeave={() => router.push(href("/recommendations"))} />
      </div>
    </div>
  );
}
