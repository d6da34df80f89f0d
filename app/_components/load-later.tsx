"use client";

import { type ComponentType, lazy, Suspense } from "react";

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

function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run);
  // Safari has no idle callbacks.
  else setTimeout(run, 2_000);
}
