"use client";

import { CheckCheck, SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { ErrorState } from "@/app/_components/ui/error-state";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { failureOf } from "@/app/_trpc/failure";
import { BatchProgress } from "../_batches/batch-progress";
import { InboxDecisionsProvider } from "./inbox-decisions";
import { InboxHeader } from "./inbox-header";
import { InboxPanel } from "./inbox-panel";
import { PermissionNote } from "./permission-note";
import type { ServedInbox } from "./served-inbox";
import { type InboxState, useInbox } from "./use-inbox";
import { RowLoaderProvider, useNewRowLoader } from "./use-rows";

/**
 * The approvals inbox: pending recommendations, decided one at a time or several together.
 * @param props.served the first rows, if the document brings them
 */
export function Inbox({ served }: { served: ServedInbox | null }) {
  return (
    <RowLoaderProvider value={useNewRowLoader(served?.inbox.rows)}>
      <LoadedInbox served={served} />
    </RowLoaderProvider>
  );
}

function LoadedInbox({ served }: { served: ServedInbox | null }) {
  const inbox = useInbox(served);
  if (inbox.query.isPending)
    return (
      <>
        <InboxHeader inbox={inbox} />
        <SkeletonRows label="Loading what waits" />
      </>
    );
  if (!inbox.query.data) {
    const failure = failureOf(inbox.query.error);
    return (
      <>
        <InboxHeader inbox={inbox} />
        <ErrorState
          title="The inbox could not be read"
          message={failure.message}
          requestId={failure.requestId}
          onRetry={() => void inbox.query.refetch()}
          retrying={inbox.query.isFetching}
        />
      </>
    );
  }
  return (
    <InboxDecisionsProvider inbox={inbox}>
      <InboxPanel
        inbox={inbox}
        header={
          <div>
            <InboxHeader inbox={inbox} />
            <BatchProgress followed={inbox.followed} />
            <PermissionNote />
          </div>
        }
        nothing={<Nothing inbox={inbox} />}
      />
    </InboxDecisionsProvider>
  );
}

function Nothing({ inbox }: { inbox: InboxState }) {
  const { href } = useWorkspace();
  if (inbox.isFiltered)
    return (
      <EmptyState
        icon={<SearchX />}
        title="Nothing is waiting under this filter"
        action={<Button onClick={inbox.clearFilter}>Show everything that is waiting</Button>}
      />
    );
  return (
    <EmptyState
      icon={<CheckCheck />}
      title="Nothing is waiting for approval"
      action={
        <Button asChild>
          <Link href={href("/recommendations")}>See what is recommended</Link>
        </Button>
      }
    >
      Price changes that someone accepts come here before they go to the store.
    </EmptyState>
  );
}
