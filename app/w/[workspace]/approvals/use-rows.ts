"use client";

import { type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { MOST_DETAILS, type RecommendationDetail } from "../_decisions/recommendation-detail";
import { ENTRY_KEPT_MS } from "../_decisions/use-open-entry";
import { createRowLoader, type RowLoader } from "./row-loader";

const FRESH_MS = 60_000;

type Listed = { readonly id: string; readonly version: number };

/** The key of a row's figures; another version of the row has other figures. */
const ROWS_KEY = ["inbox-rows"] as const;
const keyOf = ({ id, version }: Listed) => [...ROWS_KEY, id, version] as const;

const LoaderContext = createContext<RowLoader<RecommendationDetail> | null>(null);
export const RowLoaderProvider = LoaderContext.Provider;

/**
 * Creates the loader that the rows of one inbox share.
 * @param served the rows that the document brought
 */
export function useNewRowLoader(
  served: readonly RecommendationDetail[] = [],
): RowLoader<RecommendationDetail> {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [loader] = useState(() => {
    queryClient.setQueryDefaults(ROWS_KEY, { staleTime: FRESH_MS, gcTime: ENTRY_KEPT_MS });
    for (const row of served) storeRow(queryClient, row);
    return createRowLoader<RecommendationDetail>(
      (ids) => client.recommendations.details.query({ ids: [...ids] }),
      MOST_DETAILS,
    );
  });
  return loader;
}

function useRowLoader(): RowLoader<RecommendationDetail> {
  const loader = useContext(LoaderContext);
  if (!loader) throw new Error("useRowLoader needs a RowLoaderProvider above it");
  return loader;
}

const rowQuery = (loader: RowLoader<RecommendationDetail>, entry: Listed) => ({
  queryKey: keyOf(entry),
  queryFn: () => loader.load(entry.id),
});

/** Loads the rows of these entries. @returns those that have arrived, by id */
export function useRows(entries: readonly Listed[]): ReadonlyMap<string, RecommendationDetail> {
  const loader = useRowLoader();
  return useQueries({
    queries: entries.map((entry) => rowQuery(loader, entry)),
    combine: rowsById,
  });
}

const rowsById = (results: readonly { readonly data: RecommendationDetail | undefined }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));

/** Loads the row of one entry; undefined until it arrives or if there is no entry. */
export function useRow(entry: Listed | undefined): RecommendationDetail | undefined {
  const loader = useRowLoader();
  return useQuery({
    ...rowQuery(loader, entry ?? { id: "", version: 0 }),
    enabled: entry !== undefined,
  }).data;
}

/** Stores a row that was read apart. */
export const storeRow = (queryClient: QueryClient, row: RecommendationDetail): void =>
  void queryClient.setQueryData<RecommendationDetail>([...keyOf(row)], row);
