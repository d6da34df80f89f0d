"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type Inputs, type Outputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { SENT_ALONE } from "@/app/_trpc/sent-alone";
import type { Why } from "@/server/domain/pricing/why";
import { BY_REASON_KEY } from "../../_decisions/by-reason-key";
import type { ListedRecommendation, ListFilter } from "./changed-pages";
import { useListChanges, useReadOnChanges } from "./use-list-changes";

const PAGE = 50;

type Entry = Outputs["recommendations"]["inbox"]["entries"][number];
type Asked = Inputs["recommendations"]["inbox"];

/** The pages of the list, newest first. */
export function useNewestPages(criteria: ListFilter, enabled: boolean) {
  const options = useTRPC().recommendations.list.infiniteQueryOptions(
    { limit: PAGE, ...criteria },
    { getNextPageParam: (page) => page.next_cursor ?? undefined },
  );
  const query = useInfiniteQuery({ ...options, enabled });
  useListChanges(options.queryKey, criteria);
  const rows: readonly ListedRecommendation[] = (query.data?.pages ?? []).flatMap(({ data }) => data);
  return { query, rows };
}

/** A page of rows; the first one has the order of the whole list. */
interface ReasonPage {
  readonly order: readonly Entry[];
  readonly total: number;
  readonly data: readonly ListedRecommendation[];
}

/**
 * The pages of the list by reason, within a reason the most money first. The order is read whole, its rows by pages.
 */
export function useReasonPages(asked: Asked, enabled: boolean) {
  const client = useTRPCClient();
  const queryKey = [...BY_REASON_KEY, asked];
  const query = useInfiniteQuery({
    queryKey,
    enabled,
    initialPageParam: null as readonly string[] | null,
    queryFn: async ({ pageParam: ids, signal }): Promise<ReasonPage> => {
      if (ids === null) {
        const options = { signal, context: SENT_ALONE };
        const found = await client.recommendations.inbox.query({ ...asked, first_rows: PAGE }, options);
        return { order: found.entries, total: found.total, data: found.rows };
      }
      const rows = await client.recommendations.details.query({ ids: [...ids] }, { signal });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return { order: [], total: 0, data: ids.flatMap((id) => byId.get(id) ?? []) };
    },
    getNextPageParam: (_, pages) => {
      const from = pages.length * PAGE;
      const next = (pages[0]?.order ?? []).slice(from, from + PAGE).map(({ id }) => id);
      return next.length > 0 ? next : undefined;
    },
  });
  useReadOnChanges(queryKey);
  const pages = query.data?.pages ?? [];
  const counts = new Map<Why, number>();
  for (const { why } of pages[0]?.order ?? []) counts.set(why, (counts.get(why) ?? 0) + 1);
  return { query, rows: pages.flatMap(({ data }) => data), counts, total: pages[0]?.total };
}
