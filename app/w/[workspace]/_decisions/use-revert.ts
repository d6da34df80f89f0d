"use client";

import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useRefresh } from "./use-refresh";

/** Returns a function that reverts a written price, shows the outcome in a notice and never rejects. */
export function useRevert(): (writeBackId: string, title: string) => Promise<void> {
  const client = useTRPCClient();
  const refresh = useRefresh();
  return async function revert(writeBackId: string, title: string): Promise<void> {
    try {
      const context = callContext({ says: `Take back the price of ${title}` });
      const response = await client.writeBacks.revert.mutate({ write_back_id: writeBackId }, { context });
      const write = response.idempotent ? null : response.write_back;
      const done = write?.status === "applied";
      const open = write?.status === "failed" || write?.status === "conflict";
      notify({
        title: done
          ? `${title}: the earlier price is back`
          : `${title}: ${open ? "not reverted" : "being reverted"}`,
        detail: write?.waits_reason ?? write?.store_answer ?? undefined,
        tone: open ? "bad" : "normal",
      });
    } catch (error) {
      notifyFailure(`${title}: not reverted`)(error);
    }
    await refresh();
  };
}
