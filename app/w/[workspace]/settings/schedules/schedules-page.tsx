"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { CreateSchedule } from "./schedule-form";
import { ScheduleSection } from "./schedule-section";

const FOLLOW_MS = 5_000;

/** The schedules of the workspace: when each begins next, and what came of it lately. */
export function SchedulesPage() {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const query = useQuery({
    ...trpc.schedules.list.queryOptions({}),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ last_occurrence: last }) => last?.status === "running") ? FOLLOW_MS : false,
  });
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-ink-soft">
          A schedule syncs the store, has competitors' pages checked and starts a run by itself. It begins by
          the clock of the shop, which is set under{" "}
          <Link
            className="underline decoration-control underline-offset-4"
            href={href("/settings/workspace")}
          >
            Workspace
          </Link>
          .
        </p>
        {query.data && query.data.data.length > 0 ? <CreateSchedule /> : null}
      </div>
      <QueryView query={query} what="the schedules">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<CalendarClock />} title="No schedules yet" action={<CreateSchedule />}>
              Until there is one, a person or a script starts each run.
            </EmptyState>
          ) : (
            data.map((schedule) => <ScheduleSection key={schedule.id} schedule={schedule} />)
          )
        }
      </QueryView>
    </div>
  );
}
