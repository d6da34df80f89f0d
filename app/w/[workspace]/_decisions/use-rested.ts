"use client";

import { useEffect, useState } from "react";

const REST_MS = 200;

/**
 * Whether the component has been shown for a moment. Somebody who moves through a list quickly does not read each
 * entry's history, so it is requested only where they stop.
 */
export function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return rested;
}
