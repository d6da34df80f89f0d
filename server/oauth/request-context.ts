import { AsyncLocalStorage } from "node:async_hooks";
import { addressKey } from "@/server/network/network";

/** Data about the current request for the audit log and the rate limits. */
export interface RequestContext {
  readonly requestId: string;
  readonly ip: string | null;
  /** True while an application revokes a token. */
  readonly revoking: boolean;
}

export type RequestContexts = AsyncLocalStorage<RequestContext>;

/** Stores the current request, because the provider calls its storage without it. */
export const requestContexts = (): RequestContexts => new AsyncLocalStorage();

/** Returns an address's part of the rate limit key; requests without a known address share one counter. */
export const addressOf = (context: RequestContext | undefined): string => addressKey(context?.ip ?? null);
