"use client";

import { useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { callContext } from "@/app/_trpc/lost/response-link";
import type { BatchPreview } from "./batch-preview";
import type { Batch } from "./batch-text";

/** What is asked for, for the dialog. */
type Asked = Pick<BatchPreview, "of" | "action" | "accept" | "reason" | "chosen">;

/**
 * Requests the preview of a batch and confirms it after the person saw it.
 * @param onConfirmed called with the batch's id; the dialog stays until it is closed
 */
export function useBatchPreview(onConfirmed: (id: string) => void) {
  const client = useTRPCClient();
  const [preview, setPreview] = useState<BatchPreview | null>(null);
  /** An answer that arrives after the dialog was closed changes nothing. */
  const round = useRef(0);

  function prepare(asked: Asked, request: () => Promise<{ readonly batch: Batch }>): void {
    round.current += 1;
    const mine = round.current;
    const waiting = { ...asked, batch: null, failure: null, confirming: false };
    setPreview(waiting);
    const show = (found: Partial<BatchPreview>) => {
      if (round.current === mine) setPreview({ ...waiting, ...found });
    };
    request().then(
      ({ batch }) => show({ batch }),
      (error: unknown) => show({ failure: failureOf(error) }),
    );
  }

  /** @param says what the batch does, for a notice if the answer is lost */
  async function confirm(says: string): Promise<void> {
    if (!preview?.batch || preview.confirming) return;
    const { id, hash } = preview.batch;
    setPreview({ ...preview, confirming: true, failure: null });
    try {
      const context = callContext({ says });
      await client.decisionBatches.confirm.mutate({ batch_id: id, hash }, { context });
      onConfirmed(id);
    } catch (error) {
      setPreview({ ...preview, failure: failureOf(error), confirming: false });
    }
  }

  function close(): void {
    round.current += 1;
    setPreview(null);
  }

  return { preview, prepare, confirm, close };
}
