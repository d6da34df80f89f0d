"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useWorkspace } from "@/app/_session/workspace";
import { RecommendationPanel } from "./recommendation-panel";

/** One recommendation on a separate page, for links to it. */
export function RecommendationPage({ id }: { id: string }) {
  const { href } = useWorkspace();
  const router = useRouter();
  // An answer may arrive when the reader has gone elsewhere, and they must stay there.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const leave = () => {
    if (isOpen.current) router.push(href("/recommendations"));
  };
  return (
    <div className="flex min-h-full flex-col md:h-full">
      <PageHeader
        title="Recommendation"
        back={{ href: href("/recommendations"), label: "Recommendations" }}
      />
      <div className="mx-auto flex min-h-0 w-full max-w-2xl flex-1 flex-col md:border-x md:border-line md:bg-panel">
        <RecommendationPanel id={id} onLeave={leave} />
      </div>
    </div>
  );
}
