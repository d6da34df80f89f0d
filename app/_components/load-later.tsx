"use client";

import { type ComponentType, lazy, Suspense } from "react";

const LATEST_IDLE_MS = 2_000;

/**
 * Returns a component whose code is not part of the page's first load: it is loaded once the browser has nothing else to do,
 * so that it is there when it is needed, also if the service does not answer then. Nothing is drawn until it has arrived.
 * @param load imports the component
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  // A failure is of no interest here; what needs the component tries again.
  const ahead = () => void load().catch(() => undefined);
  if (typeof window !== "undefined") whenIdle(ahead);
  return function LoadedLater(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** Runs something once the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: LATEST_IDLE_MS });
  // Safari has no idle callbacks.
  else setTimeout(run, LATEST_IDLE_MS);
}
