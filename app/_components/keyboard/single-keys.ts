"use client";

import { useCallback, useSyncExternalStore } from "react";

const STORAGE_KEY = "pricecheck.single-keys";
const CHANGED = "pricecheck:single-keys";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener("storage", onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

function read(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

/**
 * Whether single letters act as shortcuts, with a setter. People who use speech input or hit keys by accident turn
 * them off. The choice is stored in this browser if it allows that.
 */
export function useSingleKeysAllowed(): [boolean, (allowed: boolean) => void] {
  const allowed = useSyncExternalStore(subscribe, read, () => true);
  const change = useCallback((next: boolean) => {
    try {
      localStorage.setItem(STORAGE_KEY, next ? "on" : "off");
    } finally {
      window.dispatchEvent(new Event(CHANGED));
    }
  }, []);
  return [allowed, change];
}
