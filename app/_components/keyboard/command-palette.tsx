"use client";

import { useEffect, useLayoutEffect } from "react";
import { whenOpened } from "@/app/_components/when-opened";
import type { PaletteProps } from "./palette-dialog";
import "./palette-key";

/** Until the palette's code is there, the document's script keeps what is typed for it. */
function PaletteOpening() {
  useLayoutEffect(() => {
    if (window.paletteKey) window.paletteKey.typed ??= "";
  }, []);
  return null;
}

/** A palette that cannot be loaded is closed, so that nothing is kept for it any more. */
function PaletteMissing({ onOpenChange }: PaletteProps) {
  useEffect(() => onOpenChange(false), [onOpenChange]);
  return null;
}

const PaletteDialog = whenOpened(async () => (await import("./palette-dialog")).PaletteDialog, {
  loading: PaletteOpening,
  instead: PaletteMissing,
});

/**
 * Opens any page, finds data, and runs any action of the current page. Opens on ⌘K and Ctrl K, also if pressed before
 * the page was ready; a button can control it through `open` and `onOpenChange`.
 */
export function CommandPalette(props: PaletteProps) {
  const { open, onOpenChange } = props;
  useEffect(() => {
    if (window.paletteKey && window.paletteKey.typed !== null) onOpenChange(true);
  }, [onOpenChange]);
  useLayoutEffect(() => {
    const heard = window.paletteKey;
    if (!heard) return undefined;
    heard.onPress = () => onOpenChange(!open);
    heard.onCancel = () => onOpenChange(false);
    return () => {
      heard.onPress = () => undefined;
      heard.onCancel = () => undefined;
      if (open) heard.typed = null;
    };
  }, [open, onOpenChange]);
  return open ? <PaletteDialog {...props} /> : null;
}
