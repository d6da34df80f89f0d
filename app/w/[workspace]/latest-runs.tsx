"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { countText } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { Section } from "@/app/_components/shell/section";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { QueryView } from "@/app/_trpc/query-view";
import { isRunFinished } from "@/server/domain/runs/run";
import { usePollInterval } from "./_live/live-provider";
import { runBadge, scopeText } from "./runs/run-text";
import { useOverview } from "./use-overview";

const RELOAD_INTERVAL_MS = 2_000;

/** The latest runs with their results. */
export function LatestRuns() {
  const { queries } = useOverview();
  const { href } = useWorkspace();
  const locale = useLocale();
  const interval = usePollInterval(RELOAD_INTERVAL_MS);
  const query = useQuery({
    ...queries.latestRuns,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => !isRunFinished(status)) ? interval : false,
  });
  return (
    <Section title="Latest runs">
      <QueryView query={query} what="the runs" loading={<SkeletonRows rows={3} label="Loading the runs" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-dim">No runs yet.</p>
          ) : (
            <ul>
              {data.map((run) => (
                <li key={run.id} className="border-t border-line-soft">
                  <Link
                    href={href(`/runs/${run.id}`)}
                    className="-mx-2 flex items-start justify-between gap-3 rounded-lg px-2 py-2 hover:bg-hover"
                  >
                    <span className="min-w-0">
                      <span className="block truncate font-[520]">{scopeText(run)}</span>
                      <span className="num block text-xs text-ink-dim">
                        {run.counts
                          ? `${countText(run.counts.recommendations, "recommendation", locale)}, ${countText(run.counts.alerts, "alert", locale)}`
                          : null}
                      </span>
                    </span>
                    <span className="flex shrink-0 flex-col items-end gap-0.5 text-xs text-ink-dim">
                      <StatusBadge of="run" status={runBadge(run)} />
                      <Age at={run.created_at} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}
