"use client";

import { useQueryClient } from "@tanstack/react-query";
import { getUntypedClient } from "@trpc/client";
import { useCallback, useEffect, useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "../client";
import { failureOf } from "../failure";
import { callContext } from "../lost/response-link";
import { notifyFailure } from "../notify-failure";
import { dropCalls, type StoredCall, storedCalls } from "./stored-calls";

/** Whether a refused call is done with; one that got no answer is offered again, and takes effect once. */
function isAnswered(error: unknown): boolean {
  const { code, callOutcome } = failureOf(error);
  return code !== null || callOutcome === "taken";
}

const captionOf = ({ says }: StoredCall): string => says ?? "The change you made on this page";

/**
 * Offers the interrupted mutations after the same person signed in again, in the workspace that they were made in.
 * Nothing is sent without their confirmation.
 * @param props.workspaceId null outside of a workspace
 */
export function InterruptedCalls({ person, workspaceId }: { person: string; workspaceId: string | null }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [calls, setCalls] = useState<readonly StoredCall[]>([]);
  const [sending, setSending] = useState(false);
  const stored = useCallback(
    () => storedCalls(sessionStorage, person).filter((call) => call.workspaceId === workspaceId),
    [person, workspaceId],
  );
  useEffect(() => setCalls(stored()), [stored]);
  // Removes a stored mutation from the list when it was repeated by hand.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(() => {
        setCalls((shown) => (shown.length === 0 ? shown : stored()));
      }),
    [queryClient, stored],
  );
  if (calls.length === 0) return null;

  function drop(done: readonly StoredCall[]): void {
    dropCalls(sessionStorage, person, ({ key }) => done.some((call) => call.key === key));
    setCalls(stored());
  }

  async function send(): Promise<void> {
    setSending(true);
    const answered: StoredCall[] = [];
    for (const call of calls) {
      const context = callContext({ idempotencyKey: call.key, says: captionOf(call) });
      await getUntypedClient(client)
        .mutation(call.path, call.input, { context })
        .then(
          () => {
            answered.push(call);
            notify({ title: "Sent now", detail: captionOf(call) });
          },
          (error: unknown) => {
            if (isAnswered(error)) answered.push(call);
            notifyFailure(`${captionOf(call)}: not done`)(error);
          },
        );
    }
    drop(answered);
    setSending(false);
    await queryClient.invalidateQueries();
  }

  return (
    <Banner
      edge
      tone="warn"
      title="Your session had ended before this was sent."
      action={
        <div className="flex gap-1">
          <Button size="sm" loading={sending} onClick={() => void send()}>
            {calls.length === 1 ? "Send it now" : `Send all ${calls.length} now`}
          </Button>
          <Button size="sm" variant="quiet" disabled={sending} onClick={() => drop(calls)}>
            Discard
          </Button>
        </div>
      }
    >
      {calls.map(captionOf).join("; ")}. Nothing has been changed yet.
    </Banner>
  );
}
