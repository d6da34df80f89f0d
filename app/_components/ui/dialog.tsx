"use client";

import { createContext, type ReactNode, useContext } from "react";
import { layerWhenOpened } from "@/app/_components/when-opened";
import type { ConfirmDialogProps, DialogContentProps } from "./open-dialog";
import "./return-focus";

const OpenDialog = layerWhenOpened(async () => (await import("./open-dialog")).OpenDialog);
const OpenConfirmDialog = layerWhenOpened(async () => (await import("./open-dialog")).OpenConfirmDialog);

type DialogState = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

const DialogContext = createContext<DialogState>({ open: false, onOpenChange: () => {} });

/** Says whether the `DialogContent` within it is shown; without `onOpenChange` the reader cannot close it. */
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
 * the last element, so that the first field gets the focus. When it closes, the focus goes back to what had it before.
 */
export function DialogContent(props: DialogContentProps) {
  const { open, onOpenChange } = useContext(DialogContext);
  return open ? <OpenDialog {...props} onOpenChange={onOpenChange} /> : null;
}

/** Asks for confirmation of an action that cannot be undone. The cancel button has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.open ? <OpenConfirmDialog {...props} /> : null;
}
