"use client";

import { type ReactNode, useState } from "react";
import { ActionMenu } from "@/app/_components/ui/action-menu";
import { ConfirmDialog, Dialog } from "@/app/_components/ui/dialog";
import { useWorkspace } from "@/app/_session/workspace";

interface EntryActionsProps {
  readonly name: string;
  /** The state of the entry, beside the menu; all members see it. */
  readonly badge: ReactNode;
  /** The form that changes the entry. */
  readonly form: (close: () => void) => ReactNode;
  /** Another item of the menu, between changing and deleting. */
  readonly other?: { readonly label: string; readonly onSelect: () => void };
  readonly deletion: {
    readonly description: string;
    readonly confirmLabel: string;
    readonly onConfirm: () => Promise<void>;
  };
}

/** The menu of a freeze or a schedule, for those who may change it: change, delete, and what else it can do. */
export function EntryActions({ name, badge, form, other, deletion }: EntryActionsProps) {
  const { may } = useWorkspace();
  const [asking, setAsking] = useState<"change" | "delete" | null>(null);
  const close = () => setAsking(null);
  if (!may("schedules:write")) return badge;
  return (
    <span className="flex items-center gap-2">
      {badge}
      <ActionMenu
        of={name}
        actions={[
          { label: "Change", onSelect: () => setAsking("change") },
          ...(other ? [other] : []),
          { label: "Delete", tone: "danger", onSelect: () => setAsking("delete") },
        ]}
      />
      <Dialog open={asking === "change"} onOpenChange={(open) => (open ? undefined : close())}>
        {asking === "change" ? form(close) : null}
      </Dialog>
      {asking === "delete" ? (
        <ConfirmDialog open onOpenChange={close} title={`Delete “${name}”?`} tone="danger" {...deletion} />
      ) : null}
    </span>
  );
}
