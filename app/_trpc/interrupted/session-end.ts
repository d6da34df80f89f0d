import type { Operation } from "@trpc/client";
import { about } from "../lost/answer-link";
import { dropCalls, keepCall } from "./stored-calls";
import { keepTyped } from "./typed-text";

const PEOPLES_PAGES = /^\/(w\/|account(\/|$)|support(\/|$))/;

/** The sign-in page that leads back to `path` of this site. */
export const signInHref = (path: string): string => `/sign-in?next=${encodeURIComponent(path)}`;

/** What a page does when the session of its person ends. */
export interface SessionEnd {
  /** Notes a change that sets out; what it returns is called when it was answered. */
  sending(op: Operation): () => void;
  /** Keeps what is in hand and leaves for the sign-in page, which leads back here. False where the page stays. */
  signIn(): boolean;
}

/** @param person whose page it is; null where it is a visitor's, of whom nothing is kept */
export function createSessionEnd(person: string | null): SessionEnd {
  const underway = new Set<Operation>();
  let leaving = false;
  const keep = (op: Operation) => {
    const { says = null, idempotencyKey: key = "" } = about(op);
    if (person !== null) keepCall(sessionStorage, person, { path: op.path, input: op.input, key, says });
  };
  return {
    sending(op) {
      underway.add(op);
      // The same change, made by hand meanwhile, need not be offered any more.
      if (person !== null)
        dropCalls(sessionStorage, person, (call) => call.path === op.path && sameInput(call.input, op.input));
      if (leaving) keep(op);
      return () => void underway.delete(op);
    },
    signIn() {
      const { pathname, search } = window.location;
      if (!PEOPLES_PAGES.test(pathname)) return false;
      if (leaving) return true;
      leaving = true;
      for (const op of underway) keep(op);
      if (person !== null) keepTyped(sessionStorage, person);
      window.location.assign(signInHref(pathname + search));
      return true;
    },
  };
}

const sameInput = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
