"use client";

import { createContext, useContext, useSyncExternalStore } from "react";

/** A mutation whose answer was lost and whose outcome is being resolved. */
export interface UnresolvedCall {
  readonly path: string;
  readonly input: unknown;
}

/** The mutations whose outcome is being resolved. */
export interface Checking {
  /** Adds a mutation; the returned function removes it. */
  add(call: UnresolvedCall): () => void;
  all(): readonly UnresolvedCall[];
  subscribe(listener: () => void): () => void;
}

export function createChecking(): Checking {
  let calls: readonly UnresolvedCall[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly UnresolvedCall[]) => {
    calls = next;
    for (const listener of listeners) listener();
  };
  return {
    add(call) {
      set([...calls, call]);
      return () => set(calls.filter((other) => other !== call));
    },
    all: () => calls,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const CheckingContext = createContext<Checking | null>(null);

/** Returns the ids of the rows whose decision is being resolved after its answer was lost. */
export function useCheckedRows(): ReadonlySet<string> {
  const checking = useContext(CheckingContext);
  if (!checking) throw new Error("useCheckedRows needs an ApiProvider above it");
  const calls = useSyncExternalStore(checking.subscribe, checking.all, checking.all);
  return new Set(calls.flatMap(({ input }) => rowOf(input)));
}

function rowOf(input: unknown): string[] {
  if (typeof input !== "object" || input === null || !("rec_id" in input)) return [];
  return typeof input.rec_id === "string" ? [input.rec_id] : [];
}
