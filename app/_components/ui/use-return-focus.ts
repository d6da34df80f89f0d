"use client";

import { useState } from "react";

/** What has the focus; the button of a menu, if one of its entries has it, since that goes away with the menu. */
function opener(): Element | null {
  if (typeof document === "undefined") return null;
  const menu = document.activeElement?.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  return button ?? document.activeElement;
}

/**
 * Gives the focus back when what is open closes: to what had it before, or to the content of the page, where that is
 * gone because of what was done meanwhile.
 * @returns a handler of the library's `onCloseAutoFocus`, which by itself knows its own triggers alone
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(opener);
  return (event) => {
    event.preventDefault();
    const target = before?.isConnected && before !== document.body ? before : document.querySelector("main");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}
