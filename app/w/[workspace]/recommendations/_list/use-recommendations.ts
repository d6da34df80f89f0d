"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { RECOMMENDATION_KINDS, VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendation";
import { useHeldBack } from "../../_decisions/held-back-provider";
import { ANY } from "./status-choices";

const PAGE = 50;
const CHANGES = ["0.05", "0.10", "0.20"] as const;

const address = {
  status: parseAsStringLiteral([...VISIBLE_RECOMMENDATION_STATUSES, ANY]).withDefault("new"),
  kind: parseAsStringLiteral([...RECOMMENDATION_KINDS, ANY]).withDefault(ANY),
  change: parseAsStringLiteral([...CHANGES, ANY]).withDefault(ANY),
  run: parseAsString,
  item: parseAsString,
  rec: parseAsString,
};

/** Recommendations as the address filters them, newest first, and which of them is open. */
export function useRecommendations() {
  const trpc = useTRPC();
  const { hidden } = useHeldBack();
  const [place, setPlace] = useQueryStates(address);
  const { status, kind, change, run, item } = place;
  const query = useInfiniteQuery(
    trpc.recommendations.list.infiniteQueryOptions(
      {
        limit: PAGE,
        ...(status === ANY ? {} : { status }),
        ...(kind === ANY ? {} : { kind }),
        ...(change === ANY ? {} : { min_change: change }),
        ...(run === null ? {} : { run_id: run }),
        ...(item === null ? {} : { item_id: item }),
      },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
  );
  const rows = (query.data?.pages ?? []).flatMap(({ data }) => data).filter(({ id }) => !hidden.has(id));
  const current = rows.find(({ id }) => id === place.rec) ?? rows[0] ?? null;
  const at = current ? rows.indexOf(current) : -1;
  const open = (id: string | null) => void setPlace({ rec: id });
  return {
    query,
    rows,
    current,
    place,
    open,
    narrow: (next: Partial<typeof place>) => void setPlace({ ...next, rec: null }),
    reset: () => void setPlace(null),
    move: (step: number) => open(rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.id ?? null),
    leave: () => open((rows[at + 1] ?? rows[at - 1])?.id ?? null),
  };
}

export type RecommendationList = ReturnType<typeof useRecommendations>;
