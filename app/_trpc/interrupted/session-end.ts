import type { Operation } from "@trpc/client";
import { callOptionsOf } from "../lost/response-link";
import { dropCalls, type StoredCall, storeCall } from "./stored-calls";

const PEOPLES_PAGES = /^\/(w\/|account(\/|$)|support(\/|$))/;

/** Returns the address of the sign-in page that leads back to `path` of this site. */
export const signInHref = (path: string): string => `/sign-in?next=${encodeURIComponent(path)}`;

/** Stores unfinished work when a person's session ends. */
export interface SessionEnd {
  /** Registers a mutation as in flight; the returned function is called when it was answered. */
  sending(op: Operation): () => void;
  /** Stores mutations in flight, and opens the sign-in page, which leads back here. False if the page stays. */
  signIn(): boolean;
}

/**
 * @param person the signed-in person; null for a visitor, of whom nothing is stored
 * @param workspaceId the workspace of the page; null outside of one
 */
export function createSessionEnd(person: string | null, workspaceId: string | null): SessionEnd {
  const underway = new Set<Operation>();
  let leaving = false;
  const keep = (op: Operation) => {
    const { says = null, idempotencyKey: key = "" } = callOptionsOf(op);
    if (person !== null)
      storeCall(sessionStorage, person, { workspaceId, path: op.path, input: op.input, key, says });
  };
  return {
    sending(op) {
      underway.add(op);
      // The person has repeated the stored mutation by hand, so it need not be offered any more.
      if (person !== null)
        dropCalls(sessionStorage, person, (call) =>
          isSameCall(call, { workspaceId, path: op.path, input: op.input }),
        );
      if (leaving) keep(op);
      return () => void underway.delete(op);
    },
    signIn() {
      const { pathname, search } = window.location;
      if (!PEOPLES_PAGES.test(pathname)) return false;
      if (leaving) return true;
      leaving = true;
      for (const op of underway) keep(op);
      window.location.assign(signInHref(pathname + search));
      return true;
    },
  };
}

type Made = Pick<StoredCall, "workspaceId" | "path" | "input">;

const isSameCall = (a: Made, b: Made): boolean =>
  a.workspaceId === b.workspaceId && a.path === b.path && JSON.stringify(a.input) === JSON.stringify(b.input);
