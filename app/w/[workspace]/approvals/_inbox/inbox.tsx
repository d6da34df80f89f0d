"use client";

import { CheckCheck, SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { ErrorState } from "@/app/_components/ui/error-state";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { failureOf } from "@/app/_trpc/failure";
import { ALL } from "./arrange";
import { InboxDecisionsProvider } from "./inbox-decisions";
import { InboxHeader } from "./inbox-header";
import { InboxPanel } from "./inbox-panel";
import { PermissionNote } from "./permission-note";
import { type InboxState, useInbox } from "./use-inbox";

/** The approvals inbox: pending recommendations, decided one at a time or several together. */
export function Inbox() {
  const inbox = useInbox();
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
  if (inbox.waiting.length > 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title={
          inbox.loaded.more
            ? `Nothing of this filter among the ${inbox.loaded.rows} loaded`
            : "Nothing waits under this filter"
        }
        action={
          <div className="flex gap-2">
            {inbox.loaded.more ? (
              <Button
                loading={inbox.query.isFetchingNextPage}
                onClick={() => void inbox.query.fetchNextPage()}
              >
                Load more
              </Button>
            ) : null}
            <Button onClick={() => inbox.setFilter({ show: ALL, category: ALL })}>
              Show all {inbox.loaded.rows}
              {inbox.loaded.more ? " loaded" : ""}
            </Button>
          </div>
        }
      />
    );
  return (
    <EmptyState
      icon={<CheckCheck />}
      title="Nothing waits for approval"
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
