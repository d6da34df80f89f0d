"use client";

import type { ReactNode } from "react";
import { ErrorState } from "@/app/_components/ui/error-state";
import { Pager } from "@/app/_components/ui/pager";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { failureOf } from "./failure";

type Query<T> = {
  data: T | undefined;
  error: unknown;
  isRefetching: boolean;
  refetch: () => Promise<unknown>;
};

/** Renders a query's data or its error. Loaded data stays while the query is refetched, even if that fails. */
export function QueryView<T>(props: {
  query: Query<T>;
  /** The noun of the data, for the error message: "the run". */
  what: string;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { query, what } = props;
  if (query.data !== undefined) return props.children(query.data);
  if (!query.error) return props.loading ?? <SkeletonRows label={`Loading ${what}`} />;
  return (
    <QueryFailure error={query.error} what={what} retrying={query.isRefetching} onRetry={query.refetch} />
  );
}

function QueryFailure(props: {
  error: unknown;
  what: string;
  retrying: boolean;
  onRetry: () => Promise<unknown>;
}) {
  const { message, requestId } = failureOf(props.error);
  return (
    <ErrorState
      title={`Could not load ${props.what}`}
      message={message}
      requestId={requestId}
      retrying={props.retrying}
      onRetry={() => void props.onRetry()}
    />
  );
}

type PagedQuery<Row> = Query<{ pages: { data: Row[] }[] }> & {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Returns every row loaded so far, in the order of the pages. */
export const rowsOf = <Row,>(query: Pick<PagedQuery<Row>, "data">): Row[] =>
  query.data?.pages.flatMap(({ data }) => data) ?? [];

/** Renders a list that is loaded page by page, with states for an empty list and for a failed query. */
export function PagedView<Row>(props: {
  query: PagedQuery<Row>;
  /** The noun of the rows, in the plural: "alerts". */
  noun: string;
  /** How many rows are shown in addition to the query's own. */
  others?: number;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}) {
  const { query, noun } = props;
  return (
    <QueryView query={query} what={`the ${noun}`}>
      {() => {
        const rows = rowsOf(query);
        if (rows.length === 0 && !props.others) return props.empty;
        return (
          <>
            {props.children(rows)}
            {rows.length === 0 ? null : (
              <Pager
                shown={rows.length}
                noun={noun}
                hasMore={query.hasNextPage}
                loading={query.isFetchingNextPage}
                error={query.isFetchNextPageError ? failureOf(query.error).message : undefined}
                onMore={() => void query.fetchNextPage()}
              />
            )}
          </>
        );
      }}
    </QueryView>
  );
}
