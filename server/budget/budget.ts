import type { RefusedCredentials } from "./refused-credentials";

/** The answer to one request for budget; `retryAfterSeconds` is at least 1 where it was refused. */
export interface BudgetAnswer {
  readonly allowed: boolean;
  readonly retryAfterSeconds: number;
}

/** Request budgets in fixed windows of one minute, one counter a key, whatever transport asks. */
export interface RequestBudget {
  /** Takes one request from the key's window. Never throws: a store that is down counts in this process instead. */
  take(key: string, perMinute: number): Promise<BudgetAnswer>;
  /** What limits those who try credentials. */
  readonly credentials: RefusedCredentials;
  close(): Promise<void>;
}
