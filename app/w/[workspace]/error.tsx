"use client";

import { ErrorState } from "@/app/_components/ui/error-state";

/** A page of the workspace that failed; the navigation around it goes on working. */
export default function PageFailed({ reset }: { error: Error; reset: () => void }) {
  return (
    <ErrorState
      title="This page could not be shown"
      message="Something went wrong on our side. What you decided before is safe."
      onRetry={reset}
    />
  );
}
