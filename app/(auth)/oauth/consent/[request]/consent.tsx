"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/app/_components/ui/error-state";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { ConsentFailure, readRequest } from "./consent-calls";
import { ConsentForm } from "./consent-form";

/** Loads an application's request and lets the person decide. */
export function Consent({ page }: { page: string }) {
  const query = useQuery({
    queryKey: ["consent", page],
    queryFn: () => readRequest(page),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (query.data) return <ConsentForm page={page} asked={query.data} />;
  if (!query.error) return <SkeletonRows label="Loading what the application asks for" />;
  const failure = query.error instanceof ConsentFailure ? query.error : null;
  return (
    <ErrorState
      title="This request cannot be answered"
      message={query.error.message}
      {...(failure?.requestId ? { requestId: failure.requestId } : {})}
      {...(failure?.code === "not_found" ? {} : { onRetry: () => void query.refetch() })}
      retrying={query.isRefetching}
    />
  );
}
