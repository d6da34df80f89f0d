"use client";

import { useEffect, useRef, useState } from "react";
import type { Destination, FindData } from "./command-match";

/** The first letter is asked for at once, further ones after a pause in typing. */
const TYPING_PAUSE_MS = 120;

/** What was found for a text; `failed` if the service did not answer. */
export type FoundFor = {
  readonly text: string;
  readonly destinations: readonly Destination[];
  readonly failed: boolean;
};

/**
 * Asks for what matches the text: at once, and while somebody types on once per pause.
 * @returns the latest answer, which may be for an earlier text, and whether another one is awaited
 */
export function useFound(text: string, find: FindData | undefined): { found: FoundFor; pending: boolean } {
  const [found, setFound] = useState<FoundFor | null>(null);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!find) return;
    let left = false;
    const show = (answer: FoundFor) => {
      if (!left) setFound(answer);
    };
    const ask = () => {
      // What an empty field shows is asked for as it opens, which is no typing.
      if (text !== "") askedAt.current = performance.now();
      void find(text).then(
        (destinations) => show({ text, destinations, failed: false }),
        () => show({ text, destinations: [], failed: true }),
      );
    };
    const isTyping = performance.now() - askedAt.current < TYPING_PAUSE_MS;
    const timer = setTimeout(ask, isTyping ? TYPING_PAUSE_MS : 0);
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
