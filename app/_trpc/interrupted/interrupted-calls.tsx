"use client";

import { useQueryClient } from "@tanstack/react-query";
import { getUntypedClient } from "@trpc/client";
import { useEffect, useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useTRPCClient } from "../client";
import { callContext } from "../lost/response-link";
import { notifyFailure } from "../notify-failure";
import { dropCalls, type StoredCall, storedCalls } from "./stored-calls";

const captionOf = ({ says }: StoredCall): string => says ?? "The change you made on this page";

/**
 * Offers the interrupted mutations after the same person signed in again. Nothing is sent without their confirmation.
 */
export function InterruptedCalls({ person }: { person: string }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [calls, setCalls] = useState<readonly StoredCall[]>([]);
  const [sending, setSending] = useState(false);
  useEffect(() => setCalls(storedCalls(sessionStorage, person)), [person]);
  // Removes a stored mutation from the list when it was repeated by hand.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(() => {
        setCalls((shown) => (shown.length === 0 ? shown : storedCalls(sessionStorage, person)));
      }),
    [queryClient, person],
  );
  if (calls.length === 0) return null;

  function drop(): void {
    dropCalls(sessionStorage, person, ({ key }) => calls.some((call) => call.key === key));
    setCalls([]);
  }

  async function send(): Promise<void> {
    setSending(true);
    for (const call of calls) {
      const context = callContext({ idempotencyKey: call.key, says: captionOf(call) });
      await getUntypedClient(client)
        .mutation(call.path, call.input, { context })
        .then(
          () => notify({ title: "Sent now", detail: captionOf(call) }),
          notifyFailure(`${captionOf(call)}: not done`),
        );
    }
    drop();
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
          <Button size="sm" variant="quiet" disabled={sending} onClick={drop}>
            Discard
          </Button>
        </div>
      }
    >
      {calls.map(captionOf).join("; ")}. Nothing has been changed yet.
    </Banner>
  );
}
