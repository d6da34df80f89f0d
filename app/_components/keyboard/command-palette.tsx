"use client";

import { useEffect } from "react";
import { loadLater } from "@/app/_components/load-later";
import type { PaletteProps } from "./palette-dialog";

const PaletteDialog = loadLater(async () => (await import("./palette-dialog")).PaletteDialog);

/**
 * Opens any page, finds data, and runs any action of the current page. Opens on ⌘K and Ctrl K; a button can control it through
 * `open` and `onOpenChange`.
 */
export function CommandPalette(props: PaletteProps) {
  const { open, onOpenChange } = props;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
      if (!event.metaKey && !event.ctrlKey) return;
      event.preventDefault();
      onOpenChange(!open);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [open, onOpenChange]);
  return open ? <PaletteDialog {...props} /> : null;
}
