"use client";

import { useEffect, useRef } from "react";
import { notify } from "@/app/_components/ui/toast";
import { leavingNotice } from "./leaving-notice";

/**
 * Tells somebody who goes from the policy's page to another one that the draft is not active, and what became of it.
 * The browser asks before it closes a window with a draft that it cannot keep.
 */
export function useTellOnLeaving(isChanged: boolean, isKept: boolean): void {
  const latest = useRef({ isChanged, isKept });
  useEffect(() => {
    latest.current = { isChanged, isKept };
  }, [isChanged, isKept]);
  useEffect(() => {
    const before = window.location.pathname;
    return () => {
      const notice = leavingNotice({ ...latest.current, before, after: window.location.pathname });
      if (notice) notify(notice);
    };
  }, []);
  useEffect(() => {
    if (!isChanged || isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged, isKept]);
}
