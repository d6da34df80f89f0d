"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { batchPermission } from "@/server/domain/permissions";
import { BatchFallOuts } from "./batch-fall-outs";
import { awaitingSecond, type Batch, subjects, takenBackBy, wordsOf } from "./batch-text";
import { RevertAll } from "./revert-all";
import type { FollowedBatch } from "./use-followed-batch";

/** The progress of the batch that runs, and what came of it until the person closes it. */
export function BatchProgress({ followed }: { followed: FollowedBatch }) {
  const { batch, stop, follow } = followed;
  const [open, setOpen] = useState(false);
  const text = useBatchText();
  if (!batch || batch.status === "preview" || batch.status === "expired") return null;
  const running = batch.status === "running";
  const { waiting, fell_out: fellOut } = batch.progress;
  const share = batch.selected === 0 ? 1 : 1 - waiting / batch.selected;
  return (
    <section aria-label="Batch" className="border-b border-line bg-panel px-4 py-2.5 md:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="num min-w-0 flex-1 text-pretty">
          <b className="font-[600]">{text.title(batch)}</b>{" "}
          <span className="text-ink-soft">{text.figures(batch)}</span>
        </p>
        {fellOut > 0 ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            Show what fell out
          </Button>
        ) : null}
        {running ? (
          <CancelButton batch={batch} />
        ) : (
          <>
            {takenBackBy(batch) ? (
              <RevertAll key={batch.id} source={batch} label="Take them back…" onConfirmed={follow} />
            ) : null}
            <Button size="sm" onClick={stop}>
              Done
            </Button>
          </>
        )}
      </div>
      {running ? (
        <div
          role="progressbar"
          aria-label={text.title(batch)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          className="mt-2 h-1 overflow-hidden rounded-full bg-chip"
        >
          <div className="h-full origin-left bg-accent" style={{ transform: `scaleX(${share})` }} />
        </div>
      ) : null}
      <Dialog open={open} onOpenChange={setOpen}>
        {open ? (
          <DialogContent title={text.title(batch)} description={text.figures(batch)}>
            <h3 className="mb-1.5 text-xs font-[600] text-ink-soft">What fell out</h3>
            <BatchFallOuts batch={batch} />
          </DialogContent>
        ) : null}
      </Dialog>
    </section>
  );
}

/** Returns the sentences about a batch. */
function useBatchText() {
  const locale = useLocale();
  const { reader } = useWorkspace();
  const count = (value: number) => formatCount(value, locale);
  return {
    title: (batch: Batch): string => {
      const { status, count: planned, confirmed_by: by, progress } = batch;
      const { underway, verb } = wordsOf(batch);
      const who = by === null || by === reader ? "" : `, confirmed by ${by}`;
      if (status === "running") return `${underway} ${subjects(batch, planned, count)}${who}`;
      if (status === "canceled") return `Canceled${who}.`;
      const end = progress.first_approvals > 0 ? "not all of it is decided" : "done";
      return `${verb} ${subjects(batch, planned, count)}${who}: ${end}.`;
    },
    figures: (batch: Batch): string => {
      const { status, progress } = batch;
      return [
        `${count(progress.done - progress.first_approvals)} ${wordsOf(batch).done}`,
        progress.first_approvals > 0 ? awaitingSecond(progress.first_approvals, count) : "",
        status === "running" ? `${count(progress.waiting)} to go` : "",
        progress.fell_out > 0 ? `${count(progress.fell_out)} fell out` : "",
        progress.canceled > 0 ? `${count(progress.canceled)} not started` : "",
      ]
        .filter((part) => part !== "")
        .join(" · ");
    },
  };
}

/** Stops a batch: what is decided stays decided. */
function CancelButton({ batch }: { batch: Batch }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const cancel = useMutation(
    trpc.decisionBatches.cancel.mutationOptions({
      trpc: { context: callContext({ says: "Cancel the batch" }) },
      onError: notifyFailure("The batch was not canceled"),
      onSettled: () => queryClient.invalidateQueries(trpc.decisionBatches.pathFilter()),
    }),
  );
  if (!may(batchPermission(batch).scope)) return null;
  return (
    <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate({ batch_id: batch.id })}>
      Stop here
    </Button>
  );
}
