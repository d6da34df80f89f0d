"use client";

import { useEffect, useLayoutEffect } from "react";
import { whenOpened } from "@/app/_components/when-opened";
import type { PaletteProps } from "./palette-dialog";
import "./palette-key";

const PaletteDialog = whenOpened(async () => (await import("./palette-dialog")).PaletteDialog);

/**
 * Opens any page, finds data, and runs any action of the current page. Opens on ⌘K and Ctrl K, also if pressed before the page
 * was ready; a button can control it through `open` and `onOpenChange`.
 */
export function CommandPalette(props: PaletteProps) {
  const { open, onOpenChange } = props;
  useEffect(() => {
    if (window.paletteKey && window.paletteKey.typed !== null) onOpenChange(true);
  }, [onOpenChange]);
  // In a layout effect: the palette takes what was typed in the effects of the same commit, if its code is there.
  useLayoutEffect(() => {
    const heard = window.paletteKey;
    if (!heard) return undefined;
    heard.onPress = () => onOpenChange(!open);
    if (open) heard.typed ??= "";
    return () => {
      heard.onPress = () => undefined;
      if (open) heard.typed = null;
    };
  }, [open, onOpenChange]);
  return open ? <PaletteDialog {...props} /> : null;
}
