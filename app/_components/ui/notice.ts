import type { ReactNode } from "react";

export type Notice = {
  title: ReactNode;
  /** A quieter second part, such as the receipt or the reason. */
  detail?: ReactNode;
  tone?: "normal" | "bad";
  /** A button such as "Undo" or "Revert". Pressing it closes the notice. */
  action?: { label: string; onAction: () => void };
  /** How long it stays: ten seconds with an action, five without. `null` keeps it until it is closed. */
  durationMs?: number | null;
};

/** Identifies a notice that is shown, or will be when the area for notices has arrived. */
export type NoticeId = string;
