"use client";

import { createContext, useContext, useSyncExternalStore } from "react";

/** A change whose answer was lost and about which the page is finding out. */
export interface Checked {
  readonly path: string;
  readonly input: unknown;
}

/** The changes that are being found out about. */
export interface Checking {
  /** Adds one; what it returns takes it away. */
  add(call: Checked): () => void;
  all(): readonly Checked[];
  subscribe(listener: () => void): () => void;
}

export function createChecking(): Checking {
  let calls: readonly Checked[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Checked[]) => {
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

/** The ids of the rows about which it is being found out what became of a decision. */
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
