"use client";

import "@/app/_components/last-focus";
import { loadLater } from "@/app/_components/load-later";
import type { ConfirmDialogProps } from "./dialog-parts";

const OpenedConfirmDialog = loadLater(
  async () => (await import("./opened-confirm-dialog")).OpenedConfirmDialog,
);

/**
 * Asks for confirmation of an action that cannot be undone. The cancel button has the focus first. The code that shows
 * it is not part of the first load.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.open ? <OpenedConfirmDialog {...props} /> : null;
}
