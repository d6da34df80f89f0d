"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { scrollToTop } from "@/app/_components/shell/scroll-to-top";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { OnlyFor } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { PagedView, rowsOf } from "@/app/_trpc/query-view";
import { AuditEventRow } from "./audit-event";
import { AuditFilters, startOfDay, useAuditFilters } from "./audit-filters";
import { VerifyLog } from "./verify-log";

/** The audit log: every change to the workspace in words, with who made it, and whether the log is whole. */
export function AuditPage() {
  return (
    <OnlyFor permission="settings:read">
      <AuditLog />
    </OnlyFor>
  );
}

function AuditLog() {
  const trpc = useTRPC();
  const { id } = useWorkspace();
  const [filters, setFilters] = useAuditFilters();
  const period = { from: startOfDay(filters.from), to: startOfDay(filters.to, 1) };
  const query = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(
      {
        actor: filters.actor ?? undefined,
        action: filters.action ?? undefined,
        subject: filters.subject ?? undefined,
        ...period,
      },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );
  const span = new URLSearchParams(
    Object.entries(period).flatMap(([name, at]) => (at === undefined ? [] : [[name, at]])),
  );
  const nameOf = (actor: string) => rowsOf(query).find((event) => event.actor === actor)?.actor_name;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-xl text-ink-soft">
        Who changed what, and when. Nothing here can be changed or removed: each event carries the hash of the
        one before it. The download ends with a manifest; kept elsewhere, it shows later whether anything was
        cut off.
      </p>
      <VerifyLog>
        <Button asChild>
          <a href={`/api/files/${id}/audit/export?${span}`} download>
            <Download aria-hidden className="size-4" />
            Download
          </a>
        </Button>
      </VerifyLog>
      <AuditFilters nameOf={nameOf} />
      <PagedView
        query={query}
        noun="events"
        empty={
          <EmptyState icon={<ScrollText />} title="Nothing matches">
            No change was made by this person, of this kind, to this object, on these days.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Events">
            {rows.map((event) => (
              <AuditEventRow
                key={event.id}
                event={event}
                onFilter={(values) => {
                  void setFilters(values);
                  scrollToTop();
                }}
              />
            ))}
          </ul>
        )}
      </PagedView>
    </div>
  );
}
