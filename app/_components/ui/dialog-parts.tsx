import type { ReactNode } from "react";

export const scrimClass = "fixed inset-0 z-40 animate-appear bg-scrim";

export interface DialogContentProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: "sm" | "md" | "lg";
  /** True if only a button of the footer closes it. */
  readonly withoutClose?: boolean;
  /** True if the dialog gets the focus instead of its first control, so that Enter presses nothing at first. */
  readonly focusesItself?: boolean;
  readonly className?: string;
}

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** What the button does, as a verb: "Revoke key". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "danger" | "normal";
  /**
   * Runs on confirmation. The dialog closes when the promise resolves; a rejection is shown in the dialog, which
   * stays open.
   */
  onConfirm: () => void | Promise<void>;
  children?: ReactNode;
};

/** The row of buttons that ends a dialog; stacked, main action first, on a phone. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex justify-end gap-2 border-t border-line px-6 py-4 max-md:flex-col-reverse max-md:px-4">
      {children}
    </footer>
  );
}
