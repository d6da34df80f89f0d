"use client";

import { useCallback, useEffect, useRef } from "react";
import { loadLater } from "@/app/_components/load-later";
import type { PaletteProps } from "./palette-dialog";
import { listenAhead, type TypedAhead } from "./typed-ahead";

const PaletteDialog = loadLater(async () => (await import("./palette-dialog")).PaletteDialog);

const NOTHING_TYPED: TypedAhead = { take: () => "" };

/**
 * Opens any page, finds data, and runs any action of the current page. Opens on ⌘K and Ctrl K; a button can control it through
 * `open` and `onOpenChange`. What is typed while its code is on the way is searched for, and is no key of the page.
 */
export function CommandPalette(props: Omit<PaletteProps, "takeTyped">) {
  const { open, onOpenChange } = props;
  const typed = useRef<TypedAhead | null>(null);
  const listen = useCallback(() => {
    typed.current ??= listenAhead(() => onOpenChange(false));
  }, [onOpenChange]);
  const takeTyped = useCallback(() => {
    typed.current ??= NOTHING_TYPED;
    return typed.current.take();
  }, []);
  useEffect(() => {
    if (!open) return undefined;
    listen();
    return () => {
      takeTyped();
      typed.current = null;
    };
  }, [open, listen, takeTyped]);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
      if (!event.metaKey && !event.ctrlKey) return;
      event.preventDefault();
      // At once: the next letter may come before the palette is drawn.
      if (!open) listen();
      onOpenChange(!open);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [open, onOpenChange, listen]);
  return open ? <PaletteDialog {...props} takeTyped={takeTyped} /> : null;
}
