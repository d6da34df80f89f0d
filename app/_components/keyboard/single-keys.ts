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
 * Whether single letters act as shortcuts. People who speak to their computer or hit keys by accident turn
 * them off; the choice is kept in this browser, where it can be.
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
