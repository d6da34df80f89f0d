"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { dismissNotice, notify } from "@/app/_components/ui/toast";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { createDelayedCalls, type DelayedCalls } from "./delayed-calls";

const DelayedCallsContext = createContext<DelayedCalls | null>(null);

/**
 * Delays calls so that they can be undone, for as long as the workspace is open. Navigation inside the workspace
 * neither sends nor drops them; leaving the site, or another window before it, sends them at once.
 */
export function DelayedCallsProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(() =>
    createDelayedCalls({
      showNotice: ({ title, detail, undo }) =>
        notify({ title, detail, durationMs: null, action: { label: "Undo", onAction: undo } }),
      removeNotice: dismissNotice,
      refused: (title, error) => notifyFailure(title)(error),
      cannotUndo: (title, why) => notify(why === undefined ? { title } : { title, detail: why }),
    }),
  );
  useEffect(() => {
    const flush = () => void queue.flush();
    // A phone may end a page that it does not show any more.
    const flushIfHidden = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flushIfHidden);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flushIfHidden);
      flush();
    };
  }, [queue]);
  return <DelayedCallsContext value={queue}>{children}</DelayedCallsContext>;
}

/** Delays calls and undoes them; `hidden` are the rows that lists leave out meanwhile. */
export function useDelayedCalls(): Omit<DelayedCalls, "hidden"> & { readonly hidden: ReadonlySet<string> } {
  const queue = useContext(DelayedCallsContext);
  if (!queue) throw new Error("useDelayedCalls needs a DelayedCallsProvider above it");
  const hidden = useSyncExternalStore(queue.subscribe, queue.hidden, queue.hidden);
  return { ...queue, hidden };
}
