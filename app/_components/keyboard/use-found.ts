"use client";

import { useEffect, useState } from "react";
import type { Destination, FindData } from "./command-match";

/** The pause in typing after which the service is asked. */
const TYPING_PAUSE_MS = 120;

/** What was found for a text; `failed` if the service did not answer. */
export type FoundFor = {
  readonly text: string;
  readonly destinations: readonly Destination[];
  readonly failed: boolean;
};

/**
 * Asks for what matches the text, once per pause in typing.
 * @returns the latest answer, which may be for an earlier text, and whether another one is awaited
 */
export function useFound(text: string, find: FindData | undefined): { found: FoundFor; pending: boolean } {
  const [found, setFound] = useState<FoundFor | null>(null);
  useEffect(() => {
    if (!find) return;
    let left = false;
    const show = (answer: FoundFor) => {
      if (!left) setFound(answer);
    };
    const ask = () =>
      void find(text).then(
        (destinations) => show({ text, destinations, failed: false }),
        () => show({ text, destinations: [], failed: true }),
      );
    const timer = setTimeout(ask, text === "" ? 0 : TYPING_PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [text, find]);
  return {
    found: found ?? { text, destinations: [], failed: false },
    pending: find !== undefined && found?.text !== text,
  };
}
