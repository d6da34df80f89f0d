"use client";

import { createContext, useContext, useSyncExternalStore } from "react";

const TICK_INTERVAL_MS = 20_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = 0;

function tick() {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_INTERVAL_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    nowMs = 0;
  };
}

function currentMs(): number {
  if (nowMs === 0) nowMs = Date.now();
  return nowMs;
}

function nothingOnTheServer(): null {
  return null;
}

/**
 * Returns the current time in milliseconds, the same for every age on the page; one timer updates it every 20
 * seconds. Null while rendering on the server and hydrating, where the reader's clock is not known.
 */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, currentMs, nothingOnTheServer);
}

/** Provides the time at which the document was made, in milliseconds, by the service's clock. */
export const DocumentTime = createContext<number | null>(null);

/** Returns the current time like `useNow`, but until it is known the time at which the document was made. */
export function useNowOrDocumentTime(): number | null {
  const made = useContext(DocumentTime);
  return useNow() ?? made;
}
