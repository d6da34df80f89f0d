import { AsyncLocalStorage } from "node:async_hooks";
import { addressKey } from "@/server/network/network";

/** What the audit log and the budgets need of the request that is being answered. */
export interface RequestContext {
  readonly requestId: string;
  readonly ip: string | null;
  /** Whether an application gives a token back of its own will. */
  readonly revoking: boolean;
}

export type RequestContexts = AsyncLocalStorage<RequestContext>;

/** The provider calls its storage without saying for which request; this remembers it. */
export const requestContexts = (): RequestContexts => new AsyncLocalStorage();

/** The budget key's part for an address; a request whose address is unknown shares one counter with its like. */
export const addressOf = (context: RequestContext | undefined): string => addressKey(context?.ip ?? null);
