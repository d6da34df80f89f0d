"use client";

import { useState } from "react";
import type { FrameCommand } from "@/app/_components/keyboard/frame-commands";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";

const TriggerLayer = layerWhenOpened(async () => (await import("../runs/trigger-dialog")).TriggerDialog);

/** Returns the search's command that starts a run from any page, and the dialog that it opens. */
export function useStartRun(): { commands: FrameCommand[]; dialog: React.ReactNode } {
  const { may } = useWorkspace();
  const [open, setOpen] = useState(false);
  if (!may("runs:trigger")) return { commands: [], dialog: null };
  return {
    commands: [{ label: "Start a run", run: () => setOpen(true) }],
    dialog: open ? <TriggerLayer onClose={() => setOpen(false)} /> : null,
  };
}
