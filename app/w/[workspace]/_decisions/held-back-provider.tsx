"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { dismissNotice, notify } from "@/app/_components/ui/toast";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { createHeldBack, type HeldBack } from "./held-back";

const HeldBackContext = createContext<HeldBack | null>(null);

/**
 * Keeps the calls that may still be undone, for as long as the workspace is open: turning to another page neither
 * makes nor drops them, and leaving the site makes them at once.
 */
export function HeldBackProvider({ children }: { children: ReactNode }) {
  const [held] = useState(() =>
    createHeldBack({
      announce: ({ title, detail, undo }) =>
        notify({ title, detail, durationMs: null, action: { label: "Undo", onAction: undo } }),
      retract: dismissNotice,
      refused: (title, error) => notifyFailure(title)(error),
    }),
  );
  useEffect(() => {
    window.addEventListener("pagehide", held.flush);
    return () => {
      window.removeEventListener("pagehide", held.flush);
      held.flush();
    };
  }, [held]);
  return <HeldBackContext value={held}>{children}</HeldBackContext>;
}

/** Holds calls back and undoes them; `hidden` are the rows a list leaves out meanwhile. */
export function useHeldBack(): Omit<HeldBack, "hidden"> & { readonly hidden: ReadonlySet<string> } {
  const held = useContext(HeldBackContext);
  if (!held) throw new Error("useHeldBack needs a HeldBackProvider above it");
  const hidden = useSyncExternalStore(held.subscribe, held.hidden, held.hidden);
  return { ...held, hidden };
}
