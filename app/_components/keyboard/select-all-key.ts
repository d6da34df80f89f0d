"use client";

import { useEffect, useRef } from "react";
import { mayAct } from "./key-press";

/** Makes Ctrl A, or ⌘A, choose everything that is listed; where somebody types it selects the text as always. */
export function useSelectAllKey(run: () => unknown): void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
      if (key.toLowerCase() !== "a" || ctrlKey === metaKey) return;
      const press = { key, ctrlKey: false, metaKey: false, altKey, isComposing, defaultPrevented };
      if (!mayAct(press, target instanceof Element ? target : null, document)) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
