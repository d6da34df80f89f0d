"use client";

import { ErrorState } from "@/app/_components/ui/error-state";

/** The error page of a workspace's page; the navigation around it keeps working. */
export default function PageFailed({ reset }: { error: Error; reset: () => void }) {
  return (
    <ErrorState
      title="This page could not be shown"
      message="Something went wrong on our side. What you decided before is safe."
      onRetry={reset}
    />
  );
}
