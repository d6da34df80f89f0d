"use client";

import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useRefresh } from "./use-refresh";

/** A button that cancels a price which was not sent to the store; nothing for a person who may not approve. */
export function CancelWrite({ id, title }: { id: string; title: string }) {
  const { may } = useWorkspace();
  const client = useTRPCClient();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  if (!may("recommendations:approve")) return null;

  async function cancel(): Promise<void> {
    try {
      const context = callContext({ says: `Cancel the write of ${title}` });
      await client.writeBacks.cancel.mutate({ write_back_id: id }, { context });
      notify({ title: `${title}: canceled`, detail: "Nothing is written to the store." });
    } catch (error) {
      notifyFailure(`${title}: not canceled`)(error);
    }
    await refresh();
  }

  return (
    <>
      <Button size="sm" className="mt-1.5" onClick={() => setAsking(true)}>
        Cancel the write
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel the write?"
        description="The price is not written to the store, and not recommended again until its inputs change."
        confirmLabel="Cancel the write"
        cancelLabel="Keep it"
        onConfirm={cancel}
      />
    </>
  );
}
