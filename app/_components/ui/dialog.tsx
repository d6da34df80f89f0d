"use client";

import { createContext, type ReactNode, useContext } from "react";
import "@/app/_components/last-focus";
import { loadLater } from "@/app/_components/load-later";
import type { DialogContentProps } from "./dialog-parts";

const OpenedDialog = loadLater(async () => (await import("./opened-dialog")).OpenedDialog);

type DialogState = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

const DialogContext = createContext<DialogState>({ open: false, onOpenChange: () => {} });

/**
 * Says whether the `DialogContent` within it is shown. The code that shows it is not part of the first load.
 * @param props.onOpenChange called with false when the reader closes the dialog; without it they cannot
 */
export function Dialog(props: {
  open: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  const { open, onOpenChange = () => {} } = props;
  return <DialogContext value={{ open, onOpenChange }}>{props.children}</DialogContext>;
}

/**
 * The content of a dialog: a title, an optional sentence, the body, and its buttons at the end. The closing button is
 * the last element, so that the first field gets the focus.
 */
export function DialogContent(props: DialogContentProps) {
  const { open, onOpenChange } = useContext(DialogContext);
  return open ? <OpenedDialog {...props} onOpenChange={onOpenChange} /> : null;
}
