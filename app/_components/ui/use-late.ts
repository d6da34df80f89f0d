"use client";

import { useState } from "react";
import { notify } from "./toast";

/**
 * A control whose opened form is not part of the first load.
 * @param load imports the code of the opened form
 * @param name what the control opens, in words, such as "The menu"
 * @returns `code`, the code once the control was pressed and it has arrived; `loading`, while it is awaited; `ahead`,
 *   which loads it before it is needed; `open`, which loads it and then sets `code`. If it cannot be loaded, a notice
 *   says so; if the focus has moved on meanwhile, nothing opens
 */
export function useLate<Code>(load: () => Promise<Code>, name: string) {
  const [code, setCode] = useState<{ readonly loaded: Code } | null>(null);
  const [loading, setLoading] = useState(false);
  async function open(pressed: HTMLElement) {
    // Safari focuses what is around a pressed button instead of it.
    pressed.focus();
    setLoading(true);
    try {
      const loaded = await load();
      // Who has moved on meanwhile keeps their place.
      const focused = document.activeElement;
      if (focused === pressed || focused === document.body || focused === null) setCode({ loaded });
    } catch {
      notify({ title: `${name} could not be loaded`, detail: "Try again in a moment.", tone: "bad" });
    } finally {
      setLoading(false);
    }
  }
  const ahead = () => void load().catch(() => undefined);
  return { code: code && code.loaded, loading, ahead, open };
}
