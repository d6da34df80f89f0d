"use client";

import { ErrorState } from "@/app/_components/ui/error-state";

/** The error page for a failure on our side: it does not show the cause and offers to try again. */
export default function PageFailed({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <ErrorState
        title="This page could not be shown"
        message="Something went wrong on our side. What you decided before is safe."
        onRetry={reset}
      />
    </main>
  );
}
