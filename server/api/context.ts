import type { Principal } from "@/server/auth/authenticate";
import type { RequestBudget } from "@/server/budget/budget";
import type { RequestContext, Services } from "@/server/usecases/request-context";

/** What a transport hands over: nothing of HTTP but what the checks need. */
export interface RequestFacts {
  readonly id: string;
  readonly via: "web" | "api" | "mcp";
  readonly authorization: string | null;
  readonly cookie: string | null;
  readonly workspaceHeader: string | null;
  readonly idempotencyKey: string | null;
  readonly ip: string | null;
}

export interface ApiContext {
  readonly services: Services;
  readonly budget: RequestBudget;
  readonly request: RequestFacts;
  /** Who asks, where the transport had to find out before it could tell what is asked; its budget is taken. */
  readonly principal?: Principal;
}

/** The context behind the checks: the caller is known, has budget, and may do this in this workspace. */
export interface AuthorizedContext extends ApiContext {
  readonly principal: Principal;
  readonly context: RequestContext;
}
