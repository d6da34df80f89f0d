import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { mayRepeat, repeatDelayMs } from "./repeat";

const STALE_AFTER_MS = 15_000;

/** The cache of what the pages below one provider have read. */
export const makeQueryClient = (): QueryClient =>
  new RereadingQueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: mayRepeat,
        retryDelay: repeatDelayMs,
      },
    },
  });

/**
 * Matches what has been read: an answer that is under way needs not be asked for again when nothing is known to differ.
 */
export const hasAnswer = ({ state }: Query): boolean => state.data !== undefined;

/**
 * Reads again also what was being read for the first time when it was invalidated. The library takes the answer that is
 * under way for the new one, although the service may have given it before the change.
 */
class RereadingQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReads = new Set(
      this.getQueryCache()
        .findAll({ ...filters, fetchStatus: "fetching" })
        .filter((query) => !hasAnswer(query))
        .map(({ queryHash }) => queryHash),
    );
    await super.invalidateQueries(filters, options);
    if (firstReads.size === 0) return;
    const wereFirst = ({ queryHash }: { readonly queryHash: string }) => firstReads.has(queryHash);
    await super.invalidateQueries({ predicate: wereFirst }, { ...options, cancelRefetch: false });
  }
}
