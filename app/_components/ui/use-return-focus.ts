"use client";

import { useState } from "react";

/**
 * Gives the focus back when what is open closes: to what had it before, or to the content of the page, where that is
 * gone because of what was done meanwhile.
 * @returns a handler of the library's `onCloseAutoFocus`, which by itself knows its own triggers alone
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    const target = before?.isConnected && before !== document.body ? before : document.querySelector("main");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}
