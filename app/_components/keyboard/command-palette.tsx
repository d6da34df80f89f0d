"use client";

import { useEffect } from "react";
import { isPaletteKey, wasOpenedEarly } from "./early-palette";
import { PaletteDialog, type PaletteProps } from "./palette-dialog";

/**
 * Opens any page, finds data, and runs any action of the current page. Opens on ⌘K and Ctrl K, also if pressed before the page
 * was ready; a button can control it through `open` and `onOpenChange`.
 */
export function CommandPalette(props: PaletteProps) {
  const { open, onOpenChange } = props;
  useEffect(() => {
    if (wasOpenedEarly()) onOpenChange(true);
  }, [onOpenChange]);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isPaletteKey(event) || event.defaultPrevented) return;
      event.preventDefault();
      onOpenChange(!open);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [open, onOpenChange]);
  return open ? <PaletteDialog {...props} /> : null;
}
