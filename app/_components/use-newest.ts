"use client";

import { useEffect, useRef } from "react";

/** Returns a function that calls the newest `run`, for callers that wait for an answer while the page changes. */
export function useNewest<Result>(run: (id: string) => Result): (id: string) => Result {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  return (id) => newest.current(id);
}
