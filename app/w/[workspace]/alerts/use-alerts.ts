"use client";

import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { useFollowedBatch } from "../_batches/use-followed-batch";
import { useKeyGuard } from "../_decisions/use-key-guard";
import { usePollInterval } from "../_live/live-provider";
import { useAlertFilters } from "./alert-filters";
import type { Alert } from "./alert-row";
import { isBehind, withLeft } from "./left-alerts";

const RELOAD_INTERVAL_MS = 30_000;

/** The rows of the list when it was last loaded. */
interface LoadedList {
  readonly filter: string;
  readonly pages: readonly { readonly data: readonly Alert[] }[] | undefined;
  readonly rows: readonly Alert[];
}

/**
 * Loads the alerts that pass the filters of the address, and how many of each kind there are. An alert that another
 * person snoozes or resolves, or whose condition ends, stays at its position in its new state until the person changes
 * the filters.
 */
export function useAlerts() {
  const trpc = useTRPC();
  const { reader } = useWorkspace();
  const [{ status, kind, severity, sort, q, batch: named }, setAddress] = useAlertFilters();
  const criteria = {
    status: status === "all" ? undefined : status,
    kind: kind ?? undefined,
    severity: severity ?? undefined,
    q: q.trim() === "" ? undefined : q.trim(),
  };
  const filters = { ...criteria, sort };
  const followed = useFollowedBatch("alerts", named, (batch) => void setAddress({ batch }));
  // What the person decides all together leaves at once, like what they decide alone.
  const isOwnBatch = followed.batch?.confirmed_by === reader;
  const query = useInfiniteQuery({
    ...trpc.alerts.list.infiniteQueryOptions(filters, { getNextPageParam: (page) => page.next_cursor }),
    refetchInterval: usePollInterval(RELOAD_INTERVAL_MS),
  });
  const counts = useQuery({
    ...trpc.alerts.counts.queryOptions(criteria),
    enabled: status !== "resolved" && query.data !== undefined,
    placeholderData: keepPreviousData,
  }).data;
  const pages = query.data?.pages;
  const filter = JSON.stringify(filters);
  const versions = useMemo(() => pages?.map(versioned), [pages]);
  const { guard, markOwn: ownChange } = useKeyGuard(versions, filter);
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const [loaded, setLoaded] = useState<LoadedList>({ filter, pages: undefined, rows: [] });
  if (pages && (pages !== loaded.pages || filter !== loaded.filter)) {
    const earlier = filter === loaded.filter && !isOwnBatch ? loaded.rows : [];
    setLoaded({
      filter,
      pages,
      rows: withLeft(
        earlier,
        pages.flatMap(({ data }) => data),
        own,
        (row) => query.hasNextPage && isBehind(row, pages.at(-1)?.data.at(-1), sort),
      ),
    });
  }
  const listed = new Set((pages ?? []).flatMap(({ data }) => data).map(({ id }) => id));
  const rows = filter === loaded.filter ? loaded.rows : [];
  const left = rows.filter(({ id }) => !listed.has(id) && !own.has(id));
  const now = useQueries({
    queries: left.map(({ id }) => ({ ...trpc.alerts.get.queryOptions({ alert_id: id }), staleTime: 0 })),
  });
  const newest = new Map(now.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
  // An alert that still passes the filters has only moved to a page that is not loaded.
  const passes = (row: Alert | undefined) =>
    row !== undefined &&
    row.status === (filters.status ?? row.status) &&
    row.kind === (filters.kind ?? row.kind) &&
    row.severity === (filters.severity ?? row.severity);
  return {
    query,
    criteria,
    /** Tells the filters from others. */
    filter: JSON.stringify(criteria),
    counts,
    followed,
    rows: rows
      .filter(({ id }) => listed.has(id) || !own.has(id))
      .map((row) => (listed.has(row.id) ? row : (newest.get(row.id) ?? row))),
    /** Whether an alert left the list while it was displayed. */
    hasLeft: ({ id }: Alert) => !listed.has(id) && !passes(newest.get(id)),
    guard,
    /** Registers an alert that the person changes. */
    markOwn: (id: string) => {
      ownChange(id);
      setOwn((ids) => new Set(ids).add(id));
    },
  };
}

const versioned = ({ data }: { readonly data: readonly Alert[] }) => ({
  data: data.map(({ id, updated_at }) => ({ id, version: Date.parse(updated_at) })),
});
